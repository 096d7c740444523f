"""The digest of the golden playthroughs, and the hash of the rules of every number.

Written by the command that makes the playthroughs.
"""

GOLDEN = "1a89b3d0d29c87625ea5d2acf07f10a4b0d5adc38c76e8644d62656db37916cf"
HASHES: dict[int, tuple[str, ...]] = {
    1: ("668aea8d01cf47f6ec597dcb4c7622fbfa82a9b029f3f8fa1d7c4ec49ad1f58d",),
    2: ("53b9c4473d126a0d236282222f5c5557cb9bd14ba4284602071edbde0bc77142",),
}

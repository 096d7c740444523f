"""Take out every check in turn, or those named by words, and say which tests notice."""

from __future__ import annotations

import sys
from time import monotonic

from tests.mutations.catalogue import MUTATIONS
from tests.mutations.runner import Unnoticed, check_baseline, check_noticed, copy_of_sources


def main(words: list[str]) -> int:
    """Run the mutations whose names hold all the words; 1 if one of them goes unnoticed."""
    chosen = [m for m in MUTATIONS if all(word in m.name for word in words)]
    begun, unnoticed = monotonic(), 0
    with copy_of_sources() as sources:
        check_baseline(sources, chosen)
        for mutation in chosen:
            try:
                check_noticed(sources, mutation)
            except Unnoticed as problem:
                unnoticed += 1
                print(f"NOT NOTICED  {mutation.name}\n    {problem}", flush=True)
            else:
                print(f"noticed  {mutation.name}", flush=True)
                for test in mutation.tests:
                    print(f"    {test}", flush=True)
    print(f"{len(chosen)} checks taken out in {monotonic() - begun:.0f} s, {unnoticed} unnoticed")
    return 1 if unnoticed or not chosen else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Unnoticed as problem:
        sys.exit(str(problem))

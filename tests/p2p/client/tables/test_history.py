"""Games that are over, as lists tell them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from p2p.client.tables.history import UNKNOWN, Score, called, past_games, scores
from p2p.storage.profile import TableInfo
from p2p.table_summary import Setting

OWN, BEN, CY = "aa" * 32, "bb" * 32, "cc" * 32


def info(number: int, **about: Setting) -> TableInfo:
    """A table that ended on the second day of 1970."""
    usual: dict[str, Setting] = {"state": "over", "role": "host", "game": "king", "people": "Ana"}
    return TableInfo(f"t{number}", Path("table.db"), usual | about, 100_000 * 10**9 - number)


def with_people(number: int, won: bool, keys: str, persons: str) -> TableInfo:
    return info(number, won=won, keys=keys, persons=persons, result="somebody won")


def test_only_what_is_over_and_ours_counts() -> None:
    games = past_games(
        [
            info(1, state="open"),
            info(2, role="bot"),
            info(3, role="watch", result="Ben won"),
            info(4, state="left"),
            info(5, state="broken", result="broken by Ben\x1b[31m"),
            info(6),
        ]
    )
    assert [(game.id, game.result, game.won) for game in games] == [
        ("t3", "Ben won", None),
        ("t4", "you left", None),
        ("t5", "broken by Ben�[31m", None),
        ("t6", UNKNOWN, None),
    ]
    assert games[0].ended == 100_000 * 10**9 - 3


def test_wins_are_counted_by_game_and_by_company() -> None:
    games = past_games(
        [
            with_people(1, True, f"{OWN} {BEN}", "Ana\nBenjamin"),
            with_people(2, False, f"{OWN} {BEN}", "Ana\nBen"),
            with_people(3, False, f"{BEN} {OWN} {CY}", "Ben\nAna\nCyrus"),
            info(4, won=True, keys=OWN, persons="Ana", game="inheritance"),
            info(5, keys=f"{OWN} {BEN}", persons="Ana\nBen"),  # of an earlier release
        ]
    )
    assert scores(games, OWN, {bytes.fromhex(CY): "Cy"}) == [
        Score("king", None, 3, 1),
        Score("king", ("Benjamin",), 2, 1),
        Score("king", ("Benjamin", "Cy"), 1, 0),
        Score("inheritance", None, 1, 1),
        Score("", ("Benjamin",), 2, 1),
        Score("", (), 1, 1),
        Score("", ("Benjamin", "Cy"), 1, 0),
    ]


def test_people_are_called_by_our_own_names() -> None:
    game = past_games([
        TableInfo("aa1", Path("t"), {
            "state": "over", "role": "host", "game": "king", "people": "Ana, Ben, Marigold",
            "keys": f"{'aa' * 32} {'bb' * 32}", "persons": "Ana\nBen", "result": "Ben and Ana won",
        }, 1),
    ])[0]  # fmt: skip
    ours = called(game, {b"\xbb" * 32: "Uncle Ben"})
    assert ours.people == "Ana, Uncle Ben, Marigold"
    assert ours.result == "Uncle Ben and Ana won"
    broken = called(replace(game, result="broken by Ben"), {b"\xbb" * 32: "Uncle Ben"})
    assert broken.result == "broken by Uncle Ben"
    assert called(game, {}) == game


def test_winners_are_kept_by_name_whatever_is_in_it() -> None:
    about: dict[str, Setting] = {
        "keys": f"{OWN} {BEN}", "persons": "Ana\nBen and Jo", "people": "Ana, Ben and Jo",
    }  # fmt: skip
    won = {"result": "Ben and Jo and Ana won", "winners": "Ben and Jo\nAna"}
    broken = {"state": "broken", "result": "broken by Ben and Jo", "breaker": "Ben and Jo"}
    games = past_games([info(1, **(about | won)), info(2, **(about | broken))])
    ours = [called(game, {bytes.fromhex(BEN): "Ben"}).result for game in games]
    assert ours == ["Ben and Ana won", "broken by Ben"]


def test_people_of_one_name_are_told_apart_by_their_seats() -> None:
    game = past_games([
        TableInfo("aa1", Path("t"), {
            "state": "over", "role": "host", "game": "king", "people": "pi, Pi [seat 2]",
            "keys": f"{OWN} {BEN}", "persons": "pi\nPi [seat 2]", "result": "pi won", "won": True,
        }, 1),
    ])[0]  # fmt: skip
    ours = called(game, {bytes.fromhex(BEN): "Ben"})
    assert (ours.people, ours.result) == ("pi, Ben", "pi won")
    assert scores([game], OWN, {})[-1] == Score("", ("Pi",), 1, 1)

"""How a game ended, in words: the result, who broke the table, what an audit found. Pure.

Held by tests/cli/model/test_end_text.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.console.text import listed, sentence, wrapped
from cli.model.table_text import Names
from games.engine.values import Outcome
from games.engine.view import View
from p2p.client.play.auditor import AuditState
from p2p.log.fault import Fault
from p2p.record.audit import Finding
from p2p.replica.registry import PARTS
from p2p.session.session import Ending


def result_words(outcome: Outcome, names: Names) -> str:
    """Who wins, or that all lose, or that nobody wins."""
    winners = [names[seat] for seat in outcome.winners]
    if winners:
        return f"{listed(winners)} {'wins' if len(winners) == 1 else 'win'}"
    return "everyone loses" if outcome.all_lost else "nobody wins"


def result_line(outcome: Outcome, names: Names, *, ruled: bool = True) -> str:
    """The same of a game long over, and why; not `ruled` where its rules are not here."""
    won = listed([names[seat] for seat in outcome.winners]) or "nobody"
    if not ruled:
        why = names.put_into(outcome.said)
        return sentence(f"As the record has it, {won} won ({why}); the rules were not checked")
    how = "Lost by everyone" if outcome.all_lost else f"Won by {won}"
    return sentence(f"{how}: {names.put_into(outcome.said)}")


def result_sentences(ending: Ending, names: Names) -> list[str]:
    """The result and why, or who broke the table, how, and by what."""
    said = []
    if ending.outcome is not None:
        won = result_words(ending.outcome, names)
        reason = names.put_into(ending.outcome.said)
        said.append(sentence(f"{won}: {reason}", names.told))
    if ending.fault is not None:
        said += _broken(ending.fault, names)
    return said


def ending_lines(ending: Ending, names: Names) -> list[str]:
    """The same in lines of a terminal."""
    lines = []
    if ending.outcome is not None:
        won = result_words(ending.outcome, names)
        reason = names.put_into(ending.outcome.said)
        lines += wrapped(sentence(f"The game is over: {won} ({reason})"))
    broken = _broken(ending.fault, names) if ending.fault is not None else ()
    return lines + [line for said in broken for line in wrapped(said)]


def _broken(fault: Fault, names: Names) -> list[str]:
    """Who broke the table and how that was found out."""
    name = names[fault.seat]
    said = [
        sentence(
            f"{name} broke the table at step {fault.step}: {fault.charge} ({fault.reason})",
            names.told,
        )
    ]
    if len(names.people) == 2:
        said.append(f"With two seats, {names[1 - fault.seat]} has won.")
    wrong = {
        owed.what
        for message in fault.messages()
        for part in message.message.parts
        if part.step == fault.step and (owed := PARTS[part.kind].owed) is not None
    }
    if len(wrong) == 1:
        said.append(f"What was wrong: {wrong.pop()}.")
    return [*said, "The signed evidence is kept in the record."]


def tale_lines(view: View | None, names: Names) -> list[str]:
    """The turning points of a game that is over."""
    told = () if view is None else view.tale
    return [line for said in told for line in wrapped(names.put_into(said))]


PROVISIONAL = (
    "The result is provisional: each seat now shows its seed, and your client plays each again by"
    " it."
)


def audit_lines(findings: Sequence[Finding], names: Names) -> list[str]:
    """What the audit has found of these seats, in lines of a terminal."""
    return [line for said in audit_words(findings, names) for line in wrapped(said)]


def audit_words(findings: Sequence[Finding], names: Names) -> list[str]:
    """The same, a sentence for each."""
    return [sentence(f"{names[one.seat]}: {one.said()}", names.told) for one in findings]


def proven_line(audit: AuditState, names: Names) -> str:
    """Who has won as far as that is proven, or who left the game broken or open."""
    return sentence(audit.upshot.said(names.__getitem__))


def corrected_words(ending: Ending, audit: AuditState | None, names: Names) -> str:
    """Why a result does not stand, or who broke the table; empty if it stands, or nobody knows."""
    if ending.fault is not None:
        name = names[ending.fault.seat]
        won = f" {names[1 - ending.fault.seat]} has won." if len(names.people) == 2 else ""
        return f"{name} broke the table.{won}"
    if audit is None or ending.outcome is None:
        return ""
    cheats = [names[one.seat] for one in audit.findings if one.cheated]
    seen = any(one.looked_at for one in audit.findings)
    if not cheats and (not seen or set(audit.winners) == set(ending.outcome.winners)):
        return ""
    if not cheats or audit.upshot.broken_by:
        return proven_line(audit, names)
    has = "has" if len(cheats) == 1 else "have"
    return f"{proven_line(audit, names)} {listed(cheats)} {has} cheated."


# D-137: only where every seat is proven; of others nobody knows what is true.
def unveiled_words(audit: AuditState, names: Names) -> list[str]:
    """What lay hidden in a game and is known now that all are proven, a sentence each."""
    told = [names.put_into(said) for said in audit.tale]
    return ["What lay hidden until now:", *told] if told else []


def unsigned_words(missing: Sequence[str]) -> str:
    """What can be done while seats do not sign the result of a game that has an audit."""
    verb = "has" if len(missing) == 1 else "have"
    return (
        f"{listed(missing)} {verb} not signed the result yet. To show your seed without waiting,"
        " so that all can see that you played by the rules, type: seed"
    )


def closing_lines(ending: Ending, names: Names, digest: bytes) -> list[str]:
    """Who has signed the result, and the digest that names it."""
    missing = [names[seat] for seat in ending.closers if seat not in ending.closed]
    signed, all_ = len(ending.closed), len(ending.closers)
    if missing:
        said = f"The result is signed by {signed} of {all_}, not yet by {listed(missing)}."
    else:
        said = f"Everybody has signed the result: {signed} of {all_}."
    return [*wrapped(said), f"Record digest: {digest.hex()}"]

"""The list of mutations fits the sources, and a fixed sample of it is noticed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.mutations.catalogue import MUTATIONS
from tests.mutations.mutation import Edit, Mutation
from tests.mutations.runner import (
    Sources,
    Unnoticed,
    check_baseline,
    check_noticed,
    copy_of_sources,
)
from tests.paths import ROOT

BY_NAME = {mutation.name: mutation for mutation in MUTATIONS}
SAMPLE = tuple(
    BY_NAME[name]
    for name in (
        "equal logarithms: second equation",
        "equal logarithms: weights are all one",
        "transfer: second equation, the first half",
        "shuffle: outputs not absorbed",
        "order: a seat that owes decides",
        "order: earlier mixes need not be covered",
    )
)


def by_name(mutation: Mutation) -> str:
    return mutation.name


@pytest.mark.parametrize("mutation", MUTATIONS, ids=by_name)
def test_a_mutation_fits_the_sources(mutation: Mutation) -> None:
    """Its places are found exactly once, what comes of it is Python, and its tests exist."""
    for text in Sources(ROOT).mutated(mutation.edits).values():
        ast.parse(text)
    assert mutation.tests
    for test in mutation.tests:
        path, _, name = test.partition("::")
        assert f"def {name.partition('[')[0]}(" in (ROOT / path).read_text(), test


def test_names_tell_mutations_apart() -> None:
    assert len(BY_NAME) == len(MUTATIONS)


@pytest.mark.parametrize("old", ["no such line", "import"])
def test_a_place_that_is_not_found_once_is_an_error(old: str) -> None:
    with pytest.raises(Unnoticed, match=r"crypto/dleq\.py"):
        Sources(ROOT).mutated([Edit("crypto/dleq.py", old, "")])


@pytest.fixture(scope="module")
def sources() -> Iterator[Sources]:
    with copy_of_sources() as copy:
        yield copy


@pytest.mark.slow
def test_the_sample_passes_without_mutations(sources: Sources) -> None:
    check_baseline(sources, SAMPLE)


@pytest.mark.slow
@pytest.mark.parametrize("mutation", SAMPLE, ids=by_name)
def test_a_mutation_is_noticed(sources: Sources, mutation: Mutation) -> None:
    check_noticed(sources, mutation)


@pytest.mark.slow
def test_a_mutation_that_takes_nothing_out_is_an_error(sources: Sources) -> None:
    (first, *_) = SAMPLE
    same = [replace(edit, new=edit.old) for edit in first.edits]
    with pytest.raises(Unnoticed, match="passes all the same"):
        check_noticed(sources, replace(first, edits=tuple(same)))


@pytest.mark.slow
@pytest.mark.parametrize("new", ["raise OSError", "def ("])
def test_a_test_that_fails_for_another_reason_is_an_error(sources: Sources, new: str) -> None:
    line = "    expect_length(proof, PROOF_LENGTH)\n"
    wrong = Mutation("", (Edit("crypto/dleq.py", line, f"    {new}\n"),), SAMPLE[0].tests)
    with pytest.raises(Unnoticed, match=r"another reason|cannot be run"):
        check_noticed(sources, wrong)

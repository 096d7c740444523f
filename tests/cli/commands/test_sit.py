"""What ends in a place at a table, before there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.commands.sit import _settings


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('asks = "all"\n', ""),
        (f"asks = {'[' * 5000}", "nested far too deep"),
        (f"asks = {'9' * 5000}", "a number that is far too long"),
        ("asks = ", "is no TOML file"),
    ],
)
def test_settings_that_cannot_be_read_are_a_sentence_in_line_mode_too(
    text: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CROWNLESS_HOME", str(tmp_path))
    (tmp_path / "settings.toml").write_text(text)
    assert _settings() == ({} if said else {"asks": "all"})
    out = " ".join(capsys.readouterr().out.split())
    assert said in out
    assert bool(out) is bool(said)

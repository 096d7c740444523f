"""What docs/balance/fortress.md says beside its figures (bench/balance/fortress.py)."""

from __future__ import annotations

from typing import Final

TEXT: Final = """# Heir Apparent: Fortress: how even it is

Written by `python -m bench.balance fortress`: games among bots by fixed seeds, played by the rules
alone. A *quick* game has the options of that preset, a *full* one the defaults.{stopped}

## Among strong bots

How games end, in percent of them: with enough *Artifacts*; with one player left (*last in*); all
out in one round; with {quiet} rounds in which nobody made an Artifact and nobody went out
(FTB-11); or by the *cap*. Rounds are the median, with the first and the last decile. Wins are by
seat, and by place on the ring of starts as it was drawn; in brackets the greatest as a multiple of
even, and chi squared with its bound at p = 0.01. *Sees*: in how many percent of its rounds a seat
has a rival's Unit in sight. *Fight*: in how many percent of the rounds somebody is hit.

| options | seats | games | Artifacts | last in | all out | no Artifact | cap | rounds | \
wins by seat | wins by place | sees | fight |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
{rows}

## Strengths

Quick games of one bot against one, two or three others of a strength below; it changes seats.

| bots | games | wins, % | even, % |
| --- | --- | --- | --- |
{duels}

Quick games in which every seat may have a bot of any strength: how often a seat of each won, as a
multiple of even.

| seats | games | strong | fair | gentle |
| --- | --- | --- | --- | --- |
{mixed}

## Counts that are padded

The most that any seat needed in {total} quick games, and how many there is room for: cells asked
about in *sight*; own cells (*tags*); cells asked about in *battle*; cells *shot* at; and cells to
*open* at the first sight, then to round 20, then later, those put off before among them. *Put off*:
in how many percent of its rounds a seat had to put off some, and the most rounds in a row. Tags
and what is asked in a battle follow from the limit of Units and cannot be exceeded.
What happens at a limit is a rule: the nearest come first (FTD-19, FTB-9).

| seats | games | sight | tags | battle | shot | open | to 20 | later | put off, % | in a row |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
{limits}

{changes}"""

CHANGES: Final = """## What it shows, and what was changed because of it

* **Full games were wars.** With the first bots 4 to 12 in a hundred of them ended by twelve
  Artifacts, 51 to 76 with one player left. Two causes were found:
  * The bots fought badly at home: they shot at where rivals had been, nobody stood on a Tile that
    was about to be attacked, and carriers kept away from any Cavalry in sight, which stopped all
    work at home. A strong bot now reckons what rivals can attack this round, stands there (a blow
    is split between Unit and Tile), and shoots there; it carries home in loads of three, digs with
    eight Units at most and with everybody who is idle, and in a long game keeps more Cavalry at
    home.
  * That was not enough, and cannot be: in 20 full games of two a rival's Cavalry came onto 41
    Workshops of a seat that only guarded, and 40 of them fell, most with Cavalry on them and three
    or four Archers around. Six points of health last three rounds, the attacker four; both are the
    rulebook's. Bots that sent everybody to war beat those that built by 18 games of 20. To let
    Units heal or Tiles be repaired at home (by one to four points a round) changed nothing in who
    wins, with the bots of then.
* **So the pieces have more of what Artifacts are made in, and of what guards it** (FTB-12): each of
  their hexes is a Workshop in 5 lots of 13 (before: 2), a Ballista in 4 (1), a Wall in 3 (7) and a
  Lodging in 1 (3). The rulebook does not say what is on the pieces; those of before are an option
  of the table (*walls*), for which the padded counts hold as well: of 150 quick games with them two
  in three were won by Artifacts, of 60 full ones one in five. In the games by which the lots were
  chosen a bot that sends everybody to war won 48 of 90 full games of two against one that keeps a
  guard, and 15 of 50 of four (12.5 would be even); with the lots of before 14 of 20 of two. Raids
  still pay, and all strong bots make them.
* **A quick game is a race** of some seventeen rounds; somebody is hit in one round of three at two
  seats, in two of three at six. At four seats sixteen rounds are eight minutes at 30 seconds each;
  nine games of ten are over in ten minutes (20 rounds), 99 of a hundred in 34 (68 rounds), and two
  of 600 took more than 45 (90 rounds).
* **Quiet ends** are rare now. The rule of forty rounds without an Artifact (FTB-11) stays: with
  thirty, 17 of 60 quick games of the first bots ended in the midst of a war; with none, 8 of 60
  went on to the cap.
* **Padded counts** stay as they are: 136, 168, 184, 200 and 208 cells asked about in sight; 48, 24
  and 8 openings. Nothing that a seat asks, has or shoots at came to its limit. The first bots,
  which rode out more, came to 200 of 208 cells at six seats. What is put off is rare and short.
* **No seat has an edge**: in every row the greatest is at most 1.19 times even, and no row is
  beyond its bound; where 500 games had left it in doubt, at three seats, a thousand were played.
  **One place has**: with five seats the last on the ring won 246 quick games of a thousand (200
  would be even). Its ring of 48 cells cannot be cut into five equal parts: three gaps are of ten
  cells and two of nine, and this start alone has ten on both sides. It falls to a seat by chance,
  so nobody can choose it. Starts and decks stay as they were.
"""

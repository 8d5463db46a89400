"""The scenario command: a slip of the pen is an error, never a pass; what fails is said."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.services.scenario.runner import run_document, run_paths

TABLE = {
    "preset": "parlor",
    "seats": {"Ann": "mafia", "Bob": "doctor", "Cat": "detective", "Dan": "citizen", "Eve": "citizen"},
}


def failures(*steps: object, **more: object) -> str:
    return "\n".join(run_document("it", {**TABLE, "steps": list(steps), **more}).failures)


def run(*paths: Path) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("scenario", *map(str, paths), stdout=out)
    except SystemExit as exit_:
        return int(str(exit_.code)), out.getvalue()
    return 0, out.getvalue()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"sates": {}}, "unknown key: 'sates'"),
        ({"preset": "parlour"}, "unknown preset"),
        ({"seats": {"Ann": "wizard"}}, "unknown role: 'wizard'"),
        ({"seats": {"host": "mafia"}}, "nobody can be called 'host'"),
        ({"seats": {"A, B": "mafia"}}, "nobody can be called"),
        ({"seats": []}, "seats maps names to roles"),
        ({"options": {"doctor_sefl": True}}, "unknown option: 'doctor_sefl'"),
        ({"options": []}, "options maps"),
        ({"options": {"roles": {"wizard": 1}}}, "unknown role"),
        ({"options": {"roles": ["wizard"]}}, "unknown role"),
        ({"options": {"roles": 3}}, "roles maps roles to counts"),
        ({"options": {"tie": "perhaps"}}, "expected ok, found refused OPTION_CHOICE"),
        ({"start": "maybe"}, "unknown start"),
        ({"start": {"refused": "BORED"}}, "unknown reason"),
        ({"start": {"ok": "NO_MAFIA"}}, "unknown start"),
        ({"start": "refused", "steps": ["end"]}, "must not start has no steps"),
        ({"start": "refused"}, "expected refused , found started"),
        ({"start": {"refused": "NO_MAFIA"}}, "expected refused NO_MAFIA, found started"),
        ({"start": "warned"}, "found no warning"),
        ({"start": {"warned": "MANY_MAFIA"}}, "expected warned MANY_MAFIA"),
        ({"seats": {"Ann": "mayor", "Bob": "mafia"}}, "found refused TOO_FEW_PLAYERS"),
        ({"seed": True}, "seed is a number or a word"),
        ({"name": 3}, "name is a text"),
        ({"host": "Ann"}, "unknown host"),
        ({"steps": {}}, "steps is a list"),
    ],
)
def test_what_is_no_scenario_fails(more: dict[str, object], message: str) -> None:
    assert message in "\n".join(run_document("it", {**TABLE, **more}).failures)


def test_a_document_that_is_no_mapping_fails() -> None:
    assert run_document("it", ["Ann"]).failures == ("a scenario is a mapping",)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("stop", "a step is `end` or one key"),
        ({"until": "dawn"}, "unknown phase of this preset: 'dawn'"),
        ({"wait": "long"}, "wait how many seconds?"),
        ({"wait": -1}, "wait how many seconds?"),
        ({"Zoe": "kill Dan"}, "unknown step or name: 'Zoe'"),
        ({"Ann": "kil Dan"}, "unknown verb: 'kil'"),
        ({"Ann": "kill"}, "unknown name: ''"),
        ({"Ann": "kill Zoe"}, "unknown name: 'Zoe'"),
        ({"Ann": "kill nobody"}, "unknown name: 'nobody'"),
        ({"Ann": "hold Dan"}, "hold aims at nobody"),
        ({"Ann": "say"}, "say what?"),
        ({"Ann": "say@moon hi"}, "unknown talk: 'moon'"),
        ({"Ann": "kill@table Dan"}, "kill is said in no talk"),
        ({"Ann": "tag Bob nice"}, "unknown tag: 'nice'"),
        ({"Ann": 5}, "not an action: 5"),
        ({"Ann": []}, "no action"),
        ({"Ann": "next"}, "unknown verb: 'next'"),
        ({"host": "kill Dan"}, "unknown verb: 'kill'"),
        ({"host": "undo"}, "unknown verb: 'undo'"),
        ({"Ann": {"try": "kill Dan"}}, "an attempt has `try` and `refused`"),
        ({"Ann": {"try": "kill Dan", "refused": "BORED"}}, "unknown reason: 'BORED'"),
        ({"expect": {}}, "expect maps what to look at"),
        ({"expect": {"alvie": ["Ann"]}}, "unknown expectation: 'alvie'"),
        ({"expect": {"alive": ["Zoe"]}}, "unknown name: 'Zoe'"),
        ({"expect": {"day": "one"}}, "not a whole number"),
        ({"expect": {"over": "yes"}}, "neither true nor false"),
        ({"expect": {"seconds": "few"}}, "not a number of seconds"),
        ({"expect": {"phase": "noon"}}, "unknown phase"),
        ({"expect": {"out_by": ["Dan"]}}, "not a map"),
        ({"expect": {"learned": {"Cat": {"Ann": "evil"}}}}, "unknown result"),
        ({"expect": {"learned": {"Cat": {"Ann": "visited:Zoe"}}}}, "unknown name"),
        ({"expect": {"public": ["died"]}}, "unknown news: 'died'"),
        ({"expect": {"public": [3]}}, "not news"),
        ({"expect": {"public": ["fled:Dan"]}}, "unknown news: 'fled'"),
        ({"expect": {"one_of": []}}, "one_of is a list"),
        ({"expect": {"can": {"Ann": ["kil"]}}}, "unknown verb"),
    ],
)
def test_what_is_no_step_fails_with_its_number(step: object, message: str) -> None:
    failed = failures(step)
    assert failed.startswith("step 1: ")
    assert message in failed


@pytest.mark.parametrize(
    ("expectation", "message"),
    [
        ({"alive": ["Ann"]}, "alive: expected [Ann], found [Ann, Bob, Cat, Dan, Eve]"),
        ({"over": True}, "over: expected true, found false"),
        ({"winners": ["Ann"]}, "winners: expected [Ann], found the game goes on"),
        ({"winning": "nobody"}, "winning: expected [nobody], found the game goes on"),
        ({"out_by": {"Dan": "killed"}}, "out_by Dan: expected killed, found alive"),
        ({"learned": {"Cat": {"Ann": "mafia"}}}, "learned Cat: expected {Ann: mafia}, found {Ann: nothing}"),
        ({"learned": {"Cat": {"Ann": "visited:Bob"}}}, "found {Ann: nothing}"),
        ({"knows": {"Bob": {"Ann": "mafia"}}}, "knows Bob: expected {Ann: mafia}, found {Ann: hidden}"),
        ({"hidden": {"Ann": ["Ann", "Bob"]}}, "hidden Ann: expected [Ann, Bob], found [Bob]"),
        ({"shown": {"Dan": "citizen"}}, "shown Dan: expected citizen, found none"),
        ({"can": {"Ann": ["kill Dan", "ready"]}}, "can Ann: expected [kill Dan, ready], found [ready]"),
        ({"cannot": {"Ann": ["ready"]}}, "cannot Ann: expected [ready], found []"),
        ({"tally": {"Dan": 1}}, "tally Dan: expected 1, found 0"),
        ({"left": {"skip_budget": 1}}, "left skip_budget: expected 1, found nothing that is counted"),
        ({"silenced": "Ann"}, "silenced: expected [Ann], found []"),
        ({"tags": {"Ann": {"Bob": "evil"}}}, "tags Ann: expected {Bob: evil}, found {Bob: none}"),
        ({"public": ["nobody_died", "died:Dan"]}, "public: expected [died:Dan, nobody_died], found []"),
        ({"one_of": [{"day": 3}, {"over": True}]}, "expected one of these to hold, found [day: expected 3"),
    ],
)
def test_what_does_not_hold_is_said(expectation: object, message: str) -> None:
    assert message in failures({"expect": expectation})


def test_each_failure_is_told_and_the_rest_goes_on() -> None:
    failed = failures(
        {"until": "night"},
        {"Dan": "kill Eve"},
        {"Ann": {"try": "kill Dan", "refused": "any"}},
        {"Ann": {"try": "kill Ann", "refused": "TARGET_OUT"}},
        {"expect": {"phase": "vote"}},
    ).splitlines()
    assert [line.rpartition(": expected ")[2] for line in failed] == [
        "accepted, found refused NO_SUCH_POWER",
        "refused any, found accepted",
        "refused TARGET_OUT, found refused SELF_TARGET",
        "vote, found night",
    ]
    assert [line.partition(": ")[0] for line in failed] == ["step 2", "step 3", "step 4", "step 5"]
    assert failed[0].startswith("step 2: Dan: kill Eve: ")


def test_words_of_other_presets_are_refused_as_the_engine_refuses_them() -> None:
    steps = [
        {"until": "night"},
        *({"Ann": {"try": verb, "refused": "NO_SUCH_POWER"}} for verb in ("guard Bob", "alert", "reveal")),
        {"Ann": {"try": "tag Bob evil", "refused": "NO_JOURNAL"}},
        {"moderator": {"try": "enter Dan kill Ann", "refused": "NOT_MODERATOR"}},
        {"moderator": {"try": "mark_out Ann", "refused": "any"}},
        {"moderator": ["disconnect", "return"]},
        {"host": {"try": "finalize", "refused": "any"}},
    ]
    assert failures(*steps) == ""


def test_a_phase_can_only_end_while_one_runs() -> None:
    assert "no phase is running" in failures({"until": "over"}, "end")
    assert "no phase is running" in failures({"host": "pause"}, "end")


def test_until_a_game_is_over_stops_there() -> None:
    assert failures({"until": "over"}, {"until": "vote"}, {"wait": 5}, {"expect": {"over": True}}) == ""


def test_counts_may_stand_by_the_roles_own_names() -> None:
    assert failures(options={"mafia": 1, "roles": ["doctor", "citizen"]}) == ""


def test_the_command_counts_and_fails(tmp_path: Path) -> None:
    good = "preset: parlor\nseats: {Ann: mafia, Bob: doctor, Cat: detective, Dan: citizen, Eve: citizen}\n"
    (tmp_path / "good.yaml").write_text(f"name: fine\n{good}---\n{good}steps: [{{expect: {{day: 0}}}}]\n")
    assert run(tmp_path) == (0, "2 passed, 0 failed\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "bad.yml").write_text(f"name: wrong\n{good}steps: [{{expect: {{day: 9}}}}]\n")
    code, printed = run(tmp_path)
    assert code == 1
    assert "bad.yml#1 (wrong)\n  step 1: expect: day: expected 9, found 0\n" in printed
    assert printed.endswith("2 passed, 1 failed\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no scenario in this file"),
        ("{", "bad.yaml"),
        ("seats: {Ann: mafia, Ann: doctor}", "Ann stands here twice"),
        ("seats: {yes: mafia}", "True is no word"),
        ("\x00", "bad.yaml"),
    ],
)
def test_files_that_cannot_be_read_fail(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(text)
    code, printed = run(file)
    assert code == 1
    assert message in printed


def test_paths_that_lead_nowhere_fail(tmp_path: Path) -> None:
    outcomes = list(run_paths([tmp_path, tmp_path / "missing.yaml"]))
    assert [outcome.passed for outcome in outcomes] == [False, False]


RANKED = {
    "preset": "ranked",
    "options": {"skip_budget": 1, "vigilante_shots": 2, "vote_seconds": 40, "talk_seconds": "auto"},
    "seats": {
        "Ann": "killer",
        "Bob": "framer",
        "Cat": "silencer",
        "Dan": "vigilante",
        "Eve": "doctor",
        "Flo": "bodyguard",
        "Gus": "detective",
        "Hal": "consigliere",
        "Ida": "jester",
        "Joe": "citizen",
    },
}


def ranked(*steps: object) -> str:
    return "\n".join(run_document("it", {**RANKED, "steps": list(steps)}).failures)


def test_words_of_ranked_are_played() -> None:
    steps: list[object] = [
        {"until": "night"},
        {"Ann": ["kill Joe", "confirm"]},
        {"Bob": "frame Eve"},
        {"Cat": "silence Gus"},
        {"Dan": {"try": "guard Joe", "refused": "NO_SUCH_POWER"}},
        {"Dan": "shoot Hal"},
        {"Flo": "guard Joe"},
        {"Gus": "investigate Eve"},
        {"Hal": "investigate Gus"},
        {"Ida": "suspect Ann"},
        {"expect": {"left": {"Dan": 2, "skip_budget": 1}, "speaks": {"Ann": "mafia", "Eve": []}}},
        "end",
        {
            "expect": {
                "phase": "dawn",
                "public": ["died:Flo", "died:Hal"],
                "learned": {"Gus": {"Eve": "mafia"}, "Hal": {"Gus": "detective"}},
                "silenced": "Gus",
                "left": {"Dan": 1},
            }
        },
        {"until": "day"},
        {"expect": {"seconds": 110, "speaks": {"Gus": [], "Joe": "table"}, "hears": {"Gus": "table"}}},
        {"Gus": {"try": "say hello", "refused": "MAY_NOT_WRITE"}},
        {"until": "night"},
        {"expect": {"left": {"skip_budget": 0}, "public": ["skip_spent:0", "skip_spent"], "silenced": []}},
        {"until": "vote"},
        {"Joe": "vote Ann"},
        {"Eve": "vote Bob"},
        {"expect": {"sees_votes": {"Gus": "names"}, "tally": {"Ann": 1, "Bob": 1}, "seconds": 40}},
        "end",
        {"expect": {"phase": "runoff", "public": ["tie", "runoff:Ann,Bob"], "seconds": 15}},
        {"Joe, Eve": "vote Bob"},
        "end",
        {
            "expect": {
                "phase": "last_defense",
                "public": "condemned:Bob",
                "speaks": {"Bob": "table", "Ann": []},
                "seconds": 5,
                "alive_count": 8,
            }
        },
        {"Bob": "ready"},
        {"expect": {"out_by": {"Bob": "eliminated"}, "shown": {"Bob": "none"}, "public": "eliminated:Bob"}},
    ]
    assert ranked(*steps) == ""


def test_what_does_not_hold_in_ranked_is_said() -> None:
    steps = ({"expect": {"left": {"skip_budget": 5, "Joe": 1}, "silenced": "Joe"}},)
    assert [line.partition("expect: ")[2] for line in ranked(*steps).splitlines()] == [
        "left skip_budget: expected 5, found 1",
        "left Joe: expected 1, found nothing that is counted",
        "silenced: expected [Joe], found []",
    ]

"""Reading what somebody does."""

from collections.abc import Collection, Mapping

from games.engine.errors import Reason

from . import words
from .model import Action, Acts, Attempt, ScenarioError
from .words import Aim


def one_of(value: object, known: Collection[str], what: str) -> str:
    """``value`` if it is one of ``known``."""
    if not isinstance(value, str) or value not in known:
        raise ScenarioError(f"unknown {what}: {value!r}")
    return value


def read_action(
    text: object, names: Collection[str], verbs: Mapping[str, Aim], *, bare: bool = False
) -> Action:
    """An action such as ``kill Dan``.  ``bare`` allows a verb to stand without what it aims at."""
    if not isinstance(text, str) or not text.strip():
        raise ScenarioError(f"not an action: {text!r}")
    verb, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    verb, at, talk = verb.partition("@")
    aim = verbs[one_of(verb, verbs, "verb")]
    if at:
        if aim is not Aim.TEXT:
            raise ScenarioError(f"{verb} is said in no talk: {text!r}")
        one_of(talk, words.TALKS, "talk")
    if bare and not rest:
        return Action(text, verb, talk=talk or "table")
    match aim:
        case Aim.NOTHING:
            if rest:
                raise ScenarioError(f"{verb} aims at nobody: {text!r}")
            return Action(text, verb)
        case Aim.SEAT:
            return Action(text, verb, one_of(rest, names, "name"))
        case Aim.BALLOT:
            return Action(text, verb, one_of(rest, {*names, "nobody"}, "name"))
        case Aim.TEXT:
            if not rest:
                raise ScenarioError("say what?")
            return Action(text, verb, talk=talk or "table", line=rest)
        case Aim.TAG:
            target, _, tag = rest.partition(" ")
            one_of(tag.strip(), words.TAGS, "tag")
            return Action(text, verb, one_of(target, names, "name"), line=tag.strip())
        case Aim.FOR_SOMEONE:
            someone, _, deed = rest.partition(" ")
            inner = read_action(deed, names, words.PLAYER_VERBS)
            return Action(text, verb, one_of(someone, names, "name"), inner=inner)


def _verbs(actor: str) -> Mapping[str, Aim]:
    presence = {words.DISCONNECT: Aim.NOTHING, words.RETURN: Aim.NOTHING}
    special = {
        words.HOST: words.HOST_VERBS,
        words.MODERATOR: words.MODERATOR_VERBS | presence,
        words.NARRATOR: presence,
        words.WATCHER: presence,
    }
    return special.get(actor, words.PLAYER_VERBS | presence)


def _read_attempt(value: object, names: Collection[str], verbs: Mapping[str, Aim]) -> Attempt:
    if not isinstance(value, Mapping):
        return Attempt(read_action(value, names, verbs))
    if set(value) != {"try", "refused"}:
        raise ScenarioError(f"an attempt has `try` and `refused`, not {sorted(map(str, value))}")
    reason = one_of(value["refused"], {"any", words.MAY_NOT_WRITE, *Reason}, "reason")
    return Attempt(read_action(value["try"], names, verbs), reason)


def read_acts(actors: str, value: object, names: Collection[str]) -> Acts:
    """``NAME: ACTION``, where several names and several actions may stand."""
    known = {*names, words.HOST, words.MODERATOR, words.NARRATOR, words.WATCHER}
    who = tuple(one_of(actor.strip(), known, "step or name") for actor in actors.split(","))
    values = value if isinstance(value, list) else [value]
    if not values:
        raise ScenarioError("no action")
    verbs = [_verbs(actor) for actor in who]
    shared = {verb: aim for verb, aim in verbs[0].items() if all(verb in other for other in verbs)}
    return Acts(who, tuple(_read_attempt(item, names, shared) for item in values))

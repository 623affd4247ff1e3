"""The games as OpenSpiel knows them."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from tablee.envs.batched import positive
from tablee.envs.features import ACTIONS
from tablee.envs.openspiel.observer import Observer, Scope, observer_of
from tablee.envs.openspiel.position import TERMINAL, Position, Table
from tablee.envs.openspiel.resampling import resampled
from tablee.match import TITLES, settle
from tablee.rules import GAMES, hornochsen, yucata
from tablee.rules.contract import CHANCE, BadOption

# Lower than elsewhere: an information state has room for every move of the longest game.
MOST = 1_000
# What each game is loaded with, unless something else is asked for.
PARAMETERS: dict[str, dict[str, Any]] = {
    "yucata": {"players": 2, "layout": yucata.DEFAULT_LAYOUT},
    "hornochsen": {"players": 2, "collecting_ends_turn": False},
    "yellowstone": {"players": 2, "edge": False, "neutral": "off", "most": MOST},
}

OBSERVATION = Scope(public=True, private=True, recall=False)
INFORMATION_STATE = Scope(public=True, private=True, recall=True)


def longest(game: str, seats: int) -> int:
    """Decisions that no game without a cap exceeds."""
    if game == "yucata":
        # Two rounds of all seven cards go 34 spaces at least, and three more cards 37 of the 38.
        return 17 * seats + 1
    # Each ox card, each special, and after each but a seat's last one the end of the turn.
    return seats * (2 * (int(hornochsen.HAND_SIZE[seats]) + 2) - 1)


def table_of(game: str, parameters: Mapping[str, Any]) -> Table:
    """What parameters of OpenSpiel ask for, or BadOption."""
    options = dict(parameters)
    seats, most = options.pop("players"), options.pop("most", None)
    if options.get("layout") == "random":
        raise BadOption("OpenSpiel loads a game many times: its layout can't be random.")
    if options.get("neutral") == "off":
        del options["neutral"]  # what is off may be said with any number of seats
    _, settled = settle(game, seats, 0, options, lambda _: 0)
    if most is None:
        most = longest(game, seats)
    most = positive("The most decisions of a game", most)
    return Table(game, seats, tuple(settled.items()), most)


def kind_of(game: str) -> Any:
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    open_to_all = game == "yucata"
    return pyspiel.GameType(
        short_name=f"tablee_{game}",
        long_name=TITLES[game],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.DETERMINISTIC if open_to_all else chance.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION
        if open_to_all
        else information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=GAMES[game].SEATS[-1],
        min_num_players=GAMES[game].SEATS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=PARAMETERS[game],
    )


class Game(pyspiel.Game):  # type: ignore[misc] # OpenSpiel comes without types
    """One of the games; the class of each says which."""

    name: str
    kind: Any

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        self.table = table_of(self.name, PARAMETERS[self.name] | dict(parameters or {}))
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS[self.name],
            max_chance_outcomes=len(GAMES[self.name].CHANCES),
            num_players=self.table.seats,
            min_utility=-1 / (self.table.seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.table.most,
        )
        super().__init__(self.kind, info, parameters or {})
        self.opening = Position(self.table)  # where each game begins, to be copied

    def new_initial_state(self) -> "State":
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.table.draws

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer | None:
        """An observer for OpenSpiel's kind of it; none of them sees the cards of all players."""
        if parameters:
            raise BadOption("Observations have no parameters.")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.table, Scope(kind.public_info, private, kind.perfect_recall))


class State(pyspiel.State):  # type: ignore[misc]
    """A position; what OpenSpiel asks for most often is answered without a detour through C++."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position = game.opening.copy()

    def current_player(self) -> int:
        return self.position.actor

    def is_terminal(self) -> bool:
        return self.position.actor == TERMINAL

    def is_chance_node(self) -> bool:
        return self.position.actor == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        position = self.position
        if player is None or player == position.actor or position.actor == CHANCE:
            return position.desk[: position.count].tolist()  # asked more often than all else
        if player < 0:
            raise pyspiel.SpielError(f"There is no player {player}.")
        return []

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.odds()

    def _apply_action(self, action: int) -> None:
        self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        rules = GAMES[self.position.table.game]
        return rules.CHANCES[action] if player == CHANCE else rules.MOVES[action]

    def returns(self) -> list[float]:
        return self.position.returns()

    def observation_tensor(self, player: int | None = None) -> list[float]:
        return self._tensor(OBSERVATION, player) or super().observation_tensor(player)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        return self._tensor(INFORMATION_STATE, player) or super().information_state_tensor(player)

    def _tensor(self, scope: Scope, player: int | None) -> list[float]:
        """Nothing for a player that there is not."""
        position = self.position
        viewer = position.actor if player is None else player
        if not 0 <= viewer < position.table.seats:
            return []
        observer = observer_of(position.table, scope)
        observer.set_from(self, viewer)
        return observer.tensor.tolist()

    def resample_from_infostate(self, player: int, sampler: Any) -> "State":
        """A game that `player` can't tell from this one: its hidden cards are others."""
        state: State = self.get_game().new_initial_state()
        for move in resampled(self.position, player, int(sampler() * (1 << 53))):
            state.apply_action(move)
        return state

    def __str__(self) -> str:
        return str(self.position)


class Yucata(Game):
    name, kind = "yucata", kind_of("yucata")


class Hornochsen(Game):
    name, kind = "hornochsen", kind_of("hornochsen")


class Yellowstone(Game):
    name, kind = "yellowstone", kind_of("yellowstone")

"""Learn a game for two by playing against oneself: PPO in PyTorch, all in one file.

    pip install torch
    python examples/ppo.py hornochsen --minutes 30 --log curve.jsonl
    python examples/curve.py curve.jsonl curve.svg

One network plays both seats of many games at once (`tablee.envs.batch`). From time to time it plays
against a bot (`gymnasium.make`), greedily, in either seat: the line that is written then.
"""

import argparse
import json
import math
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import gymnasium
import numpy as np
import torch
from torch import nn

import tablee.envs
import tablee.envs.gymnasium  # makes the environments known
from tablee.envs.features import ACTIONS, PLANES

GAMES, STEPS = 256, 64  # games side by side, and decisions in each between two updates
EPOCHS, MINIBATCH = 3, 512
CLIP, ENTROPY, VALUE, LARGEST_STEP = 0.2, 0.01, 0.5, 0.5
LAMBDA = 0.95
RATE = 1e-3  # falls to 0 as time goes by
WORTH = {"yucata": 10, "hornochsen": 20, "yellowstone": 15}  # a margin that counts as a full win
CARD_PLANES, CARD_PLACES = 9, 104  # in Hornochsen!, card n is at place n of the first planes


class Net(nn.Module):
    """A plain network; for Hornochsen!, one for all cards adds what a single card says."""

    def __init__(self, game: str, hidden: int = 128) -> None:
        super().__init__()
        scale = [np.full(plane.size, 1 / max(plane.high, 1)) for plane in PLANES[game]]
        self.register_buffer("scale", torch.tensor(np.concatenate(scale), dtype=torch.float32))
        self.trunk = nn.Sequential(
            layer(len(self.scale), hidden), nn.ReLU(), layer(hidden, hidden), nn.ReLU()
        )
        self.policy = layer(hidden, ACTIONS[game], 0.01)
        self.value = layer(hidden, 1, 1.0)
        self.cards = game == "hornochsen"
        if self.cards:
            self.card = layer(CARD_PLANES, 32)
            self.context = layer(hidden, 32)
            self.lay = layer(32, 3, 0.01)  # the card itself; x2 and +5 under the row it ends

    def forward(self, rows: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of the actions, and what the seat to act expects to win."""
        numbers = rows.float() * self.scale
        trunk = self.trunk(numbers)
        logits = self.policy(trunk)
        if self.cards:
            planes = numbers[:, : CARD_PLANES * CARD_PLACES].unflatten(1, (CARD_PLANES, -1))
            seen = self.card(planes.transpose(1, 2)) + self.context(trunk)[:, None]
            lays = self.lay(seen.relu())[:, :100].transpose(1, 2).flatten(1)
            logits = logits + lays
        logits = logits.masked_fill(masks == 0, -1e9)
        return logits.log_softmax(1), self.value(trunk)[:, 0]


def layer(inputs: int, outputs: int, gain: float = math.sqrt(2)) -> nn.Linear:
    linear = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(linear.weight, gain)
    nn.init.zeros_(linear.bias)
    return linear


@dataclass
class Report:
    """A line of the log."""

    minutes: float  # of learning, as a processor counts them
    decisions: int
    opponent: str
    games: int
    won: float  # joint wins count a half
    error: float  # 95 %


class Player:
    """Both seats of many games, and the network that plays them."""

    def __init__(self, game: str, seed: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)  # the network is small: more of them mostly wait for each other
        self.game, self.net, self.decisions = game, Net(game), 0
        self.optimizer = torch.optim.Adam(self.net.parameters(), RATE, eps=1e-5)
        self.games = tablee.envs.batch(game, GAMES, 2, seed=seed, first=None, reward="margin")
        self.now = self.games.reset(seed)

    @torch.no_grad()
    def play(self) -> dict[str, torch.Tensor]:
        """Some decisions in each game, and for each how much better it went than expected."""
        rows, masks, actions, chances, values, rewards, ended, seats = ([] for _ in range(8))
        for _ in range(STEPS):
            now = self.now
            row, mask = torch.from_numpy(now.observations), torch.from_numpy(now.masks)
            logs, value = self.net(row, mask)
            action = torch.multinomial(logs.exp(), 1)
            self.now = self.games.step(action[:, 0].numpy())
            margin = self.now.rewards[np.arange(GAMES), now.actors] / WORTH[self.game]
            rows.append(row)
            masks.append(mask)
            actions.append(action[:, 0])
            chances.append(logs.gather(1, action)[:, 0])
            values.append(value)
            rewards.append(torch.from_numpy(margin.clip(-1, 1)))
            ended.append(torch.from_numpy(self.now.terminated | self.now.truncated))
            seats.append(torch.from_numpy(now.actors))
        self.decisions += GAMES * STEPS
        last = self.net(torch.from_numpy(self.now.observations), torch.from_numpy(self.now.masks))
        values.append(last[1])
        seats.append(torch.from_numpy(self.now.actors))
        advantages, ahead = [], torch.zeros(GAMES)
        for k in reversed(range(STEPS)):
            # What is good for the one who acts next is bad for the other.
            sign = torch.where(seats[k] == seats[k + 1], 1.0, -1.0) * ~ended[k]
            surprise = rewards[k] + sign * values[k + 1] - values[k]
            ahead = surprise + LAMBDA * sign * ahead
            advantages.insert(0, ahead)
        gained = torch.cat(advantages)
        return {
            "rows": torch.cat(rows),
            "masks": torch.cat(masks),
            "actions": torch.cat(actions),
            "chances": torch.cat(chances),
            "advantages": gained,
            "returns": gained + torch.cat(values[:-1]),
        }

    def learn(self, played: dict[str, torch.Tensor], rate: float) -> None:
        self.optimizer.param_groups[0]["lr"] = rate
        for _ in range(EPOCHS):
            for part in torch.randperm(GAMES * STEPS).split(MINIBATCH):
                some = {name: values[part] for name, values in played.items()}
                logs, value = self.net(some["rows"], some["masks"])
                chosen = logs.gather(1, some["actions"][:, None])[:, 0]
                ratio = (chosen - some["chances"]).exp()
                gain = some["advantages"]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                better = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                missed = (value - some["returns"]).square().mean()
                doubt = -(logs.exp() * logs).sum(1).mean()
                self.optimizer.zero_grad()
                (VALUE * missed - better - ENTROPY * doubt).backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), LARGEST_STEP)
                self.optimizer.step()

    @torch.no_grad()
    def against(self, opponent: str, games: int, seed: int) -> tuple[float, float]:
        """The share of games won in either seat, joint wins as a half, and its error."""
        name = f"tablee/{self.game.capitalize()}-v1"
        table = gymnasium.make(name, seats=2, opponents=[opponent], seat=None)
        results = []
        for number in range(games):
            row, info = table.reset(seed=seed if number == 0 else None)
            over = False
            while not over:
                mask = torch.from_numpy(info["action_mask"])[None]
                logs, _ = self.net(torch.from_numpy(row)[None], mask)
                row, paid, ended, stopped, info = table.step(int(logs.argmax()))
                over = ended or stopped
            results.append((float(paid) + 1) / 2)
        return float(np.mean(results)), 1.96 * float(np.std(results)) / math.sqrt(games)


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("game", choices=WORTH)
    asked.add_argument("--minutes", type=float, default=30.0, help="of learning, on one processor")
    asked.add_argument("--opponent", default="casual", help="a bot to be measured against")
    asked.add_argument("--looks", type=int, default=10, help="how often, before the end")
    asked.add_argument("--games", type=int, default=200, help="each time; five times at the end")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--log", type=Path, help="a JSON object a line")
    asked.add_argument("--net", type=Path, help="where to keep the network")
    given = asked.parse_args()
    player = Player(given.game, given.seed)
    learned, looked = 0.0, -1
    lines = ""
    while True:
        done = min(1.0, learned / (60 * given.minutes))
        if int(done * given.looks) > looked:
            looked = int(done * given.looks)
            games = given.games * (5 if done == 1 else 1)
            won, error = player.against(given.opponent, games, given.seed)
            report = Report(
                learned / 60,
                player.decisions,
                given.opponent,
                games,
                round(won, 4),
                round(error, 4),
            )
            lines += json.dumps(asdict(report)) + "\n"
            if given.log:
                given.log.write_text(lines)
            print(
                f"{report.minutes:5.1f} minutes, {report.decisions:,} decisions: "
                f"{won:.1%} ± {error:.1%} against {given.opponent}",
                flush=True,
            )
        if done == 1:
            break
        start = time.process_time()
        player.learn(player.play(), RATE * (1 - done))
        learned += time.process_time() - start
    if given.net:
        torch.save(player.net.state_dict(), given.net)


if __name__ == "__main__":
    main()

"""What each move of an ended game cost, worked out move by move in the threads of the bots."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from tablee.analysis import Analysis, Decision
from tablee.bots.thinking import Budget
from tablee.web.purse import Owner, Purses
from tablee.web.thinking import Thinking

log = logging.getLogger(__name__)
SECONDS = 0.25  # of thinking about each decision
MOST_KEPT = 200


class Job:
    """An analysis that is under way, or finished."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.analysis = Analysis(record, Budget(seconds=SECONDS))
        self.task: asyncio.Task[None] | None = None

    @property
    def decisions(self) -> list[Decision]:
        return self.analysis.decisions

    @property
    def total(self) -> int:
        return len(self.analysis)

    @property
    def finished(self) -> bool:
        return self.task is not None and self.task.done()


class Analysing:
    def __init__(self, thinking: Thinking, purses: Purses) -> None:
        self._thinking, self._purses = thinking, purses
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def get(self, address: str) -> Job | None:
        return self._jobs.get(address)

    async def begin(self, address: str, record: dict[str, Any], owner: Owner) -> None:
        """Start, unless somebody has done so."""
        if address in self._jobs:
            return
        self._purses.check(owner)
        job = self._jobs[address] = Job(record)
        job.task = asyncio.create_task(self._run(job, owner))
        while len(self._jobs) > MOST_KEPT:
            _, oldest = self._jobs.popitem(last=False)
            if oldest.task:
                oldest.task.cancel()

    async def _run(self, job: Job, owner: Owner) -> None:
        decisions = job.analysis.run()
        try:
            while await self._thinking.ponder(owner, lambda _: one(decisions), lambda: False):
                pass
        except Exception:
            log.exception("An analysis failed.")

    def stop(self) -> None:
        for job in self._jobs.values():
            if job.task:
                job.task.cancel()


def one(decisions: Iterator[Decision]) -> bool:
    """Judge one more decision; whether there was one."""
    return next(decisions, None) is not None

"""How what goes on beside a table is ended.

Held by tests/cli/lifecycle/test_far_words.py and tests/cli/lifecycle/test_home_meeting.py.
"""

from __future__ import annotations

import asyncio
import logging

LOGGER = logging.getLogger("cli.lifecycle.ended_task")


async def over(task: asyncio.Task[None] | None, doing: str) -> None:
    """End it. What it has failed of goes into the log, and keeps nothing else from ending."""
    if task is not None:
        task.cancel()
        await asyncio.wait([task])
        if not task.cancelled() and (error := task.exception()) is not None:
            LOGGER.error("%s has failed", doing, exc_info=error)

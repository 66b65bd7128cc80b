"""The results of the parts of a run: their time, their tests, what failed and what was missing."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from tools.pool import Outcome


@dataclass(slots=True)
class Part:
    """A suite, or the checks of the code: its jobs added up, and what went wrong."""

    title: str
    clock: float = 0.0
    processor: float = 0.0
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    failures: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @property
    def is_failure(self) -> bool:
        """Whether something failed, or in CI could not be run."""
        return bool(self.failures or (self.missing and os.environ.get("CI")))

    def add(self, outcome: Outcome) -> None:
        """Count a job, and the tests of its JUnit report."""
        self.clock += outcome.clock
        self.processor += outcome.processor
        report = outcome.job.report
        names = list(self._count(report)) if report and report.exists() else []
        self.failures += [f"FAILED {self.title}: {name}" for name in names]
        if outcome.code and not names:
            self.failures.append(f"FAILED {outcome.job.title} (ended with {outcome.code})")

    def _count(self, report: Path) -> Iterator[str]:
        """Add the tests of a report; the names of those that failed."""
        for case in ElementTree.parse(report).getroot().iter("testcase"):
            results = {result.tag for result in case}
            if results & {"failure", "error"}:
                self.failed += 1
                yield f"{case.get('classname')}::{case.get('name')}"
            elif "skipped" in results:
                self.skipped += 1
            else:
                self.passed += 1


def report(parts: Sequence[Part], clock: float, processor: float) -> Iterator[str]:
    """What each part took, what went wrong, and the count of all tests."""
    yield f"{'':<12}{'clock':>10}{'processor':>12}{'tests':>8}"
    for part in parts:
        count = part.passed + part.failed + part.skipped
        yield f"{part.title:<12}{part.clock:>8.0f} s{part.processor:>10.0f} s{count or '':>8}"
    yield f"{'all':<12}{clock:>8.0f} s{processor:>10.0f} s"
    for part in parts:
        yield from (f"!!! {text}" for text in (*part.failures, *part.missing))
    passed, failed, skipped = (
        sum(counts)
        for counts in zip(*((p.passed, p.failed, p.skipped) for p in parts), strict=True)
    )
    yield f"{passed} passed, {failed} failed, {skipped} skipped"

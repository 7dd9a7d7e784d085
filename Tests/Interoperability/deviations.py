"""What receivers are known to read differently."""
from dataclasses import dataclass

REFUSED = object()


@dataclass(frozen=True)
class Deviation:
    what: str
    why: str
    receivers: tuple
    readings: dict


DEVIATIONS = []

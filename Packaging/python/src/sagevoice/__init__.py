"""Measures of sustained vowels: F0, jitter, shimmer, HNR, CPPS and more.

A recording is a path, the bytes of a WAV file, or a NumPy array with its sample rate in Hz. Several recordings are a
list of these, a folder, a pattern such as `study/**/*.wav`, or a table with the column `path`. The numbers are those of
the command line `sagevoice`, which the wheel contains. `explain(name)` has the definition and the unit of a measure.

This is a measurement, not a diagnosis.
"""

# The functions are imported at their first use: a process that only starts the program does not need them.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import export as export
    from ._api import *  # noqa: F403
    from ._program import SagevoiceError, binary_path, run, version
    from ._tables import wide

__all__ = [
    "Figure", "Markdown", "Page", "SagevoiceError", "abi", "analyze", "avqi", "baseline", "batch", "binary_path",
    "change", "codebook", "document", "explain", "limits", "plot", "report", "run", "synth", "version", "wide"]


def __getattr__(name: str) -> "Any":
    if name == "export":
        import importlib

        return importlib.import_module(".export", __name__)
    if name not in __all__:
        raise AttributeError(f"module 'sagevoice' has no attribute '{name}'")
    from . import _program as module

    if not hasattr(module, name):
        from . import _api as module  # type: ignore[no-redef]

    globals()[name] = getattr(module, name)
    return globals()[name]


def __dir__() -> "list[str]":
    return [*__all__, "export"]

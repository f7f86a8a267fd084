"""The program of the wheel: its path, its version and its calls."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from typing import Iterable, Union

    Option = Union[str, int, float, bool, None, os.PathLike[str]]

# Exit statuses with results on standard output: every input analysed, a recording refused, an input not opened.
_WITH_RESULTS = (0, 65, 66)


class SagevoiceError(Exception):
    """A wrong call, an absent program or an absent package. A refused recording raises nothing."""


def binary_path() -> str:
    """Returns the path of the program: that of SAGEVOICE_BINARY, else that of the wheel."""
    path = os.environ.get("SAGEVOICE_BINARY") or os.path.join(os.path.dirname(__file__), "bin", "sagevoice")
    if not os.access(path, os.X_OK):
        raise SagevoiceError(f"There is no program at {path}. Install the wheel, or set SAGEVOICE_BINARY.")
    return path


def run(
    *arguments: str | os.PathLike[str], stdin: bytes | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Runs `sagevoice` with the arguments of the command line.

    The result has `returncode` (the exit status), `stdout` and `stderr` as bytes. No status raises an exception.
    """
    import subprocess

    source = subprocess.DEVNULL if stdin is None else None
    command = [binary_path(), *(os.fspath(argument) for argument in arguments)]
    return subprocess.run(command, input=stdin, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def results(arguments: Iterable[str], stdin: bytes = b"") -> bytes:
    """Returns the standard output of a command. Raises `SagevoiceError` with its message if there are no results."""
    # The module subprocess takes as long to load as the program needs to start.
    if hasattr(os, "memfd_create"):
        status, output, errors = _run_with_files(arguments, stdin)
    else:
        ended = run(*arguments, stdin=stdin)
        status, output, errors = ended.returncode, ended.stdout, ended.stderr
    if status not in _WITH_RESULTS or not output:
        raise SagevoiceError(errors.decode("utf-8", "replace").strip() or f"sagevoice ended with status {status}")
    return output


def _run_with_files(arguments: Iterable[str], stdin: bytes) -> tuple[int, bytes, bytes]:
    """Runs the program with its standard streams in files in memory: exit status, output and messages."""
    command = [binary_path(), *arguments]
    streams = [os.memfd_create("sagevoice") for _ in range(3)]
    files = [os.fdopen(stream, "w+b", buffering=0) for stream in streams]
    try:
        files[0].write(stdin)
        files[0].seek(0)
        actions = [(os.POSIX_SPAWN_DUP2, stream, number) for number, stream in enumerate(streams)]
        process = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
        try:
            _, status = os.waitpid(process, 0)
        except BaseException:
            os.kill(process, 9)
            os.waitpid(process, 0)
            raise
        for file in files:
            file.seek(0)
        return os.waitstatus_to_exitcode(status), files[1].read(), files[2].read()
    finally:
        for file in files:
            file.close()


def version() -> str:
    """Returns the version of the program, such as `0.22.0`. Every row of `analyze` has it as well."""
    return results(["--version"]).decode().strip()


def option_arguments(options: dict[str, Option]) -> list[str]:
    """Returns keyword arguments as options of the command line: `pitch_range="75:600"` is `--pitch-range=75:600`.

    None and False are left out, True is an option without a value.
    """
    arguments: list[str] = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            arguments.append(option)
        elif value is not None and value is not False:
            arguments.append(f"{option}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
    return arguments


def main() -> None:
    """Replaces this process by the program: the command `sagevoice` of the wheel."""
    os.execv(binary_path(), ["sagevoice", *sys.argv[1:]])

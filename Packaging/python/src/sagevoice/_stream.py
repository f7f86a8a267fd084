"""A process that measures recordings in memory, and stays open for the next call."""

from __future__ import annotations

import atexit
import csv
import io
import itertools
import os
import subprocess
import threading

from ._program import SagevoiceError, binary_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable, Iterator, Sequence

#: Seconds until unused processes are closed.
IDLE_SECONDS = 60.0

#: Unused processes by their command.
_idle: dict[tuple[str, ...], "_Stream"] = {}
_lock = threading.Lock()
_timer: threading.Timer | None = None


def streamed_rows(arguments: Sequence[str], recordings: Iterable[bytes], count: int) -> Iterator[list[str]]:
    """Returns the table of `analyze --format long` for the bytes of `count` WAV files: first the names, then the rows.

    Calls with the same arguments use the same process. Concurrent calls have a process each.
    """
    global _timer
    command = (binary_path(), *arguments, "--stdin-stream")
    with _lock:
        stream = _idle.pop(command, None)
    if stream is None or stream.process.poll() is not None:
        stream = _Stream(command)
    try:
        table = stream.analyze(recordings, count)
    except BaseException:
        stream.close()
        raise
    # A process that has read a file, such as a profile, does not see its next version.
    has_file = any(os.path.exists(argument.partition("=")[2]) for argument in arguments)
    unused: _Stream | None = stream
    with _lock:
        if not has_file:
            unused, _idle[command] = _idle.get(command), stream
            if _timer is not None:
                _timer.cancel()
            _timer = threading.Timer(IDLE_SECONDS, close_idle)
            _timer.daemon = True
            _timer.start()
    if unused is not None:
        unused.close()
    return table


def close_idle() -> None:
    """Closes the unused processes."""
    with _lock:
        streams = list(_idle.values())
        _idle.clear()
    for stream in streams:
        stream.close()


def _forget() -> None:
    """Leaves the processes to the parent after a fork."""
    global _lock, _timer
    _lock, _timer = threading.Lock(), None
    _idle.clear()


atexit.register(close_idle)
os.register_at_fork(after_in_child=_forget)


class _Stream:
    """A process of `analyze --stdin-stream`, which prints the rows of a recording when they are complete."""

    def __init__(self, command: Sequence[str]) -> None:
        # Ctrl-C must not reach an unused process: it has its own session.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self._input, self._errors = self.process.stdin, self.process.stderr
        self._output = io.TextIOWrapper(self.process.stdout, encoding="utf-8", newline="")
        self._rows = csv.reader(self._output)
        self._names: list[str] = []
        self._rows_each = 0

    def analyze(self, recordings: Iterable[bytes], count: int) -> Iterator[list[str]]:
        """Returns the names and the rows of recordings. Close the stream after an exception."""
        failure: list[BaseException] = []

        def write() -> None:
            try:
                # The number of rows of an empty recording is that of each recording.
                for recording in recordings if self._names else itertools.chain([b""], recordings):
                    self._input.write(len(recording).to_bytes(4, "little"))
                    self._input.write(recording)
                self._input.flush()
            except BrokenPipeError:
                pass  # The process has ended; its message says why.
            except BaseException as error:
                failure.append(error)
                self.process.kill()

        # The process prints rows while it reads.
        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        rows: list[list[str]] = []
        if not self._names:
            self._names = next(self._rows, [])
            for row in self._rows:
                if row[0] != "stream_0.wav":
                    rows.append(row)
                    break
                self._rows_each += 1
        rows += itertools.islice(self._rows, max(0, count * self._rows_each - len(rows)))
        if rows and len(rows) == count * self._rows_each:
            writer.join()
            return itertools.chain([self._names], rows)
        status = self.process.wait()
        writer.join()
        message = self._errors.read().decode("utf-8", "replace").strip()
        raise failure[0] if failure else SagevoiceError(message or f"sagevoice ended with status {status}")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for file in (self._output, self._errors, self._input):
            try:
                file.close()
            except BrokenPipeError:
                pass

"""Sources of recordings: paths, patterns, folders, bytes and arrays, as files for the program."""

from __future__ import annotations

import os

# The package collections has other modules, which take longer to load.
from _collections_abc import Mapping

from ._program import SagevoiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

# The endings that `sagevoice analyze --recursive` searches for.
_ENDINGS = (".wav", ".wave", ".bwf", ".w64", ".rf64")

_WANTED = "give a path, bytes of a WAV file or an array"

# Formats of WAV samples by the kind and the bytes of NumPy's type: format tag, bytes in the file.
_FORMATS = {("f", 4): (3, 4), ("f", 8): (3, 8), ("i", 2): (1, 2), ("i", 4): (1, 4)}


class Item:
    """One recording: the path for the program, and whether the file holds in-memory audio."""

    def __init__(self, path: str, is_temporary: bool) -> None:
        self.path, self.is_temporary = path, is_temporary


class items(list[Item]):
    """The recordings of a source, as a context. Files of in-memory audio exist until its end.

    These files are in memory (`/dev/shm`) if the system has it, and only their owner can read them.
    """

    def __init__(self, source: Any, sr: float | None = None) -> None:
        self._source, self._sr = source, sr
        self._folder: Any = None

    def __enter__(self) -> items:
        try:
            for part in _parts(self._source):
                if isinstance(part, (str, os.PathLike)):
                    path = os.fspath(part)
                    # A row of a table is one recording.
                    self += [Item(name, False) for name in ([path] if is_table(self._source) else expand(path))]
                else:
                    self.append(self._file(part))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._folder:
            self._folder.cleanup()

    def _file(self, part: Any) -> Item:
        """A file of in-memory audio or of a document."""
        if not self._folder:
            import tempfile

            memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
            self._folder = tempfile.TemporaryDirectory(prefix="sagevoice-python-", dir=memory)
        path = os.path.join(self._folder.name, label(part, len(self)))
        with open(path, "wb") as file:
            file.write(content(part, self._sr))
        return Item(path, True)

    @property
    def one(self) -> Item:
        """The only recording."""
        if len(self) != 1:
            raise SagevoiceError(f"The source has {len(self)} recordings; one is needed.")
        return self[0]


def in_memory(source: Any) -> list[Any]:
    """Returns the recordings of a source that names no file, else an empty list."""
    parts = _parts(source)
    return [] if any(isinstance(part, (str, os.PathLike, Mapping)) for part in parts) else parts


def label(part: Any, index: int) -> str:
    """Returns the name of in-memory audio in tables and documents."""
    if isinstance(part, Mapping):
        return f"document_{index}.json"
    return f"{'bytes' if isinstance(part, (bytes, bytearray, memoryview)) else 'array'}_{index}.wav"


def is_table(value: Any) -> bool:
    """Whether a value is a DataFrame of pandas or polars, or a table of pyarrow."""
    return hasattr(value, "columns") or hasattr(value, "column_names")


def column(table: Any, name: str) -> list[Any]:
    """Returns a column of a DataFrame or an Arrow table as a list."""
    values = table[name]
    return list(values.to_pylist() if hasattr(values, "to_pylist") else values.to_list())


def column_names(table: Any) -> list[str]:
    return list(table.column_names if hasattr(table, "column_names") else table.columns)


def _parts(source: Any) -> list[Any]:
    if is_table(source):
        if "path" not in column_names(source):
            raise SagevoiceError("A table of recordings needs the column 'path'.")
        return column(source, "path")
    if isinstance(source, (str, os.PathLike, bytes, bytearray, memoryview, Mapping)) or hasattr(source, "dtype"):
        return [source]
    if isinstance(source, tuple) and len(source) == 2 and hasattr(source[0], "dtype"):
        return [source]
    if not hasattr(source, "__iter__"):
        raise SagevoiceError(f"A {type(source).__name__} is no source: {_WANTED}.")
    return list(source)


def expand(path: str) -> list[str]:
    """Returns the WAV files of a folder or a pattern, or the path itself where there are none.

    The program then refuses the path, with a reason.
    """
    if os.path.isdir(path):
        return list(_recordings(path.rstrip("/") or "/")) or [path]
    if os.path.exists(path):
        return [path]
    import glob

    return sorted(glob.glob(path, recursive=True)) or [path]


def _recordings(folder: str) -> Iterator[str]:
    """The files of a folder and its subfolders, in the order of `analyze --recursive`."""
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if name.startswith("."):
            continue
        if os.path.isdir(path):
            if not os.path.islink(path):
                yield from _recordings(path)
        elif name.lower().endswith(_ENDINGS) and os.path.isfile(path):
            yield path


def content(part: Any, sr: float | None) -> bytes:
    """Returns the file of in-memory audio or of a results document."""
    if isinstance(part, Mapping):
        import json

        return json.dumps(part).encode()
    if isinstance(part, (bytes, bytearray, memoryview)):
        return bytes(part)
    if isinstance(part, tuple):
        part, sr = part
    if not hasattr(part, "dtype"):
        raise SagevoiceError(f"A {type(part).__name__} is no recording: {_WANTED}.")
    return wav(part, sr)


def wav(samples: Any, sr: float | None) -> bytes:
    """Returns a NumPy array as a WAV file of the same samples.

    `samples` has one dimension, or the shape (samples, channels). Floats are relative to full scale (−1 to 1), int16
    and int32 are PCM. `sr` is the sample rate in Hz, a whole number.
    """
    import struct

    if sr is None or sr != int(sr):
        raise SagevoiceError("An array needs its sample rate in Hz, a whole number: analyze(array, 44100).")
    kind = (samples.dtype.kind, samples.dtype.itemsize)
    if kind not in _FORMATS or samples.ndim not in (1, 2):
        raise SagevoiceError(
            f"An array of {samples.ndim} dimensions of {samples.dtype} is no recording: "
            "use float32, float64, int16 or int32, with the shape (samples,) or (samples, channels).")
    tag, width = _FORMATS[kind]
    channels = 1 if samples.ndim == 1 else samples.shape[1]
    data = samples.astype(samples.dtype.newbyteorder("<"), copy=False).tobytes()
    frame = width * channels
    head = struct.pack("<HHIIHH", tag, channels, int(sr), int(sr) * frame, frame, 8 * width)
    return b"".join([
        b"RIFF", struct.pack("<I", 36 + len(data)), b"WAVEfmt ", struct.pack("<I", 16), head,
        b"data", struct.pack("<I", len(data)), data])

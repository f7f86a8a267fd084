"""Bytes of WAV files, piece by piece, so that each piece can also be made wrong."""

import hashlib
import math
import struct
from pathlib import Path

PCM, FLOAT, EXTENSIBLE = 0x0001, 0x0003, 0xFFFE
GUID_TAIL = bytes.fromhex("000000001000800000AA00389B71")
W64_RIFF = bytes.fromhex("726966662E91CF11A5D628DB04C10000")
W64_TAIL = bytes.fromhex("F3ACD3118CD100C04F8EDB8A")


def tone(rate, seconds, frequency=200, peak=12000):
    """A sine as 16-bit integers; its period is a whole number of samples."""
    period = rate // frequency
    wave = [round(peak * math.sin(2 * math.pi * k / period)) for k in range(period)]
    return [wave[k % period] for k in range(round(rate * seconds))]


def encode(samples, kind, order="<"):
    """16-bit integers as 8, 16, 24 or 32-bit PCM ("8" ...) or float ("f32", "f64")."""
    if kind == "8":
        return bytes((s >> 8) + 128 for s in samples)
    if kind == "24":
        wide = (struct.pack(order + "i", s << 16) for s in samples)
        return b"".join(b[1:] if order == "<" else b[:3] for b in wide)
    if kind in ("16", "32"):
        code, shift = {"16": ("h", 0), "32": ("i", 16)}[kind]
        return b"".join(struct.pack(order + code, s << shift) for s in samples)
    code = {"f32": "f", "f64": "d"}[kind]
    return b"".join(struct.pack(order + code, s / 32768) for s in samples)


def interleave(*channels):
    return [sample for frame in zip(*channels) for sample in frame]


def fmt(rate, kind="16", channels=1, order="<", **wrong):
    """A 16-byte format; keyword arguments replace what would be right."""
    bits = int(kind.removeprefix("f"))
    values = dict(tag=FLOAT if kind.startswith("f") else PCM, channels=channels, rate=rate,
                  block=channels * bits // 8, bits=bits) | wrong
    byte_rate = values["rate"] * values["block"] & 0xFFFFFFFF
    return struct.pack(order + "HHIIHH", values["tag"], values["channels"], values["rate"],
                       byte_rate, values["block"], values["bits"])


def extensible(rate, kind="16", channels=1, guid=None, valid=None, **wrong):
    plain = fmt(rate, kind, channels, tag=EXTENSIBLE, **wrong)
    bits = int(kind.removeprefix("f"))
    if guid is None:
        guid = struct.pack("<H", FLOAT if kind.startswith("f") else PCM) + GUID_TAIL
    mask = 0x4 if channels == 1 else 0x3
    return plain + struct.pack("<HHI", 22, valid or bits, mask) + guid


def chunk(name, payload, size=None, order="<", pad=True):
    size = len(payload) if size is None else size
    padding = b"\0" if pad and len(payload) % 2 else b""
    return name + struct.pack(order + "I", size) + payload + padding


def riff(*chunks, name=b"RIFF", form=b"WAVE", size=None, order="<"):
    body = form + b"".join(chunks)
    return name + struct.pack(order + "I", len(body) if size is None else size) + body


def ds64(data_bytes, frames, riff_bytes=0):
    return chunk(b"ds64", struct.pack("<QQQI", riff_bytes, data_bytes, frames, 0))


def rf64(format_payload, data, frames, name=b"RF64"):
    riff_bytes = 4 + 36 + 8 + len(format_payload) + 8 + len(data) + len(data) % 2
    return riff(ds64(len(data), frames, riff_bytes), chunk(b"fmt ", format_payload),
                chunk(b"data", data, size=0xFFFFFFFF), name=name, size=0xFFFFFFFF)


def w64_chunk(name, payload, size=None):
    size = 24 + len(payload) if size is None else size
    return name + W64_TAIL + struct.pack("<Q", size) + payload + b"\0" * (-len(payload) % 8)


def w64(*chunks):
    body = b"wave" + W64_TAIL + b"".join(chunks)
    return W64_RIFF + struct.pack("<Q", 24 + len(body)) + body


def write_all(folder, files):
    """Writes files and their checksums."""
    for name, content in files.items():
        (Path(folder) / name).write_bytes(content)
    sums = [f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)]
    (Path(folder) / "SHA256SUMS").write_text("".join(sums))

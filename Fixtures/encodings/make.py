#!/usr/bin/env python3
"""Writes the same tone in every encoding and container; run it again to check the bytes."""

from pathlib import Path

from wavbytes import (chunk, encode, extensible, fmt, interleave, rf64, riff, tone, w64,
                      w64_chunk)

import wavbytes

RATE, SECONDS = 16000, 0.6
LEFT = tone(RATE, SECONDS)
RIGHT = tone(RATE, SECONDS, frequency=500, peak=6000)
KINDS = {"8": "pcm8", "16": "pcm16", "24": "pcm24", "32": "pcm32", "f32": "float32",
         "f64": "float64"}
STEREO_KINDS = ("8", "16", "24", "f32")


def containers(kind, channels, samples):
    data = encode(samples, kind)
    plain = fmt(RATE, kind, channels)
    wide = extensible(RATE, kind, channels)
    return {
        "riff": riff(chunk(b"fmt ", plain), chunk(b"data", data)),
        "extensible": riff(chunk(b"fmt ", wide), chunk(b"data", data)),
        "rf64": rf64(plain, data, len(LEFT)),
        "w64": w64(w64_chunk(b"fmt ", plain), w64_chunk(b"data", data)),
    }


def files():
    result = {}
    for kind, name in KINDS.items():
        for container, content in containers(kind, 1, LEFT).items():
            result[f"{name}_{container}_mono.wav"] = content
    for kind in STEREO_KINDS:
        stereo = containers(kind, 2, interleave(LEFT, RIGHT))
        for container in stereo if kind == "16" else ("riff",):
            result[f"{KINDS[kind]}_{container}_stereo.wav"] = stereo[container]
    data = encode(LEFT, "16", ">")
    result["pcm16_rifx_mono.wav"] = riff(
        chunk(b"fmt ", fmt(RATE, order=">"), order=">"), chunk(b"data", data, order=">"),
        name=b"RIFX", order=">")
    return result


wavbytes.write_all(Path(__file__).parent, files())

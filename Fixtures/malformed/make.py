#!/usr/bin/env python3
"""Writes WAV files that are wrong, odd or rare, each with what reading it must come to.

`expected.json` says "complete" for a file that is measured (its checks may still warn or fail)
and a refusal code for one that is not. `zip_named.wav` is not made here; see Fixtures/README.md.
"""

import json
import struct
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "encodings"))

import wavbytes  # noqa: E402
from wavbytes import (GUID_TAIL, chunk, ds64, encode, extensible, fmt, interleave,  # noqa: E402
                      rf64, riff, tone, w64, w64_chunk)

RATE = 8000
TONE = tone(RATE, 0.3)
AUDIO = encode(TONE, "16")
FMT = chunk(b"fmt ", fmt(RATE))
DATA = chunk(b"data", AUDIO)
LIST = chunk(b"LIST", b"INFOISFT\x0a\0\0\0sagevoice\0")
BYTES_PER_SECOND = 2 * RATE


def wav(audio=AUDIO, **format_fields):
    return riff(chunk(b"fmt ", fmt(RATE, **format_fields)), chunk(b"data", audio))


def promising(extra_seconds, audio=AUDIO):
    size = len(audio) + round(extra_seconds * BYTES_PER_SECOND)
    return riff(FMT, chunk(b"data", audio, size=size))


def floats(kind, samples):
    code = {"f32": "f", "f64": "d"}[kind]
    return wav(struct.pack(f"<{len(samples)}{code}", *samples), kind=kind)


def with_float(value, kind, at=100):
    samples = [s / 32768 for s in TONE]
    samples[at] = value
    return floats(kind, samples)


def not_files_of_this_kind():
    return {
        "empty.wav": (b"", "empty"),
        "three_bytes.wav": (b"RIF", "not_a_wav"),
        "riff_only.wav": (b"RIFF", "not_a_wav"),
        "riff_wave_only.wav": (riff(), "not_a_wav"),
        "wrong_form_avi.wav": (riff(FMT, DATA, form=b"AVI "), "not_a_wav"),
        "text.wav": (b"This is a note about a recording, not a recording.\n", "not_a_wav"),
        "web_page.wav":
            (b"\n<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>\n", "not_a_wav"),
        "json_message.wav":
            (b'{"message": "Not Found", "documentation_url": "https://example.org"}', "not_a_wav"),
        "xml_message.wav":
            (b'<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>', "not_a_wav"),
        "git_lfs_pointer.wav":
            (b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"4d" * 32 + b"\nsize 5\n",
             "not_a_wav"),
        "git_annex_pointer.wav": (b"/annex/objects/SHA256E-s5--" + b"4d" * 32 + b".wav\n", "not_a_wav"),
        "mp3_named.wav": (b"ID3\x04" + bytes(200), "not_a_wav"),
        "mp3_with_crc.wav": (b"\xff\xfa\x90\x64" + bytes(200), "not_a_wav"),
        "mp3_of_11_khz.wav": (b"\xff\xe3\x40\xc4" + bytes(200), "not_a_wav"),
        "aac_named.wav": (b"\xff\xf9\x50\x80" + bytes(200), "not_a_wav"),
        "utf16_text.wav": ("This is a note.".encode("utf-16"), "not_a_wav"),
        "random_bytes.wav": (bytes(k * k * 31 % 251 for k in range(500)), "not_a_wav"),
    }


def chunks():
    odd = chunk(b"junk", b"abc")
    unpadded = chunk(b"junk", b"abc", pad=False)
    cut_format = chunk(b"fmt ", fmt(RATE)[:9], size=16, pad=False)
    return {
        "no_fmt.wav": (riff(DATA), "not_a_wav"),
        "no_data.wav": (riff(FMT, LIST), "empty"),
        "fmt_after_data.wav": (riff(DATA, FMT), "complete"),
        "fmt_after_streaming_data.wav":
            (riff(chunk(b"data", AUDIO, size=0xFFFFFFFF), FMT), "not_a_wav"),
        "fmt_twice.wav": (riff(FMT, chunk(b"fmt ", fmt(4000)), DATA), "complete"),
        "data_twice.wav": (riff(FMT, DATA, chunk(b"data", bytes(64))), "complete"),
        "odd_chunk_padded.wav": (riff(odd, FMT, odd, DATA), "complete"),
        "odd_chunk_unpadded.wav": (riff(FMT, unpadded, DATA), "complete"),
        "odd_data_then_list.wav":
            (riff(chunk(b"fmt ", fmt(RATE, "8")), chunk(b"data", encode(TONE[:2399], "8")), LIST),
             "complete"),
        "list_size_overflow.wav":
            (riff(FMT, chunk(b"LIST", b"INFO", size=0xFFFFFFFE), DATA), "truncated"),
        "list_after_data_size_overflow.wav":
            (riff(FMT, DATA, chunk(b"LIST", b"INFO", size=0xFFFFFFFE)), "complete"),
        "riff_size_wrong.wav": (riff(FMT, DATA, size=1), "complete"),
        "trailing_garbage.wav": (riff(FMT, DATA) + b"\xff" * 777, "complete"),
        "many_empty_chunks.wav": (riff(chunk(b"junk", b"") * 4000, FMT, DATA), "complete"),
        "fmt_14_bytes.wav": (riff(chunk(b"fmt ", fmt(RATE)[:14]), DATA), "not_a_wav"),
        "fmt_18_bytes.wav": (riff(chunk(b"fmt ", fmt(RATE) + b"\0\0"), DATA), "complete"),
        # Chunks that are 4 bytes longer and shorter than they state, and one that hides the audio.
        "smpl_longer.wav": (riff(FMT, chunk(b"smpl", bytes(36), size=32), DATA), "complete"),
        "smpl_shorter.wav": (riff(FMT, chunk(b"smpl", bytes(32), size=36), DATA), "complete"),
        "smpl_much_longer.wav": (riff(FMT, chunk(b"smpl", b"\xff" * 60, size=32), DATA), "not_a_wav"),
        "fmt_cut.wav": (riff(cut_format), "truncated"),
        "fmt_size_overflow.wav":
            (riff(chunk(b"fmt ", fmt(RATE), size=0xFFFFFFFF), DATA), "truncated"),
    }


def lengths():
    stereo = dict(channels=2)
    return {
        "missing_50_ms.wav": (promising(0.05), "complete"),
        "missing_100_ms.wav": (promising(0.1), "complete"),
        "missing_200_ms.wav": (promising(0.2), "truncated"),
        "all_audio_missing.wav": (promising(0.3, b""), "truncated"),
        "data_size_7ffeffff.wav": (riff(FMT, chunk(b"data", AUDIO, size=0x7FFEFFFF)), "truncated"),
        "data_size_fffffffe.wav": (riff(FMT, chunk(b"data", AUDIO, size=0xFFFFFFFE)), "complete"),
        "streaming_lame.wav": (riff(FMT, chunk(b"data", AUDIO, size=0x7FFFFFFF)), "complete"),
        "streaming_gstreamer.wav": (riff(FMT, chunk(b"data", AUDIO, size=0x7FFF0000)), "complete"),
        "streaming_sox_24_bit.wav":
            (riff(chunk(b"fmt ", fmt(RATE, "24")), chunk(b"data", encode(TONE, "24"), size=0x7FFFEFFF)),
             "complete"),
        "header_of_100_ms.wav": (riff(FMT, chunk(b"data", AUDIO, size=1600)), "complete"),
        "streaming_zero.wav": (riff(FMT, chunk(b"data", AUDIO, size=0), size=0), "complete"),
        "streaming_ffffffff.wav":
            (riff(FMT, chunk(b"data", AUDIO, size=0xFFFFFFFF), size=0xFFFFFFFF), "complete"),
        "streaming_sox.wav": (riff(FMT, chunk(b"data", AUDIO, size=0x7FFFF000)), "complete"),
        "streaming_arecord.wav": (riff(FMT, chunk(b"data", AUDIO, size=0x80000000)), "complete"),
        "data_empty.wav": (riff(FMT, chunk(b"data", b"")), "empty"),
        "data_empty_then_list.wav": (riff(FMT, chunk(b"data", b""), LIST), "empty"),
        "half_frame_stereo.wav": (wav(AUDIO[:2], **stereo), "empty"),
        "stereo_and_a_half.wav": (wav(AUDIO[:4002], **stereo), "complete"),
        "single_sample.wav": (wav(AUDIO[2:4]), "complete"),
        "single_byte.wav": (wav(b"\x01"), "empty"),
    }


def format_fields():
    many = dict(kind="8", channels=4000)
    return {
        "zero_channels.wav": (wav(channels=0), "not_a_wav"),
        "zero_rate.wav": (riff(chunk(b"fmt ", fmt(0)), DATA), "not_a_wav"),
        "rate_1_hz.wav": (riff(chunk(b"fmt ", fmt(1)), DATA), "complete"),
        "rate_192_khz.wav": (riff(chunk(b"fmt ", fmt(192000)), DATA), "complete"),
        "rate_192001_hz.wav": (riff(chunk(b"fmt ", fmt(192001)), DATA), "sample_rate_too_high"),
        "rate_4e9_hz.wav":
            (riff(chunk(b"fmt ", fmt(4000000000)), DATA), "sample_rate_too_high"),
        "block_align_0.wav": (wav(block=0), "complete"),
        "block_align_3.wav": (wav(block=3), "complete"),
        "block_align_4.wav": (wav(block=4), "complete"),
        "block_align_4_odd_length.wav": (wav(AUDIO[:4799], block=4), "not_a_wav"),
        "block_align_4_streaming.wav":
            (riff(chunk(b"fmt ", fmt(RATE, block=4)), chunk(b"data", AUDIO, size=0xFFFFFFFF)), "not_a_wav"),
        "channels_65535.wav": (wav(channels=65535, block=65534), "not_a_wav"),
        "channels_4000.wav": (wav(encode(interleave(*[TONE[:5]] * 4000), "8"), **many), "complete"),
        "bits_0.wav": (wav(bits=0), "unsupported_encoding"),
        "bits_12.wav": (wav(bits=12), "unsupported_encoding"),
        "bits_20.wav": (wav(bits=20, block=3), "unsupported_encoding"),
        "int_64.wav": (wav(bits=64, block=8), "unsupported_encoding"),
        "float_16.wav": (wav(tag=3), "unsupported_encoding"),
        "tag_0.wav": (wav(tag=0), "unsupported_encoding"),
        "mu_law.wav": (wav(tag=7, bits=8, block=1), "unsupported_encoding"),
        "a_law.wav": (wav(tag=6, bits=8, block=1), "unsupported_encoding"),
        "ms_adpcm.wav": (wav(tag=2, bits=4, block=256), "unsupported_encoding"),
        "ima_adpcm.wav": (wav(tag=0x11, bits=4, block=256), "unsupported_encoding"),
        "mp3_tag.wav": (wav(tag=0x55, bits=0, block=1), "unsupported_encoding"),
    }


def extensible_formats():
    def file(format_payload):
        return riff(chunk(b"fmt ", format_payload), DATA)
    return {
        "extensible_good.wav": (file(extensible(RATE)), "complete"),
        "extensible_unknown_guid.wav":
            (file(extensible(RATE, guid=bytes(range(16)))), "unsupported_encoding"),
        "extensible_mu_law.wav":
            (file(extensible(RATE, guid=b"\x07\0" + GUID_TAIL)), "unsupported_encoding"),
        "extensible_short.wav": (file(extensible(RATE)[:18]), "not_a_wav"),
        "extensible_valid_bits_99.wav": (file(extensible(RATE, valid=99)), "complete"),
    }


def wide_containers():
    big = ">"
    rifx = riff(chunk(b"fmt ", fmt(RATE, order=big), order=big),
                chunk(b"data", encode(TONE, "16", big), order=big), name=b"RIFX", order=big)
    streamed = chunk(b"data", AUDIO, size=0xFFFFFFFF)
    w64_fmt = w64_chunk(b"fmt ", fmt(RATE))
    good = w64(w64_fmt, w64_chunk(b"data", AUDIO))
    return {
        "rifx_good.wav": (rifx, "complete"),
        "rf64_good.wav": (rf64(fmt(RATE), AUDIO, len(TONE)), "complete"),
        "bw64_good.wav": (rf64(fmt(RATE), AUDIO, len(TONE), name=b"BW64"), "complete"),
        "rf64_no_ds64.wav": (riff(FMT, streamed, name=b"RF64"), "not_a_wav"),
        "rf64_short_ds64.wav":
            (riff(chunk(b"ds64", bytes(4)), FMT, streamed, name=b"RF64"), "not_a_wav"),
        "rf64_streaming.wav": (riff(ds64(0, 0), FMT, streamed, name=b"RF64"), "complete"),
        "rf64_absurd_length.wav":
            (riff(ds64(2**63 + 5, 0), FMT, streamed, name=b"RF64"), "truncated"),
        "w64_good.wav": (good, "complete"),
        "w64_truncated.wav": (good[:-2400], "truncated"),
        "w64_header_only.wav": (good[:30], "not_a_wav"),
        "w64_tiny_chunk.wav": (w64(w64_fmt, w64_chunk(b"junk", b"", size=5)), "not_a_wav"),
        "w64_streaming.wav": (w64(w64_fmt, w64_chunk(b"data", AUDIO, size=0)), "complete"),
        "w64_absurd_length.wav":
            (w64(w64_fmt, w64_chunk(b"data", AUDIO, size=2**64 - 9)), "truncated"),
    }


def samples():
    half = [s / 32768 for s in TONE]
    second_is_nan = [v for s in half for v in (s, float("nan"))]
    return {
        "nan_float32.wav": (with_float(float("nan"), "f32"), "non_finite_samples"),
        "inf_float64.wav": (with_float(float("-inf"), "f64"), "non_finite_samples"),
        "nan_second_channel.wav":
            (wav(struct.pack(f"<{len(second_is_nan)}f", *second_is_nan), kind="f32", channels=2),
             "complete"),
        "huge_float64.wav": (with_float(1e300, "f64"), "complete"),
        "all_huge_float64.wav": (floats("f64", [1e308, -1e308] * 1000), "complete"),
        "tiny_float64.wav": (floats("f64", [5e-324, -5e-324] * 1000), "complete"),
        "all_zero.wav": (wav(bytes(4800)), "complete"),
        "constant_dc.wav": (wav(struct.pack("<h", 8000) * 2400), "complete"),
        "all_clipped.wav": (wav(struct.pack("<hh", 32767, -32768) * 1200), "complete"),
    }


def main():
    groups = (not_files_of_this_kind, chunks, lengths, format_fields, extensible_formats,
              wide_containers, samples)
    made = {name: entry for group in groups for name, entry in group().items()}
    contents = {name: content for name, (content, _) in made.items()}
    contents["zip_named.wav"] = (HERE / "zip_named.wav").read_bytes()
    wavbytes.write_all(HERE, contents)
    expected = {name: code for name, (_, code) in made.items()} | {"zip_named.wav": "not_a_wav"}
    text = json.dumps(expected, indent=2, sort_keys=True)
    (HERE / "expected.json").write_text(text + "\n")


main()

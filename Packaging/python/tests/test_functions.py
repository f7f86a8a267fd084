"""Functions other than `analyze` return the output of the command line."""

import json
import os
import subprocess
import sys

import pytest
from conftest import VOICES, VOWEL, command

import sagevoice
from sagevoice import _api

SPEECH = VOICES / "sr_english_mono-16-bit_44100.wav"
CHANGING = ("analysis_id", "run", "comparison_id", "baseline_id")


def lasting(document):
    return {key: value for key, value in document.items() if key not in CHANGING}


def voices(count, **options):
    pytest.importorskip("numpy")
    return [(sagevoice.synth(200 + seed, seed=seed, hnr=25, jitter=0.3, seconds=4, **options)[0], 44100)
            for seed in range(1, count + 1)]


def test_document_is_that_of_command_line():
    expected = json.loads(command("analyze", "--contours", VOWEL))

    assert lasting(sagevoice.document(VOWEL, contours=True)) == lasting(expected)


def test_document_of_refused_recording_has_an_error():
    assert sagevoice.document(b"x")["error"]["code"] == "not_a_wav"


@pytest.mark.parametrize("name", ["avqi", "abi"])
def test_index_is_that_of_command_line(name):
    expected = json.loads(command("index", name, "--vowel", VOWEL, "--speech", SPEECH, "--language", "nl"))

    assert lasting(getattr(sagevoice, name)(VOWEL, SPEECH, language="nl")) == lasting(expected)


@pytest.mark.parametrize("kind", ["overview", "spectrogram", "pitch", "cycles", "spectrum", "cepstrum"])
def test_figure_is_that_of_command_line(kind, tmp_path):
    figure = sagevoice.plot(VOWEL, kind)

    assert figure._repr_svg_().encode() == command("plot", "--figure", kind, VOWEL)
    assert figure.save(tmp_path / "f.svg").read_text(encoding="utf-8") == figure


def test_other_forms_are_refused_with_the_way_to_them(tmp_path):
    """A PNG with the text of an SVG, or an error after a written file, would mislead."""
    with pytest.raises(ValueError, match=r"writes \.svg files; sagevoice\.run\(\)"):
        sagevoice.plot(VOWEL).save(tmp_path / "f.png")
    with pytest.raises(ValueError, match=r"writes \.html files"):
        sagevoice.report(VOWEL).save(tmp_path / "f.pdf")
    for make in (sagevoice.plot, sagevoice.report):
        with pytest.raises(ValueError, match=r"output: use save\(\)"):
            make(VOWEL, output=str(tmp_path / "f.svg"))
    assert not list(tmp_path.iterdir())


def test_figure_of_refused_recording_shows_the_reason():
    assert "no file exists" in sagevoice.plot("/no/such.wav")


def test_report_is_a_page():
    assert sagevoice.report(VOWEL)._repr_html_().startswith("<!DOCTYPE html>")


def test_report_of_documents_is_a_history():
    documents = [sagevoice.document(VOWEL), sagevoice.document(VOICES / "coswara_16_a.wav")]

    assert "coswara_16_a.wav" in sagevoice.report(documents)


def test_baseline_and_change():
    days = (1, 1, 1, 2, 2, 2, 3, 3, 3)
    sessions = [{"session_id": str(day), "recorded_at": f"2026-01-0{day}T10:00:00Z"} for day in days]

    baseline = sagevoice.baseline(voices(9), {"user_id": "x"}, sessions=sessions)
    comparison = sagevoice.change(baseline, voices(10)[9:])

    assert (baseline["state"], baseline["status"]) == ("accepted", "provisional")
    assert comparison["state"] == "complete" and comparison["baseline"]["sessions"] == 3


def test_rejected_baseline_is_a_document():
    assert sagevoice.baseline(b"RIFF", {"user_id": "x"})["state"] == "rejected"


def test_explanation_codebook_and_limits_are_those_of_command_line():
    assert sagevoice.explain("PPQ5").encode() == command("explain", "PPQ5")
    assert sagevoice.limits()._repr_markdown_().encode() == command("limits", "show")
    assert len(sagevoice.codebook(as_="records")) == command("codebook").count(b"\n") - 1


def test_synth_has_bytes_and_truth_of_command_line(tmp_path):
    pytest.importorskip("numpy")
    command("synth", "--f0", "150", "--jitter", "0.5", "--hnr", "20", "--vibrato", "2", tmp_path / "v.wav")

    samples, truth = sagevoice.synth(150, jitter=0.5, hnr=20, vibrato=2)

    assert (tmp_path / "v.wav").read_bytes().endswith(samples.tobytes())
    assert truth == json.loads((tmp_path / "v.json").read_text())


def test_batch_continues_and_grows(tmp_path, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    files = sorted(VOICES.glob("svd_*.wav"))[:5]
    out = tmp_path / "x.parquet"
    calls = []
    analyze = sagevoice.analyze

    def interrupted(chunk, **options):
        if len(calls) == 1:
            raise KeyboardInterrupt
        calls.append(list(chunk))
        return analyze(chunk, **options)

    monkeypatch.setattr(_api, "analyze", interrupted)
    with pytest.raises(KeyboardInterrupt):
        sagevoice.batch(files[:4], out, size=2, tier="quick")
    assert not out.exists()

    def counted(chunk, **options):
        calls.append(list(chunk))
        return analyze(chunk, **options)

    monkeypatch.setattr(_api, "analyze", counted)
    sagevoice.batch(files[:4], out, size=2, tier="quick")
    sagevoice.batch(files, out, size=2, tier="quick")
    sagevoice.batch(files, out, size=2, tier="quick")

    assert [len(chunk) for chunk in calls] == [2, 2, 1]
    assert parquet.read_table(out).to_pylist() == analyze(files, as_="records", tier="quick")
    assert [path.name for path in tmp_path.iterdir()] == ["x.parquet"]


def test_batch_of_other_settings_starts_anew(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "x.parquet"
    sagevoice.batch(VOWEL, out, tier="quick")

    sagevoice.batch(VOWEL, out, preset="praat", measures="f0")

    assert set(parquet.read_table(out)["preset"].to_pylist()) == {"praat"}


def test_version_and_run():
    assert sagevoice.version().encode() + b"\n" == command("--version")
    assert sagevoice.run("analyze", "/no/such.wav").returncode == 66
    assert sagevoice.run("analyze", "--format", "csv", "-", stdin=b"x").returncode == 65


def test_console_command_is_the_program():
    program = sys.executable.rsplit("/", 1)[0] + "/sagevoice"

    for call in ([program], [sys.executable, "-m", "sagevoice"]):
        ended = subprocess.run([*call, "explain", "PPQ5"], stdout=subprocess.PIPE)
        assert ended.stdout == command("explain", "PPQ5")


def test_import_needs_no_other_package():
    code = "import sys, sagevoice; sagevoice.version(); assert not {'numpy', 'pandas', 'pyarrow'} & set(sys.modules)"

    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_call_of_a_path_loads_no_slow_module():
    slow = {
        "collections", "contextlib", "csv", "glob", "importlib", "json", "numpy", "pandas", "pathlib", "pyarrow", "re",
        "struct", "subprocess", "tempfile", "typing"}
    code = (
        "import sys; before = set(sys.modules); import sagevoice;"
        f"sagevoice.analyze({str(VOWEL)!r}, as_='records', tier='quick');"
        "print(*set(sys.modules) - before)")

    loaded = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True).stdout.decode().split()

    assert "sagevoice" in loaded and slow.isdisjoint(loaded)


def test_python_without_files_in_memory_has_the_same_results(monkeypatch):
    table = sagevoice.analyze(VOWEL, as_="records", tier="quick")
    monkeypatch.delattr(os, "memfd_create")

    assert sagevoice.analyze(VOWEL, as_="records", tier="quick") == table
    with pytest.raises(sagevoice.SagevoiceError, match="--no-such-option"):
        sagevoice.analyze(VOWEL, no_such_option=1)


def test_interrupted_call_ends_the_program(monkeypatch):
    wait, kill = os.waitpid, os.kill
    waited, killed = [], []

    def interrupted(process, options):
        waited.append(process)
        if len(waited) == 1:
            raise KeyboardInterrupt
        return wait(process, options)

    monkeypatch.setattr(os, "waitpid", interrupted)
    monkeypatch.setattr(os, "kill", lambda process, signal: killed.append(process) or kill(process, signal))
    with pytest.raises(KeyboardInterrupt):
        sagevoice.analyze(VOICES, as_="records")

    assert killed == waited[:1] and waited[0] == waited[1]

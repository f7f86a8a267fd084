"""The page Documentation/Python.md: every block of code runs, and its numbers are right."""

import re
import shutil

import pytest
from conftest import ROOT, VOICES, VOWEL

import sagevoice
from sagevoice import export

PAGE = (ROOT / "Documentation/Python.md").read_text(encoding="utf-8")
EXAMPLES, PARSELMOUTH, OPENSMILE, VOICELAB = (
    re.findall(r"^```python\n(.*?)^```$", part, re.DOTALL | re.MULTILINE)
    for part in re.split("^## Coming from ", PAGE, flags=re.MULTILINE))

# Doubles of two programs: AgreementWithPraat.md has the tolerances by measure.
RELATIVE_TOLERANCE = 1e-9


@pytest.fixture(autouse=True)
def recordings(tmp_path, monkeypatch):
    shutil.copy(VOWEL, tmp_path / "vowel.wav")
    shutil.copy(VOICES / "sr_english_mono-16-bit_44100.wav", tmp_path / "speech.wav")
    (tmp_path / "study").mkdir()
    for day, name in enumerate(["coswara_16_a.wav", "coswara_21_a.wav"], 1):
        shutil.copy(VOICES / name, tmp_path / f"study/day{day}.wav")
    monkeypatch.chdir(tmp_path)


def test_page_has_fourteen_examples():
    assert len(EXAMPLES) == 14


@pytest.mark.parametrize("code", EXAMPLES, ids=range(1, len(EXAMPLES) + 1))
def test_example_runs(code):
    for package in ("numpy", "pandas", "pyarrow.parquet"):
        pytest.importorskip(package)

    exec(compile(code, "Python.md", "exec"), {})


def run(section, *packages):
    """Returns the names that the code of a section defines."""
    for package in ("pandas", *packages):
        pytest.importorskip(package)
    names: dict = {}
    for code in section:
        exec(compile(code, "Python.md", "exec"), names)
    return names


@pytest.mark.parametrize("section, name", [(PARSELMOUTH, "praat"), (VOICELAB, "voicelab")])
def test_parselmouth_has_the_same_numbers(section, name):
    names = run(section, "parselmouth")

    for measure, value in names[name].items():
        ours = names["ours"][measure]
        assert ours == pytest.approx(value, rel=RELATIVE_TOLERANCE), measure
        assert f"| `{measure}` | {value:.9g} | {ours:.9g} |" in PAGE


def test_opensmile_has_the_same_f0_only():
    names = run(OPENSMILE, "opensmile")

    for measure, value in names["egemaps"].items():
        ours = names["ours"][measure]
        assert (ours == pytest.approx(value, rel=0.01)) == (measure == "f0.mean_hz"), measure
        assert f"| `{measure}` | {value:.4g} | {ours:.4g} |" in PAGE


def test_page_names_every_function():
    functions = [name for name in sagevoice.__all__ if name[0].islower()]
    functions += [f"export.{name}" for name in export.__all__]

    assert [name for name in functions if f"`{name}(" not in PAGE] == []

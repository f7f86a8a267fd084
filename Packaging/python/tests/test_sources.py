"""Sources: bytes, arrays, lists, tables and manifests."""

import glob
import os
import wave

import pytest
from conftest import VOICES, VOWEL, rows_of_command, values

import sagevoice

SHORT = VOICES / "svd_0001_a_n.wav"
# Facts of the file and not of its samples.
OF_FILE = ("path", "name", "sha256", "warned_checks", "settings_sha256")


def samples(path):
    numpy = pytest.importorskip("numpy")
    with wave.open(str(path)) as file:
        return numpy.frombuffer(file.readframes(file.getnframes()), dtype="<i2"), file.getframerate()


def without_file(table):
    return [{name: cell for name, cell in row.items() if name not in OF_FILE} for row in table]


def test_bytes_have_digits_of_file():
    table = sagevoice.analyze(SHORT.read_bytes(), as_="records")

    expected = rows_of_command(SHORT)
    assert without_file(table) == without_file(expected)
    assert table[0]["sha256"] == expected[0]["sha256"] and table[0]["path"] == "bytes_0.wav"


@pytest.mark.parametrize("kind", ["int16", "float32", "float64", "int32", ">i2"])
def test_array_has_digits_of_file(kind):
    array, rate = samples(SHORT)
    scale = {"f": 1 / 32768, "i": 65536 if kind == "int32" else 1}[array.astype(kind).dtype.kind]

    table = sagevoice.analyze((array.astype("float64") * scale).astype(kind), rate, as_="records")

    assert without_file(table) == without_file(rows_of_command(SHORT))


def test_channels_of_array_can_be_chosen():
    numpy = pytest.importorskip("numpy")
    array, rate = samples(SHORT)
    stereo = numpy.stack([array // 2, array], axis=1)

    table = sagevoice.analyze(stereo, rate, as_="records", channel=2, measures="jitter")

    assert values(table) == values(rows_of_command(SHORT, "--measures", "jitter"))


def test_many_arrays_keep_their_order():
    array, rate = samples(SHORT)
    lengths = [20_000 + 1000 * (step % 7) for step in range(40)]

    table = sagevoice.wide(sagevoice.analyze(((array[:n], rate) for n in lengths), as_="records", tier="quick"))

    assert [round(row["duration_s"] * rate) for row in table] == lengths
    assert [row["path"] for row in table] == [f"array_{index}.wav" for index in range(40)]


def test_wrong_array_among_many_has_a_message():
    array, rate = samples(SHORT)

    with pytest.raises(sagevoice.SagevoiceError, match="complex"):
        sagevoice.analyze([(array, rate), (array.astype("complex"), rate)], as_="records", tier="quick")


def test_list_mixes_sources_in_order():
    array, rate = samples(SHORT)

    table = sagevoice.analyze([VOWEL, (array, rate), SHORT.read_bytes(), "/no.wav"], as_="records", tier="quick")

    paths = list(dict.fromkeys(row["path"] for row in table))
    assert paths == [str(VOWEL), "array_1.wav", "bytes_2.wav", "/no.wav"]


def test_same_file_twice_has_two_blocks():
    pandas = pytest.importorskip("pandas")
    once = sagevoice.analyze(SHORT, tier="quick")

    table = sagevoice.analyze(pandas.DataFrame({"path": [str(SHORT)] * 2, "rater": ["A", "B"]}), tier="quick")

    assert len(table) == 2 * len(once)
    assert table["rater"].to_list() == ["A"] * len(once) + ["B"] * len(once)
    assert len(sagevoice.wide(table)) == 2


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_table_carries_its_columns(package):
    module = pytest.importorskip(package)
    source = module.DataFrame({
        "path": [str(SHORT), "/no.wav"], "person": ["A", "B"], "dose_mg": [1, 2], "value": [0.5, 0.25]})

    table = sagevoice.analyze(source, as_="records", tier="quick")

    last = table[-1]
    assert (last["path"], last["person"], last["dose_mg"], last["value_source"]) == ("/no.wav", "B", 2, 0.25)
    assert table[0]["person"] == "A" and table[0]["value"] > 100


def test_pattern_and_path_objects():
    pattern = str(VOICES / "svd_00*_n.wav")

    paths = [row["path"] for row in sagevoice.analyze(pattern, as_="records", tier="quick")]

    assert list(dict.fromkeys(paths)) == sorted(glob.glob(pattern))


def test_path_that_is_no_text_is_found(tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff [1].wav"
    with open(path, "wb") as file:
        file.write(SHORT.read_bytes())

    assert {row["state"] for row in sagevoice.analyze(os.fsdecode(path), as_="records", tier="quick")} == {"complete"}


def test_manifest_has_rows_of_command_line(tmp_path):
    manifest = tmp_path / "m.csv"
    manifest.write_text(f"file,person,session,age,sex_assigned_at_birth\n{SHORT},p1,s1,30,female\n")

    assert sagevoice.analyze(manifest=manifest, as_="records") == rows_of_command("--manifest", manifest)


def test_options_reach_the_program():
    table = sagevoice.analyze(SHORT, as_="records", preset="praat", praat_version="6.1", pitch_range="75:500",
                              measures=["jitter", "hnr.mean_db"], checks="off", jobs=1)

    assert table == rows_of_command(
        SHORT, "--preset", "praat", "--praat-version", "6.1", "--pitch-range", "75:500", "--measures",
        "jitter,hnr.mean_db", "--checks", "off")


def test_files_of_arrays_are_deleted():
    array, rate = samples(SHORT)
    before = glob.glob("/dev/shm/sagevoice-python-*")

    sagevoice.analyze([(array, rate), SHORT], as_="records", tier="quick")

    assert glob.glob("/dev/shm/sagevoice-python-*") == before


@pytest.mark.parametrize("call", [
    lambda: sagevoice.analyze(b"x", as_="excel"),
    lambda: sagevoice.analyze(b"x", as_="records", preset="unknown"),
    lambda: sagevoice.analyze(3.5, as_="records"),
    lambda: sagevoice.analyze([3.5], as_="records"),
    lambda: sagevoice.analyze(["a.wav", ""], as_="records"),
    lambda: sagevoice.analyze("a.wav", manifest="m.csv"),
    lambda: sagevoice.analyze(samples(SHORT)[0], as_="records"),
    lambda: sagevoice.analyze(samples(SHORT)[0].astype("complex"), 44100, as_="records"),
    lambda: sagevoice.document([SHORT, SHORT]),
    lambda: sagevoice.explain("unknown measure"),
    lambda: sagevoice.plot("a.wav", "unknown"),
])
def test_wrong_call_has_a_message(call):
    with pytest.raises(sagevoice.SagevoiceError, match="."):
        call()

"""Tables have the rows and the digits of the command line."""

import csv
import io
from pathlib import Path

import pytest
from conftest import MALFORMED, NUMBERS, VOICES, VOWEL, command, rows_of_command

import sagevoice


def test_folder_has_rows_and_digits_of_command_line(voices):
    assert sagevoice.analyze(VOICES, as_="records") == voices


@pytest.mark.parametrize("as_, package", [("pandas", "pandas"), ("polars", "polars"), ("arrow", "pyarrow")])
def test_frames_have_rows_and_digits_of_command_line(voices, as_, package):
    pytest.importorskip(package)

    table = sagevoice.analyze(str(VOICES), as_=as_)

    names = table.column_names if as_ == "arrow" else list(table.columns)
    assert names == list(voices[0])
    for name in names:
        cells = table[name].to_pylist() if as_ == "arrow" else table[name].to_list()
        cells = [None if cell is None or cell != cell else cell for cell in cells]
        assert cells == [row[name] for row in voices], name
        assert name not in NUMBERS or str(getattr(table[name], "dtype", "")).lower() in ("float64", "")


@pytest.mark.parametrize(
    "as_, package", [("records", "csv"), ("pandas", "pandas"), ("polars", "polars"), ("arrow", "pyarrow")])
def test_wide_has_values_of_csv_table(as_, package):
    pytest.importorskip(package)
    files = [VOWEL, VOICES / "svd_0001_a_n.wav", "/no/such.wav"]
    expected = list(csv.DictReader(io.StringIO(command("analyze", "--format", "csv", *files).decode())))

    table = sagevoice.wide(sagevoice.analyze(files, as_=as_))

    rows = {"records": lambda: table, "arrow": lambda: table.to_pylist(), "polars": lambda: table.to_dicts()}.get(
        as_, lambda: table.to_dict("records"))()
    assert len(rows) == len(expected)
    shared = [name for name in rows[0] if name in expected[0]]
    assert len(shared) > 75
    for row, other in zip(rows, expected):
        for name in shared:
            cell = row[name] if row[name] is not None and row[name] == row[name] else ""
            assert cell == (float(other[name]) if isinstance(cell, float) else other[name]), name


def test_measures_of_wide_have_order_of_codebook():
    row = sagevoice.wide(sagevoice.analyze(VOWEL, as_="records"))[0]
    measures = [entry["name"] for entry in sagevoice.codebook(as_="records") if entry["table"] == "measure"]

    assert [name for name in row if name in measures] == measures


def test_every_malformed_file_has_rows():
    files = sorted(MALFORMED.glob("*.wav"))

    table = sagevoice.analyze(MALFORMED, as_="records")

    assert list(dict.fromkeys(row["path"] for row in table)) == [str(file) for file in files]
    refused = [row for row in table if row["state"] == "refused"]
    assert len({row["path"] for row in refused}) > 50
    assert all(row["reason"] and row["value"] is None for row in refused)


@pytest.mark.parametrize("source, reason", [
    ("/no/such.wav", "not_found"), ("/no/*.wav", "not_found"), (".", "is_a_directory"), (b"", "empty"),
    (b"<html>", "not_a_wav")])
def test_refused_source_is_a_row(tmp_path, monkeypatch, source, reason):
    monkeypatch.chdir(tmp_path)

    table = sagevoice.analyze(source, as_="records")

    assert {row["reason"] for row in table} == {reason}


def test_folder_has_order_of_recursive_search(tmp_path):
    for name in ["b.wav", "B.WAV", "a/z.wav", "a.wav", "a/b/ä.rf64", ".hidden.wav", "notes.txt", "a/.git/c.wav"]:
        Path(tmp_path, name).parent.mkdir(parents=True, exist_ok=True)
        Path(tmp_path, name).write_bytes(b"x")
    Path(tmp_path, "link").symlink_to(tmp_path / "a")
    Path(tmp_path, "link.wav").symlink_to(tmp_path / "a.wav")

    paths = [row["path"] for row in sagevoice.analyze(tmp_path, as_="records")]

    assert paths == [row["path"] for row in rows_of_command("--recursive", tmp_path)]
    assert len(set(paths)) == 6


def test_no_recordings_give_an_empty_table():
    pandas = pytest.importorskip("pandas")

    table = sagevoice.analyze([])

    assert table.empty and set(sagevoice.analyze(VOWEL).columns) == set(table.columns)
    assert isinstance(sagevoice.wide(table), pandas.DataFrame)

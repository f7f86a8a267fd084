"""Arrays of several calls go to one process, which ends with its use."""

import os
import subprocess
import sys
import threading

import pytest
from conftest import VOICES, rows_of_command, values
from test_sources import samples, without_file

import sagevoice
from sagevoice import _stream

SHORT = VOICES / "svd_0001_a_n.wav"


@pytest.fixture(autouse=True)
def no_process():
    _stream.close_idle()
    yield
    _stream.close_idle()


def idle():
    """The processes that wait for a call."""
    return [stream.process for stream in _stream._idle.values()]


def test_calls_with_same_options_use_one_process():
    array, rate = samples(SHORT)
    processes = []

    for _ in range(3):
        table = sagevoice.analyze([(array, rate), SHORT.read_bytes()], as_="records", measures="jitter")
        processes += idle()

    assert len({process.pid for process in processes}) == 1
    expected = without_file(rows_of_command(SHORT, "--measures", "jitter"))
    assert without_file(table) == expected + expected
    assert list(dict.fromkeys(row["path"] for row in table)) == ["array_0.wav", "bytes_1.wav"]


def test_other_options_use_another_process():
    array, rate = samples(SHORT)

    praat = sagevoice.analyze(array, rate, as_="records", preset="praat")
    clinical = sagevoice.analyze(array, rate, as_="records")

    assert len(idle()) == 2
    assert praat[0]["preset"] == "praat" and clinical[0]["preset"] == "clinical"


def test_threads_have_their_own_results():
    array, rate = samples(SHORT)
    expected = values(sagevoice.analyze(array, rate, as_="records", measures="f0,jitter", preset="praat"))
    found = {}

    def analyze(index):
        lengths = [len(array), 20_000 + 500 * index]
        table = sagevoice.analyze(
            [(array[:n], rate) for n in lengths], as_="records", measures="f0,jitter", preset="praat")
        rows = [row for row in table if row["path"] == "array_0.wav"]
        found[index] = values(rows), round(table[-1]["duration_s"] * rate)

    threads = [threading.Thread(target=analyze, args=[index]) for index in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == {index: (expected, 20_000 + 500 * index) for index in range(6)}


def test_call_after_a_failure_has_results():
    array, rate = samples(SHORT)
    sagevoice.analyze(array, rate, as_="records", tier="quick")
    (process,) = idle()

    with pytest.raises(sagevoice.SagevoiceError, match="complex"):
        sagevoice.analyze([(array, rate), (array.astype("complex"), rate)], as_="records", tier="quick")
    assert idle() == [] and process.wait(timeout=30) is not None

    assert sagevoice.analyze(array, rate, as_="records", tier="quick")[0]["state"] == "complete"


def test_interrupted_call_ends_its_process(monkeypatch):
    array, rate = samples(SHORT)
    sagevoice.analyze(array, rate, as_="records", tier="quick")
    (process,) = idle()

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(_stream.itertools, "islice", interrupt)
    with pytest.raises(KeyboardInterrupt):
        sagevoice.analyze(array, rate, as_="records", tier="quick")

    assert process.wait(timeout=30) is not None and idle() == []


def test_ended_process_is_replaced():
    array, rate = samples(SHORT)
    sagevoice.analyze(array, rate, as_="records", tier="quick")
    (process,) = idle()
    process.kill()
    process.wait()

    assert sagevoice.analyze(array, rate, as_="records", tier="quick")[0]["state"] == "complete"
    assert idle()[0].pid != process.pid


def test_process_that_ends_during_a_call_is_an_error():
    array, rate = samples(SHORT)
    sagevoice.analyze(array, rate, as_="records", tier="quick")
    (process,) = idle()
    (command,) = _stream._idle

    def recordings():
        process.kill()
        yield SHORT.read_bytes()

    with pytest.raises(sagevoice.SagevoiceError, match="status -9"):
        _stream.streamed_rows(command[1:-1], recordings(), 1)


def test_unused_process_is_closed(monkeypatch):
    array, rate = samples(SHORT)
    monkeypatch.setattr(_stream, "IDLE_SECONDS", 0.01)
    started = []

    class Recorded(_stream._Stream):
        def __init__(self, command):
            super().__init__(command)
            started.append(self.process)

    monkeypatch.setattr(_stream, "_Stream", Recorded)

    sagevoice.analyze(array, rate, as_="records", tier="quick")

    assert started[0].wait(timeout=30) is not None


def test_process_that_has_read_a_file_is_not_kept(tmp_path):
    array, rate = samples(SHORT)
    profile = tmp_path / "person.json"
    profile.write_text('{"user_id": "anna", "age": 30, "sex_assigned_at_birth": "female"}')

    table = sagevoice.analyze(array, rate, as_="records", profile=profile)

    assert idle() == [] and any(row["standing"] for row in table)


def test_process_ends_with_python():
    code = (
        "import sagevoice, numpy; from sagevoice import _stream;"
        "sagevoice.analyze(numpy.zeros(8000), 8000, as_='records', tier='quick');"
        "print([stream.process.pid for stream in _stream._idle.values()][0])")

    pid = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True).stdout

    assert not os.path.exists(f"/proc/{int(pid)}")


def test_fork_has_a_process_of_its_own():
    multiprocessing = pytest.importorskip("multiprocessing").get_context("fork")
    array, rate = samples(SHORT)
    expected = sagevoice.analyze(array, rate, as_="records", tier="quick")

    with multiprocessing.Pool(2) as pool:
        found = pool.map(quick, [(array, rate)] * 4)

    assert found == [expected] * 4
    assert sagevoice.analyze(array, rate, as_="records", tier="quick") == expected


def quick(recording):
    return sagevoice.analyze(recording, as_="records", tier="quick")

"""Trials of the watched folder: hostile files, wrong clocks, other programs, and data that must not remain or appear."""
import contextlib, json, os, shutil, sqlite3, struct, threading, time

from trial import FolderTrial, kill_now, memory_mb, read_json, sha256, wait_until

MB = 1 << 20
NO_WAIT = ("--sidecar-wait", 0)


def sparse(path, size, head=b""):
    with open(path, "wb") as file:
        file.write(head)
        file.truncate(size)


def wav_header(data_bytes, rate=44100):
    return b"RIFF" + struct.pack("<I", min(data_bytes + 36, 0xFFFFFFFF)) + b"WAVEfmt " + struct.pack(
        "<IHHIIHH", 16, 1, 1, rate, 2 * rate, 2, 16) + b"data" + struct.pack("<I", data_bytes)


def sidecar(user, **more):
    return json.dumps({"profile": {"user_id": user, "age": 34, "sex_assigned_at_birth": "female"}} | more)


def user_of(session):
    """The user of the session metadata; None for a guest."""
    given = (session["answers"] or {}).get("given") or {}
    return (given.get("profile") or given).get("user_id")


def files_with(trial, *needles):
    """Files of inbox and store with one of the texts in their names or bytes."""
    wanted, found = [needle.encode().lower() for needle in needles], []
    for path in [*trial.inbox.rglob("*"), *trial.store.rglob("*")]:
        name = str(path.relative_to(trial.folder))
        data = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        if any(needle in part.lower() for needle in wanted for part in (name.encode(), data)):
            found.append(name)
    return found


def encrypt(trial):
    key = trial.folder / "key"
    key.touch(0o600)
    key.write_bytes(os.urandom(32))
    trial.key = ["--key-file", key]


def size(trial):
    """Recordings of 3 GB, a sidecar and a checksum of 10 GB, beside ordinary recordings. Needs sparse files."""
    big, bigger = 3 * 1024 * MB, 10 * 1024 * MB
    for number, name in enumerate(("good 0.wav", "good 1.wav", "big sidecar.wav", "big checksum.wav")):
        trial.put(name, trial.recording(number))
    sparse(trial.inbox / "long.wav", big, wav_header(big - 44))
    sparse(trial.inbox / "bytes.wav", big, wav_header(88200))
    sparse(trial.inbox / "minute.wav", 44 + 60 * 88200, wav_header(60 * 88200))
    sparse(trial.inbox / "big sidecar.json", bigger)
    sparse(trial.inbox / "big checksum.wav.sha256", bigger)
    status, peak = trial.drain("--tier", "quick")
    trial.same("exit status", status, 65)
    trial.expect("peak memory, MB (at most 200)", round(peak), peak <= 200)
    trial.same("good recordings filed", [trial.filed(f"good {number}.wav") for number in range(2)], [True, True])
    codes = [trial.failed().get(name) for name in ("long.wav", "bytes.wav", "minute.wav")]
    trial.same("error codes of the others", codes, ["too_large", "too_large", "too_long"])
    trial.same("files in the inbox", sorted(os.listdir(trial.inbox)), [".sagevoice", "bytes.wav", "long.wav"])
    trial.same("files in the work folder", os.listdir(trial.work), [])
    trial.verify()


def crashes_of(work, name):
    """Crashes during the analysis of a recording, and one more while an analysis runs."""
    for path in work.glob(f"*/{name}"):
        attempts = path.parent / ".attempts"
        return attempts.stat().st_size if attempts.exists() else 0
    return 0


def trap(trial):
    """A recording that crashes the watcher each time: a kill during its analysis stands for the crash."""
    trial.put("trap.wav", trial.recording(1, 20))
    trial.put("good.wav", trial.recording(2))
    kills = 0
    while kills < 12:
        before = crashes_of(trial.work, "trap.wav")
        watcher = trial.watch("--settle", 0.1, *NO_WAIT, "--jobs", 1)
        if not wait_until(lambda: crashes_of(trial.work, "trap.wav") > before, 8):
            trial.stop(watcher)
            break
        kill_now(watcher)
        kills += 1
    trial.drain()
    trial.expect("crashes until the recording was quarantined (at most 4)", kills, 1 <= kills <= 4)
    trial.same("error codes", trial.failed(), {"trap.wav": "analysis_interrupted"})
    trial.same("the other recording is filed", trial.filed("good.wav"), True)
    trial.verify()


def endless(trial):
    """A program that writes to one recording all the time, while others arrive."""
    watcher = trial.watch("--settle", 0.2, *NO_WAIT, "--tier", "quick")
    trial.wait_started()
    data = trial.recording(0)
    with open(trial.inbox / "endless.wav", "wb", buffering=0) as file:
        for number in range(5000):
            file.write(data[:64] if number == 0 else data[100:140])
            if number % 1000 == 500:
                trial.put(f"good {number}.wav", trial.recording(number))
            time.sleep(0.001)
        filed = lambda: sum(s["status"] == "filed" for s in trial.sessions())
        wait_until(lambda: filed() == 5, 60)
        trial.same("other recordings filed", filed(), 5)
        trial.same("the open recording stays", (trial.inbox / "endless.wav").exists(), True)
        peak = memory_mb(watcher, "VmHWM")
    trial.expect("peak memory, MB (at most 200)", round(peak), peak <= 200)
    trial.expect("claimed after close", True, wait_until(trial.is_idle, 30))
    trial.same("exit status after SIGTERM", trial.stop(watcher), 0)
    trial.verify()


def writing(trial):
    """Recordings of their full size that a program still writes to, before and after the claim."""
    first, second = trial.recording(1, 3), trial.recording(2, 3)
    watcher = trial.watch("--settle", 0.3, *NO_WAIT, "--poll", 0.2)
    trial.wait_started()
    with open(trial.inbox / "allocated.wav", "wb", buffering=0) as file:
        file.write(first[:100_000])
        file.truncate(len(first))
        time.sleep(4)
        trial.same("claimed while it was written", not (trial.inbox / "allocated.wav").exists(), False)
        file.seek(100_000)
        file.write(first[100_000:])
    outside = trial.folder / "outside.wav"
    outside.write_bytes(second[:44] + bytes(len(second) - 44))
    with open(outside, "r+b", buffering=0) as file:
        outside.rename(trial.inbox / "moved.wav")
        for step in range(20):
            time.sleep(0.1)
            low, high = (44 + place * (len(second) - 44) // 20 for place in (step, step + 1))
            file.seek(low)
            file.write(second[low:high])
    for name, data in (("allocated.wav", first), ("moved.wav", second)):
        trial.expect(f"{name}: filed", True, wait_until(lambda: trial.filed(name)))
        session = trial.session(name)
        audio = session["folder"] / "artifacts/audio.wav"
        trial.same(f"{name}: archived as written", audio.exists() and audio.read_bytes() == data, True)
        trial.same(f"{name}: analysed as written", ((session["computed"] or {}).get("recording") or {}).get("sha256"), sha256(data))
    trial.same("exit status after SIGTERM", trial.stop(watcher), 0)
    trial.verify()


def clocks(trial):
    """Wall clocks that are 100 days ahead or 400 days behind, then the passing of 110 days. Needs a C compiler."""
    count = lambda: len(trial.sessions())
    for number in range(2):
        trial.put(f"{number}.wav", trial.recording(number))
        trial.drain()
    trial.put("ahead.wav", trial.recording(5))
    trial.drain(days_off=100)
    trial.drain()
    trial.same("sessions after a start 100 days ahead and a right one", count(), 3)
    trial.put("behind.wav", trial.recording(6))
    trial.drain(days_off=-400)
    for _ in range(3):
        trial.drain()
    trial.same("sessions after a recording by a clock 400 days behind", count(), 4)
    deleted = None
    for day in range(1, 112, 2):
        trial.drain(days_off=day)
        if deleted is None and count() < 4:
            deleted = day
    trial.expect("first day without a guest's session (90 to 105)", deleted, deleted is not None and 90 <= deleted <= 105)
    trial.verify()


def sidecars(trial):
    """Sidecars that arrive late, twice, or for another recording of the same name."""
    def deliver(name, data):
        trial.put(name, data)
        trial.drain(*NO_WAIT)

    def user(number):
        return next((user_of(s) for s in trial.sessions() if s["sha256"] == sha256(trial.recording(number))), "no session")

    trial.put("one.json", sidecar("anna"))
    deliver("one.wav", trial.recording(1))
    deliver("one.json", sidecar("otto"))
    deliver("one.wav", trial.recording(2))
    trial.same("second sidecar: users of both recordings", (user(1), user(2)), ("anna", None))
    for number in (3, 4):
        deliver("two.wav", trial.recording(number))
    deliver("two.json", sidecar("anna"))
    trial.same("two recordings, a sidecar without hash", (user(3), user(4)), (None, None))
    deliver("two.json", sidecar("anna", sha256=sha256(trial.recording(3))))
    trial.same("a sidecar with the hash of the first", (user(3), user(4)), ("anna", None))
    trial.put("hash.json", sidecar("berta", sha256=sha256(trial.recording(6))))
    for number in (5, 6):
        deliver("hash.wav", trial.recording(number))
    trial.same("a sidecar with the hash of the second", (user(5), user(6)), (None, "berta"))
    trial.verify()


def amend(trial):
    """Four programs amend one session while the watcher adds its metadata."""
    trial.put("a.wav", trial.recording(1))
    trial.drain()
    session, amended = trial.session("a.wav")["id"], []

    def work():
        for _ in range(10):
            result = trial.records("amend", "--reason", "trial", "--quiet", session)
            amended.append(json.loads(result.stdout)["session_id"] if result.returncode == 0 else None)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    trial.put("a.json", sidecar("anna"))
    trial.drain(*NO_WAIT)
    for thread in threads:
        thread.join()
    amended_session = next(s for s in trial.sessions() if s["id"] == session)
    history = str(trial.rows("select detail from kept_line where session = ?", session))
    trial.same("amendments in the session history", sum(name is not None and name in history for name in amended), 40)
    trial.same("user of the session", user_of(amended_session), "anna")
    trial.verify()


def erase(trial, is_encrypted=False):
    """`records purge` of a user beside a running watcher: nothing of the user remains, other sessions do."""
    if is_encrypted:
        encrypt(trial)
    names = ["zoe-4711", "Zoe Example"]
    for number, data in enumerate((trial.recording(1), trial.recording(2), b"no recording", trial.recording(1))):
        trial.put(f"Zoe Example {number}.json", sidecar("zoe-4711", context="visit of zoe-4711"))
        trial.put(f"Zoe Example {number}.wav", data)
    for number in range(5):
        trial.put(f"other {number}.wav", trial.recording(50 + number))
    watcher = trial.watch("--settle", 0.2, "--sidecar-wait", 0.2, "--events")
    trial.wait_started()
    trial.wait_idle(60)
    before = len(files_with(trial, *names))
    trial.expect("files with the name before", before, before == 0 if is_encrypted else before > 0)
    trial.put("Zoe Example 5.json", sidecar("zoe-4711"))
    trial.put("Zoe Example 5.wav", trial.recording(5, 20))
    wait_until(lambda: len(list(trial.work.glob("*/Zoe*.wav"))) > 0, 10)
    trial.same("exit status of purge during an analysis", trial.records("purge", "--user", "zoe-4711").returncode, 0)
    wait_until(trial.is_idle, 30)
    trial.records("purge", "--user", "zoe-4711")
    trial.same("files with the name", files_with(trial, *names), [])
    trial.same("exit status of the watcher", trial.stop(watcher), 0)
    trial.same("files with the name after the end", files_with(trial, *names), [])
    trial.same("other sessions", len(trial.sessions()), 5)
    trial.verify()


def erase_encrypted(trial):
    """The trial erase in an encrypted store."""
    erase(trial, is_encrypted=True)


def withdrawal(trial):
    """The watcher killed 0.03 to 0.5 s after its start while a user withdraws consent, by a late sidecar or by that of a
    new recording. After the next run nothing of the earlier recordings may remain."""
    kills = trial.size("kills", 100, 10)
    marks = ["MARKDEVICE", "case of old"]

    def deliver(stem, signed, reference, data=None):
        consent = {"signed": signed, "at": f"2026-0{1 if signed else 3}-01T00:00:00Z", "version": "1",
                   "purposes": ["analysis", "storage"] if signed else []}
        trial.put(f"{stem}.json", json.dumps({
            "profile": {"user_id": "user-1", "age": 55, "device_model": "MARKDEVICE"}, "session_id": stem[:2],
            "reference": reference, "recorded_at": f"2026-01-0{stem[1]}T09:30:00Z", "consent": consent}))
        if data:
            trial.put(f"{stem}.wav", data)

    for number, stem in enumerate(("s2-0", "s2-1", "s2-2", "s4-3", "s4-4")):
        deliver(stem, True, "case of old", trial.recording(number, 2.2))
    trial.same("exit status", trial.drain("--audio", "delete")[0], 0)
    before, remaining, during_work, unverified = len(files_with(trial, *marks)), 0, 0, 0
    trial.expect("files with marks before", before, before > 0)
    for place in (trial.store, trial.inbox):
        shutil.copytree(place, f"{place}.kept")
    for number in range(kills):
        for place in (trial.store, trial.inbox):
            shutil.rmtree(place)
            shutil.copytree(f"{place}.kept", place)
        if number % 2:
            deliver("s2-1", False, "case of old")
        else:
            deliver("s9-5", False, "other case", trial.recording(9, 2.2))
        watcher = trial.watch("--once", "--audio", "delete", "--settle", 0.1, "--quiet", "--events")
        time.sleep(trial.random.uniform(0.03, 0.5))
        during_work += watcher.poll() is None
        kill_now(watcher)
        trial.drain("--audio", "delete")
        remaining += bool(files_with(trial, *marks))
        unverified += trial.records("verify").returncode != 0
    trial.expect("kills, of them during work", f"{kills}, {during_work}", during_work > 0)
    trial.same("runs with a mark left", remaining, 0)
    trial.same("runs that records verify rejects", unverified, 0)


def encrypted(trial):
    """Names, values and hashes in the database and the files of an encrypted store."""
    encrypt(trial)
    trial.put("Doe, Jane 1.json", '{"profile": {"user_id": "QUARTZUSER", "age": "QUARTZAGE"}, "context": "QUARTZCONTEXT"}')
    trial.put("Doe, Jane 1.wav", trial.recording(1))
    trial.put("Doe, Jane 2.json", sidecar("QUARTZUSER", reference="QUARTZREFERENCE"))
    trial.put("Doe, Jane 2.wav", b"QUARTZBYTES")
    trial.put("Doe, Jane 3.wav.sha256", "QUARTZSUM")
    trial.put("Doe, Jane 3.wav", trial.recording(2))
    trial.put("Doe, Jane 4.json", sidecar("QUARTZUSER", context="QUARTZCONTEXT"))
    trial.put("Doe, Jane 4.wav", trial.recording(3))
    trial.drain("--events")
    hashes = [sha256(data) for data in (trial.recording(1), b"QUARTZBYTES", trial.recording(2), trial.recording(3))]
    trial.same("files with a name, a value or a plain hash", files_with(trial, "Jane", "QUARTZ", *hashes), [])
    trial.expect("reports readable with the key", True, "Doe, Jane 1.json" in trial.failed())
    trial.verify()


def log(trial):
    """Names of people in log, status and events while everything fails."""
    trial.put("Doe, Jane 1.wav", trial.recording(1))
    trial.put("Doe, Jane 2.json", '{"profile": {"user_id": "QUARTZUSER", "age": "QUARTZAGE"}}')
    trial.put("Doe, Jane 2.wav", b"nothing")
    trial.drain("--events")
    (trial.inbox / "Doe, Jane 4.wav").mkdir()
    (trial.inbox / "Doe, Jane 5.wav").symlink_to("/nowhere/Doe, Jane")
    watcher = trial.watch("--settle", 0.1, *NO_WAIT, "--events")
    time.sleep(2)
    # The watcher waits 30 s for the write lock of the database, then the step fails.
    with contextlib.closing(sqlite3.connect(trial.store / "store.sqlite", timeout=30, isolation_level=None)) as other:
        other.execute("begin immediate")
        trial.put("Doe, Jane 3.wav", trial.recording(2))
        time.sleep(35)
    trial.stop(watcher)
    trial.drain("--events")
    trial.same("filed once the store can write", trial.filed("Doe, Jane 3.wav"), True)
    paths = (trial.log, trial.inbox / ".sagevoice/status.json", trial.store / "status.json", trial.store / "events.ndjson")
    texts = {path.name: path.read_text() for path in paths}
    trial.same("of log, status and events, files with a name",
               [name for name, text in texts.items() if any(mark in text for mark in ("Doe", "Jane", "QUARTZ"))], [])
    trial.expect("lines of the log (more than 3)", texts["log"].count("\n"), texts["log"].count("\n") > 3)


def unavailable(trial):
    """A second watcher on the store, a store that disappears for 7 s, and a damaged database."""
    watcher = trial.watch("--settle", 0.1, *NO_WAIT)
    trial.wait_started()
    check = lambda: trial.run(trial.programs.server, "status", trial.store, "--check").returncode
    trial.expect("status --check of a running watcher: 0", True, wait_until(lambda: check() == 0, 8))
    other = trial.folder / "other"
    other.mkdir()
    second = trial.run(trial.programs.server, "watch", other, "--store", trial.store, "--once")
    trial.same("exit status of a second watcher", second.returncode, 66)
    away = trial.folder / "away"
    trial.store.rename(away)
    trial.store.mkdir()
    trial.put("a.wav", trial.recording(1))
    time.sleep(7)
    trial.same("files in the empty folder", os.listdir(trial.store), [])
    trial.same("state", (read_json(trial.inbox / ".sagevoice/status.json") or {}).get("state"), "degraded")
    trial.store.rmdir()
    away.rename(trial.store)
    trial.expect("filed once the store is back", True, wait_until(lambda: trial.filed("a.wav"), 60))
    trial.same("exit status after SIGTERM", trial.stop(watcher), 0)
    trial.expect("status --check after the end: not 0", check(), check() != 0)
    trial.verify()
    database = trial.store / "store.sqlite"
    with contextlib.closing(sqlite3.connect(database, timeout=30)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    whole = database.read_bytes()
    damaged = bytes(100) + whole[100:]
    database.write_bytes(damaged)
    trial.put("b.wav", trial.recording(2))
    status, _ = trial.drain(seconds=30)
    trial.expect("exit status with a damaged database", status, status not in (0, "hangs"))
    trial.same("the damaged database is unchanged", database.read_bytes() == damaged, True)
    database.write_bytes(whole)
    trial.verify()


TRIALS = {function.__name__.replace("_", "-"): (FolderTrial, function) for function in (
    size, trap, endless, writing, clocks, sidecars, amend, erase, erase_encrypted, withdrawal, encrypted, log, unavailable)}

"""Trials of the watched folder: hostile files, wrong clocks, concurrent programs, deletion, encryption and log privacy."""
import contextlib, json, os, shutil, sqlite3, struct, threading, time

from trial import FolderTrial, kill_now, memory_mb, read_json, sha256, wait_until

MB = 1 << 20
NO_WAIT = ("--sidecar-wait", 0)


def sparse(path, size, head=b""):
    """A file of `size` bytes that occupies only the blocks of `head`."""
    with open(path, "wb") as file:
        file.write(head)
        file.truncate(size)


def wav_header(data_bytes, rate=44100):
    return b"RIFF" + struct.pack("<I", min(data_bytes + 36, 0xFFFFFFFF)) + b"WAVEfmt " + struct.pack(
        "<IHHIIHH", 16, 1, 1, rate, 2 * rate, 2, 16) + b"data" + struct.pack("<I", data_bytes)


def sidecar(user, **more):
    return json.dumps({"profile": {"user_id": user, "age": 34, "sex_assigned_at_birth": "female"}} | more)


def user_of(session):
    """The user id in the session metadata; None for a guest."""
    given = (session["answers"] or {}).get("given") or {}
    return (given.get("profile") or given).get("user_id")


def files_with(trial, *needles):
    """Files of inbox and store that contain one of the texts in name or content, ignoring case."""
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


def oversized(trial):
    """Recordings of 3 GB, one that is too long, a sidecar and a checksum file of 10 GB among ordinary recordings. Sparse
    files save the disk space."""
    big, bigger = 3 * 1024 * MB, 10 * 1024 * MB
    for number, name in enumerate(("good 0.wav", "good 1.wav", "big sidecar.wav", "big checksum.wav")):
        trial.put(name, trial.recording(number))
    sparse(trial.inbox / "long.wav", big, wav_header(big - 44))
    sparse(trial.inbox / "bytes.wav", big, wav_header(88200))
    sparse(trial.inbox / "minute.wav", 44 + 60 * 88200, wav_header(60 * 88200))
    sparse(trial.inbox / "big sidecar.json", bigger)
    sparse(trial.inbox / "big checksum.wav.sha256", bigger)
    status, peak = trial.drain("--tier", "quick")
    trial.equal("exit status of `watch --once` (65: some files refused)", status, 65)
    trial.at_most("peak memory, MB", peak, 200)
    trial.equal("states of the two ordinary recordings", [trial.state(f"good {number}.wav") for number in range(2)],
                ["filed", "filed"])
    for name, label, code in (("long.wav", "a recording of 3 GB", "too_large"),
                              ("bytes.wav", "a file of 3 GB whose header declares 1 s", "too_large"),
                              ("minute.wav", "a recording of 60 s", "too_long")):
        trial.equal(f"error code of {label}", trial.failed().get(name), code)
    trial.equal("files left in the inbox", sorted(os.listdir(trial.inbox)), [".sagevoice", "bytes.wav", "long.wav"])
    trial.equal("entries left in the work folder", len(os.listdir(trial.work)), 0)


def crash_count(work, name):
    """The crash counter of a recording. It includes a running analysis."""
    for path in work.glob(f"*/{name}"):
        attempts = path.parent / ".attempts"
        return attempts.stat().st_size if attempts.exists() else 0
    return 0


def crash_loop(trial):
    """A recording whose analysis always crashes the watcher, simulated by SIGKILL during the analysis. It must be quarantined."""
    trial.put("crash.wav", trial.recording(1, 20))
    trial.put("good.wav", trial.recording(2))
    kills = 0
    while kills < 12:
        before = crash_count(trial.work, "crash.wav")
        watcher = trial.watch("--settle", 0.1, *NO_WAIT, "--jobs", 1)
        if not wait_until(lambda: crash_count(trial.work, "crash.wav") > before, 8):
            trial.stop(watcher)
            break
        kill_now(watcher)
        kills += 1
    trial.drain()
    trial.between("crashes before the recording was quarantined", kills, 1, 4)
    trial.equal("error codes by file", trial.failed(), {"crash.wav": "analysis_interrupted"})
    trial.equal("state of the other recording", trial.state("good.wav"), "filed")


def endless_writer(trial):
    """A program appends to one recording for more than 5 s while five others arrive."""
    watcher = trial.start_watcher("--settle", 0.2, *NO_WAIT, "--tier", "quick")
    data = trial.recording(0)
    with open(trial.inbox / "endless.wav", "wb", buffering=0) as file:
        for number in range(5000):
            file.write(data[:64] if number == 0 else data[100:140])
            if number % 1000 == 500:
                trial.put(f"good {number}.wav", trial.recording(number))
            time.sleep(0.001)
        filed = lambda: sum(s["status"] == "filed" for s in trial.sessions())
        wait_until(lambda: filed() == 5, 60)
        trial.equal("other recordings in state `filed`", filed(), 5)
        trial.equal("open file is still in the inbox", (trial.inbox / "endless.wav").exists(), True)
        peak = memory_mb(watcher, "VmHWM")
    trial.at_most("peak memory, MB", peak, 200)
    trial.within("time from close(2) until the inbox is empty", 30, trial.is_idle)
    trial.terminate(watcher)


def open_files(trial):
    """Recordings that have their full size while a program still writes to them: one before the claim, one after its rename
    into the inbox."""
    first, second = trial.recording(1, 3), trial.recording(2, 3)
    watcher = trial.start_watcher("--settle", 0.3, *NO_WAIT, "--poll", 0.2)
    with open(trial.inbox / "allocated.wav", "wb", buffering=0) as file:
        file.write(first[:100_000])
        file.truncate(len(first))
        time.sleep(4)
        trial.equal("allocated.wav: still in the inbox while open", (trial.inbox / "allocated.wav").exists(), True)
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
        trial.within(f"{name}: time until state `filed`", 20, lambda: trial.is_filed(name))
        session = trial.session(name)
        audio = session["folder"] / "artifacts/audio.wav"
        archived = sha256(audio.read_bytes()) if audio.exists() else ""
        analysed = ((session["computed"] or {}).get("recording") or {}).get("sha256") or ""
        trial.equal(f"{name}: SHA-256 of the archived audio", archived[:12], sha256(data)[:12])
        trial.equal(f"{name}: SHA-256 in the comprehensive document", analysed[:12], sha256(data)[:12])
    trial.terminate(watcher)


def clocks(trial):
    """Wall clocks 100 days fast and 400 days slow must not delete a session. Retention deletes guest sessions after 90 days."""
    count = lambda: len(trial.sessions())
    for number in range(2):
        trial.put(f"{number}.wav", trial.recording(number))
        trial.drain()
    trial.put("fast.wav", trial.recording(5))
    trial.drain(days_ahead=100)
    trial.drain()
    trial.equal("sessions after one run 100 days fast and one with the correct clock", count(), 3)
    trial.put("slow.wav", trial.recording(6))
    trial.drain(days_ahead=-400)
    for _ in range(3):
        trial.drain()
    trial.equal("sessions after one run 400 days slow and three with the correct clock", count(), 4)
    deleted = None
    for day in range(1, 112, 2):
        trial.drain(days_ahead=day)
        if deleted is None and count() < 4:
            deleted = day
    trial.between("day of the first deletion of a guest session", deleted, 90, 105)


def sidecars(trial):
    """Sidecars that arrive late, twice, or for one of several recordings of the same name. A recording without its sidecar
    belongs to a guest (user None)."""
    def deliver(name, data):
        trial.put(name, data)
        trial.drain(*NO_WAIT)

    def users(*numbers):
        """The users of these recordings."""
        found = {s["sha256"]: user_of(s) for s in trial.sessions()}
        return tuple(found.get(sha256(trial.recording(number)), "no session") for number in numbers)

    trial.put("one.json", sidecar("anna"))
    deliver("one.wav", trial.recording(1))
    deliver("one.json", sidecar("otto"))
    deliver("one.wav", trial.recording(2))
    trial.equal("users of two recordings of one name; the second sidecar (otto) is ambiguous and not applied", users(1, 2), ("anna", None))
    for number in (3, 4):
        deliver("two.wav", trial.recording(number))
    deliver("two.json", sidecar("anna"))
    trial.equal("users of two recordings of one name after a sidecar without hash", users(3, 4), (None, None))
    deliver("two.json", sidecar("anna", sha256=sha256(trial.recording(3))))
    trial.equal("users of the same after a sidecar with the hash of the first recording", users(3, 4), ("anna", None))
    trial.put("hash.json", sidecar("berta", sha256=sha256(trial.recording(6))))
    for number in (5, 6):
        deliver("hash.wav", trial.recording(number))
    trial.equal("users of two recordings after a sidecar with the hash of the second", users(5, 6), (None, "berta"))


def amend(trial):
    """Four concurrent `records amend` loops on one session while the watcher merges a late sidecar."""
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
    trial.equal("successful amendments in the session history", sum(name is not None and name in history for name in amended), 40)
    trial.equal("user of the session after the late sidecar", user_of(amended_session), "anna")


def purge(trial, is_encrypted=False):
    """`records purge --user` while the watcher runs: no file names the user afterwards, and other sessions remain."""
    if is_encrypted:
        encrypt(trial)
    names = ["zoe-4711", "Zoe Example"]
    for number, data in enumerate((trial.recording(1), trial.recording(2), b"no recording", trial.recording(1))):
        trial.put(f"Zoe Example {number}.json", sidecar("zoe-4711", context="visit of zoe-4711"))
        trial.put(f"Zoe Example {number}.wav", data)
    for number in range(5):
        trial.put(f"other {number}.wav", trial.recording(50 + number))
    watcher = trial.start_watcher("--settle", 0.2, "--sidecar-wait", 0.2, "--events")
    trial.wait_idle(60)
    before = len(files_with(trial, *names))
    if is_encrypted:
        trial.equal("files that name the user before the purge", before, 0)
    else:
        trial.at_least("files that name the user before the purge", before, 1)
    trial.put("Zoe Example 5.json", sidecar("zoe-4711"))
    trial.put("Zoe Example 5.wav", trial.recording(5, 20))
    wait_until(lambda: len(list(trial.work.glob("*/Zoe*.wav"))) > 0, 10)
    trial.equal("exit status of `records purge` during an analysis of the user's recording",
                trial.records("purge", "--user", "zoe-4711").returncode, 0)
    wait_until(trial.is_idle, 30)
    trial.records("purge", "--user", "zoe-4711")
    trial.equal("files that name the user after the second purge", files_with(trial, *names), [])
    trial.terminate(watcher)
    trial.equal("files that name the user after the end of the watcher", files_with(trial, *names), [])
    trial.equal("sessions of other users", len(trial.sessions()), 5)


def purge_encrypted(trial):
    """The trial purge in an encrypted store."""
    purge(trial, is_encrypted=True)


def withdrawal(trial):
    """SIGKILL of the watcher 0.02 to 0.3 s after its start while a user withdraws consent: by a late sidecar (odd runs) or
    by the sidecar of a new recording. After the next run no file may contain data of the earlier recordings."""
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
    trial.equal("exit status of the run before the withdrawal", trial.drain("--audio", "delete")[0], 0)
    remaining, during_work, unverified = 0, 0, 0
    trial.at_least("files with data of the user before the withdrawal", len(files_with(trial, *marks)), 1)
    for place in (trial.store, trial.inbox):
        shutil.copytree(place, f"{place}.before")
    for number in range(kills):
        for place in (trial.store, trial.inbox):
            shutil.rmtree(place)
            shutil.copytree(f"{place}.before", place)
        if number % 2:
            deliver("s2-1", False, "case of old")
        else:
            deliver("s9-5", False, "other case", trial.recording(9, 2.2))
        watcher = trial.watch("--once", "--audio", "delete", "--settle", 0.1, "--quiet", "--events")
        time.sleep(trial.random.uniform(0.02, 0.3))
        during_work += watcher.poll() is None
        kill_now(watcher)
        trial.drain("--audio", "delete")
        remaining += bool(files_with(trial, *marks))
        unverified += trial.records("verify").returncode != 0
    trial.measure("withdrawals with SIGKILL of the watcher", kills)
    trial.at_least("SIGKILLs before the watcher had finished", during_work, 1)
    trial.equal("withdrawals after which a file with data of the user remained", remaining, 0)
    trial.equal("withdrawals after which `records verify` failed", unverified, 0)


def encryption(trial):
    """An encrypted store has no plain names, metadata values or content hashes in its files."""
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
    trial.equal("files with a plain name, metadata value or SHA-256", files_with(trial, "Jane", "QUARTZ", *hashes), [])
    trial.equal("`records failed` with the key lists the refused sidecar", "Doe, Jane 1.json" in trial.failed(), True)


def log_privacy(trial):
    """Log, status and events contain no file name and no metadata value while recordings, sidecars and the database fail."""
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
    trial.terminate(watcher)
    trial.drain("--events")
    trial.equal("state of a recording that arrived during the 35 s write lock", trial.state("Doe, Jane 3.wav"), "filed")
    paths = (trial.log, trial.inbox / ".sagevoice/status.json", trial.store / "status.json", trial.store / "events.ndjson")
    texts = {path.name: path.read_text() for path in paths}
    trial.equal("log, status and event files with a name or a value",
                [name for name, text in texts.items() if any(mark in text for mark in ("Doe", "Jane", "QUARTZ"))], [])
    trial.at_least("log lines", texts["log"].count("\n"), 4)


def unavailable(trial):
    """A second watcher on the same store, a store folder that is replaced by an empty one for 7 s, and a damaged database."""
    watcher = trial.start_watcher("--settle", 0.1, *NO_WAIT)
    check = lambda: trial.run(trial.programs.server, "status", trial.store, "--check").returncode
    trial.within("time until `status --check` exits with 0", 8, lambda: check() == 0)
    other = trial.folder / "other"
    other.mkdir()
    second = trial.run(trial.programs.server, "watch", other, "--store", trial.store, "--once")
    trial.equal("exit status of a second watcher on the store", second.returncode, 66)
    moved = trial.folder / "moved"
    trial.store.rename(moved)
    trial.store.mkdir()
    trial.put("a.wav", trial.recording(1))
    time.sleep(7)
    trial.equal("files that the watcher created in the empty store folder", os.listdir(trial.store), [])
    trial.equal("state in status.json without the store", (read_json(trial.inbox / ".sagevoice/status.json") or {}).get("state"),
                "degraded")
    trial.store.rmdir()
    moved.rename(trial.store)
    trial.within("time from the return of the store until the recording is `filed`", 60, lambda: trial.is_filed("a.wav"))
    trial.terminate(watcher)
    trial.check("exit status of `status --check` after the end of the watcher", check(), "not 0", check() != 0)
    trial.verify()
    database = trial.store / "store.sqlite"
    with contextlib.closing(sqlite3.connect(database, timeout=30)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    intact = database.read_bytes()
    damaged = bytes(100) + intact[100:]
    database.write_bytes(damaged)
    trial.put("b.wav", trial.recording(2))
    status, _ = trial.drain(seconds=30)
    trial.check("exit status of the watcher with a damaged database", status, "not 0, within 30 s", status not in (0, "timeout"))
    trial.equal("the watcher left the damaged database unchanged", database.read_bytes() == damaged, True)
    database.write_bytes(intact)


TRIALS = {function.__name__.replace("_", "-"): (FolderTrial, function) for function in (
    oversized, crash_loop, endless_writer, open_files, clocks, sidecars, amend, purge, purge_encrypted, withdrawal, encryption,
    log_privacy, unavailable)}

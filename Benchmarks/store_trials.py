"""What the trials of the store share: the programs, a store's document, and how a record is written."""
import argparse, datetime, os, shutil, subprocess, sys, tempfile, time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def build(built=None):
    """The tool and the program that fills stores, built unless a folder is given."""
    if built:
        return Path(built) / "sagevoice", Path(built) / "StoreTrial"
    environment = dict(os.environ, SAGEVOICE_STORE_TRIALS="1")
    for product in ("sagevoice", "StoreTrial"):
        subprocess.run(["swift", "build", "-c", "release", "--product", product], cwd=ROOT,
                       env=environment, check=True, stdout=subprocess.DEVNULL)
    return ROOT / ".build/release/sagevoice", ROOT / ".build/release/StoreTrial"


def document(tool, folder):
    """A results document of a synthetic voice of one second."""
    voice = folder / "voice.wav"
    subprocess.run([tool, "synth", "--f0", "123", "--jitter", "0.4", "--shimmer", "2", "--hnr", "25",
                    "--seconds", "1", "--vowel", "a", "--seed", "7", voice], check=True,
                   stdout=subprocess.DEVNULL)
    path = folder / "document.json"
    path.write_bytes(subprocess.run([tool, "analyze", voice, "--quiet"], check=True,
                                    capture_output=True).stdout)
    return path


def run(*command):
    """A program to its end: status, output, seconds and the most memory that it had, MB."""
    start = time.monotonic()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, output, time.monotonic() - start, usage.ru_maxrss / 1024


def record(title, how, tool, rows):
    """A table of what was found, with what it was found on."""
    def output(*command):
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout.strip()
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo")
                  if line.startswith("model name")), "unknown")
    lines = [f"# {title}", "", how, "",
             f"Date {datetime.date.today().isoformat()}, sagevoice {output(tool, '--version')}, commit "
             f"{output('git', 'rev-parse', '--short', 'HEAD')}, {os.cpu_count()} cores ({model}).", "",
             "| What | Found |", "|---|---|"]
    return "\n".join(lines + [f"| {name} | {value} |" for name, value in rows])


def trial_of(title, how, measure, count, description):
    """Measures by the command line in a folder of its own, prints the record, and ends with 1 if a bar is missed."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=count, help="how many; more than one program share them")
    parser.add_argument("--folder", help="where the store is made; it is removed again")
    parser.add_argument("--built", help="the folder of both programs; they are built unless it is given")
    options = parser.parse_args()
    tool, trial = build(options.built)
    folder = Path(tempfile.mkdtemp(prefix="sagevoice-store-", dir=options.folder))
    try:
        rows, kept = measure(tool, trial, folder, options.count)
    finally:
        shutil.rmtree(folder)
    print(record(title, how.format(count=options.count), tool, rows))
    sys.exit(0 if kept else 1)

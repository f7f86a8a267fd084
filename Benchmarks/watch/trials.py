"""What the trials of the watched folder and of the library share: their recordings, and how they are written down."""
import datetime, os, subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Voices:
    """Synthetic voices of one tool."""

    def __init__(self, tool, folder):
        self.tool, self.folder = tool, folder
        self.templates = {}

    def recording(self, number, seconds):
        """A voice whose bytes differ for every number, in samples nobody can hear."""
        if seconds not in self.templates:
            path = self.folder / f"voice-{seconds}.wav"
            subprocess.run([self.tool, "synth", "--f0", "123", "--jitter", "0.4", "--shimmer", "2",
                            "--hnr", "25", "--seconds", str(seconds), "--vowel", "a", "--seed", "7",
                            str(path)], check=True, stdout=subprocess.DEVNULL)
            self.templates[seconds] = path.read_bytes()
        data = bytearray(self.templates[seconds])
        for bit in range(20):
            if number >> bit & 1:
                data[44 + 2 * (200 + bit)] ^= 1
        return bytes(data)


def ends_over(control, name):
    """How often a program came to its end over a recording, and one more while one is looking at it; None where the
    recording does not lie in the work folder of `control`."""
    for path in (control / "work").glob(f"*/{name}"):
        beside = path.parent / ".analysing"
        try:
            looks = [line.split() for line in (control / "analysing").read_text().splitlines()]
        except OSError:
            looks = []
        last = [words[0] for words in looks if len(words) > 1 and words[-1] == path.parent.name][-1:]
        return (beside.stat().st_size if beside.exists() else 0) + (last not in ([], ["."]))
    return None


def write_record(name, title, how, tool, columns, rows, more="", group="watch"):
    """A table of what was found, with what it was found on, as Records/DATE-GROUP-NAME.md."""
    def output(*command):
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout.strip()
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo")
                  if line.startswith("model name")), "unknown")
    date = datetime.date.today().isoformat()
    lines = [f"# {title}", "", how, "",
             f"Date {date}, sagevoice {output(tool, '--version')}, commit "
             f"{output('git', 'rev-parse', '--short', 'HEAD')}, {os.cpu_count()} cores ({model}){more}.", "",
             "| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(str(value).replace("|", "/") for value in row) + " |" for row in rows]
    path = ROOT / f"Benchmarks/Records/{date}-{group}-{name}.md"
    path.write_text("\n".join(lines) + "\n")
    print(f"record: {path.relative_to(ROOT)}")

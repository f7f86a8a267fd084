#!/usr/bin/env python3
"""Whether pandas and R take the tables of `analyze` as they are: right types, no warning, no name changed.

    tables.py [--tool T] [--record]

Needs pandas and statsmodels, and Rscript with lme4 (Debian's r-base-core and r-cran-lme4). The mixed model is the
example of the article CommandLine; its two fits should agree. The recordings are those of Fixtures/voices, and one that is
not there. Exits with 1 if anything is not as it should be, and writes Records/DATE-tables.md with --record.
"""
import argparse, csv, json, shutil, subprocess, sys, tempfile, warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "watch"))
from trials import ROOT, write_record

R = r"""
options(warn = 2)
paths <- commandArgs(TRUE)
for (path in paths) {
  table <- read.csv(path, na.strings = "")
  kept <- read.csv(path, na.strings = "", check.names = FALSE)
  kinds <- sapply(table, function(column) if (is.numeric(column)) "number" else if (all(is.na(column))) "empty" else "text")
  cat(nrow(table), identical(names(table), names(kept)), "\n")
  cat(paste(names(table), kinds, sep = "="), "\n")
}
study <- subset(read.csv(paths[2], na.strings = ""), measure == "shimmer.apq3_percent" & status == "measured")
fit <- suppressMessages(lme4::lmer(log(value) ~ session + (1 | person), study))
cat(nrow(study), length(unique(study$person)), sprintf("%.9g", lme4::fixef(fit)[2]), "\n")
"""


def expected(name, values):
    """The type that a column should have: what every value is that is not empty."""
    told = [value for value in values if value]
    if not told:
        return "empty"
    try:
        [float(value) for value in told]
        return "number"
    except ValueError:
        return "text"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / ".build/release/sagevoice"))
    parser.add_argument("--record", action="store_true", help="write what was found into Records")
    options = parser.parse_args()
    import pandas
    warnings.simplefilter("error")

    folder = Path(tempfile.mkdtemp(prefix="sagevoice-tables-"))
    files = sorted((ROOT / "Fixtures/voices").glob("*.wav"))
    manifest = folder / "study.csv"
    with open(manifest, "w", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(["file", "person", "session", "task", "vowel", "repetition", "age", "sex_assigned_at_birth"])
        for number, file in enumerate([*files, folder / "missing.wav"]):
            rows.writerow([file, f'P{number // 2}, "so called"', f"S{number % 2}", "sustained_vowel", "a", number % 3,
                           20 + number, "female" if number % 2 else "male"])
    found, broken = [], []

    def expect(what, value, is_kept):
        found.append((what, value if is_kept else f"{value} **broken**"))
        broken.extend([] if is_kept else [what])
        print(f"{what}: {value}{'' if is_kept else '  BROKEN'}")

    paths = {}
    for form in ("csv", "long"):
        paths[form] = folder / f"{form}.csv"
        subprocess.run([options.tool, "analyze", "--manifest", manifest, "--format", form, "--output", paths[form], "--quiet"])
    book = {row["name"]: row for row in csv.DictReader(
        subprocess.run([options.tool, "codebook"], capture_output=True, text=True).stdout.splitlines())}
    r = subprocess.run(["Rscript", "-e", R, *map(str, paths.values())], capture_output=True, text=True)
    expect("R: warnings and errors", r.stderr.strip() or "none", r.returncode == 0 and not r.stderr.strip())
    told = r.stdout.splitlines()
    for number, (form, path) in enumerate(paths.items()):
        with open(path, newline="") as file:
            raw = list(csv.DictReader(file))
        names = list(raw[0])
        kinds = {name: expected(name, [row[name] for row in raw]) for name in names}
        table = pandas.read_csv(path)
        types = {name: "empty" if table[name].isna().all() else
                 "number" if pandas.api.types.is_numeric_dtype(table[name]) else "text" for name in names}
        expect(f"{form}: rows and columns", f"{len(raw)} × {len(names)}", len(table) == len(raw))
        expect(f"{form}: columns that the codebook lacks", sum(name not in book for name in names),
               all(name in book for name in names))
        expect(f"{form}: types in pandas that differ from the values", sum(types[n] != kinds[n] for n in names), types == kinds)
        if r.returncode == 0:
            count, same = told[2 * number].split()
            in_r = dict(pair.rsplit("=", 1) for pair in told[2 * number + 1].split())
            expect(f"{form}: R has the rows, and every name as it is", f"{count}, {same}", int(count) == len(raw) and same == "TRUE")
            expect(f"{form}: types in R that differ", sum(in_r[n] != kinds[n] for n in names), in_r == kinds)
    long = pandas.read_csv(paths["long"])
    missing = long[long.status == "missing"]
    expect("long: rows that are missing, and those of them with a reason", f"{len(missing)}, {missing.reason.notna().sum()}",
           missing.reason.notna().all() and len(missing) > 0)
    if r.returncode == 0:
        import numpy as np
        import statsmodels.formula.api as models
        rows, people, slope = told[4].split()
        study = long.query("measure == 'shimmer.apq3_percent' and status == 'measured'")
        with warnings.catch_warnings():
            # Few recordings of few people: the variance between people may come out zero.
            warnings.simplefilter("ignore")
            ours = models.mixedlm("np.log(value) ~ session", study, groups="person").fit().params.iloc[1]
        expect("mixed model of shimmer by session: rows, people", f"{rows}, {people}", int(rows) == len(study) > 10)
        expect("its effect of the session in R and in Python", f"{float(slope):.5f}, {ours:.5f}",
               np.isfinite(ours) and abs(float(slope) - ours) < 0.02 * max(1, abs(ours)))
    shutil.rmtree(folder)
    if options.record:
        version = subprocess.run(["Rscript", "--version"], capture_output=True, text=True)
        write_record("pandas-and-R", "Tables in pandas and R", f"`Benchmarks/tables.py`, pandas {pandas.__version__}, "
                     f"{(version.stdout + version.stderr).strip()}: {len(files)} recordings of `Fixtures/voices` and one "
                     "that is not there, with a manifest.", options.tool, ("What", "Found"), found, group="tables")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()

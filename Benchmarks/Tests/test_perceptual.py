"""perceptual.py on synthetic voices with invented ratings.

    SAGEVOICE=PATH python3 -m unittest Benchmarks/Tests/test_perceptual.py
"""
import csv, os, pathlib, re, subprocess, sys, tempfile, unittest

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import perceptual

PROGRAM = os.environ.get("SAGEVOICE", "sagevoice")
SCRIPT = pathlib.Path(__file__).parent.parent / "perceptual.py"
SPEAKERS = 30


class PerceptualTests(unittest.TestCase):
    """Two recordings of each speaker; breathiness follows HNR, roughness jitter, and strain is unrelated."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        path = pathlib.Path(cls.folder.name)
        rows = []
        for speaker in range(SPEAKERS):
            hnr, jitter = 8 + 20 * ((7 * speaker) % SPEAKERS) / SPEAKERS, 0.2 + 3 * ((11 * speaker) % SPEAKERS) / SPEAKERS
            for take in (1, 2):
                name = f"P{speaker:02}_{take}.wav"
                subprocess.run([PROGRAM, "synth", str(path / name), "--hnr", f"{hnr:.2f}", "--jitter", f"{jitter:.2f}",
                                "--f0", str(110 + 5 * speaker), "--seconds", "2", "--seed", str(2 * speaker + take)],
                               check=True, capture_output=True)
                rows.append([f"P{speaker:02}.{take}", f"P{speaker:02}", 70 - 2 * hnr, 20 * jitter,
                             40 * ((13 * speaker + 5) % SPEAKERS % 7) / 7])
        with open(path / "ratings.csv", "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([["recording", "person", "breathiness", "roughness", "strain"], *rows])
        cls.path = path

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_script(self, *arguments):
        return subprocess.run(
            [sys.executable, SCRIPT, self.path, self.path / "ratings.csv", "--sagevoice", PROGRAM, "--draws", "200",
             "--columns", "breathiness=breathiness,roughness=roughness,strain=strain", *arguments],
            capture_output=True, text=True)

    def rows(self, *arguments):
        """The cells (r, low, high, AUC) by rating."""
        output = self.run_script(*arguments).stdout
        found = re.findall(r"\| (\w+) \| 60 \| (\S+) \((\S+) to (\S+)\) \| \S+ \| (\S+) ", output)
        return {name: [float(cell.replace("–", "nan")) for cell in cells] for name, *cells in found}

    def test_ratings_that_follow_the_signal_are_predicted(self):
        rows = self.rows("--speaker", "person", "--present", "30")
        self.assertGreater(rows["breathiness"][0], 0.8)
        self.assertGreater(rows["breathiness"][3], 0.85)
        self.assertGreater(rows["roughness"][0], 0.8)

    def test_an_unrelated_rating_is_not_predicted_for_new_speakers(self):
        r, low, high, _ = self.rows("--speaker", "person")["strain"]
        self.assertLess(r, 0.35)
        self.assertLess(low, 0)

    def test_the_recordings_of_a_speaker_are_in_one_fold(self):
        speakers = [f"P{k // 3}" for k in range(60)]
        fold = perceptual.folds(speakers, 5, np.random.default_rng(1))
        for speaker in set(speakers):
            self.assertEqual(len({fold[k] for k in range(60) if speakers[k] == speaker}), 1)
        self.assertEqual(len(set(fold)), 5)

    def test_the_area_counts_equal_predictions_half(self):
        present = np.array([True, True, False, False])
        self.assertEqual(perceptual.area(np.array([3.0, 1.0, 1.0, 0.0]), present), 0.875)

    def test_a_wrong_column_is_named(self):
        run = self.run_script("--speaker", "absent")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("has no column absent; its columns: recording", run.stderr)


if __name__ == "__main__":
    unittest.main()

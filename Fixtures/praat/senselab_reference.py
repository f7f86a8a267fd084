#!/usr/bin/env python3
"""Praat features of senselab 1.3, in the columns of Bridge2AI (through parselmouth 0.4.7).

    python senselab_reference.py SENSELAB/audio/tasks/features_extraction/praat_parselmouth.py FILE.wav... > senselab_1.3.jsonl

The file of senselab is run without its other modules, which are large and not used by these functions.
"""
import importlib.machinery, json, math, sys, unittest.mock
from pathlib import Path

ABSENT = {"torch", "torchaudio", "senselab", "joblib"}
STEP, WINDOW = 0.005, 0.025


class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ABSENT:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return unittest.mock.MagicMock(__path__=[], __spec__=spec, __name__=spec.name)

    def exec_module(self, module):
        pass


def features(senselab, path):
    sound = senselab["get_sound"](Path(path))
    floor, ceiling = senselab["extract_pitch_values"](sound).values()
    pitch = senselab["extract_pitch_descriptors"](sound, floor, ceiling, STEP, "Hertz")
    intensity = senselab["extract_intensity_descriptors"](sound, floor, STEP)
    harmonicity = senselab["extract_harmonicity_descriptors"](sound, floor, STEP)
    prominence = senselab["extract_cpp_descriptors"](sound, floor, ceiling, STEP)
    formants = senselab["measure_f1f2_formants_bandwidths"](sound, floor, ceiling, STEP)
    jitter = senselab["extract_jitter"](sound, floor, ceiling)
    shimmer = senselab["extract_shimmer"](sound, floor, ceiling)
    return {
        "mean_f0_hertz": pitch["mean_f0_hertz"], "std_f0_hertz": pitch["stdev_f0_hertz"],
        "mean_intensity_db": intensity["mean_db"], "std_intensity_db": intensity["std_db"],
        "range_ratio_intensity_db": intensity["range_db_ratio"],
        "mean_hnr_db": harmonicity["hnr_db_mean"], "std_hnr_db": harmonicity["hnr_db_std_dev"],
        **senselab["extract_slope_tilt"](sound, floor, ceiling),
        "cepstral_peak_prominence_mean": prominence["mean_cpp"],
        "cepstral_peak_prominence_std": prominence["std_dev_cpp"],
        **{f"{word}_{name}_loc": formants[f"{name}_{word}"]
           for name in ("f1", "b1", "f2", "b2") for word in ("mean", "std")},
        **senselab["extract_spectral_moments"](sound, floor, ceiling, WINDOW, STEP),
        **{name if name.endswith("_jitter") else f"{name}_jitter": value for name, value in jitter.items()},
        **{name if name.endswith("_shimmer") else f"{name}_shimmer": value for name, value in shimmer.items()}}


def main():
    sys.meta_path.insert(0, Finder())
    senselab = {"__name__": "senselab_praat"}
    exec(compile(Path(sys.argv[1]).read_text(), sys.argv[1], "exec"), senselab)
    for path in sys.argv[2:]:
        found = {name: value if math.isfinite(value) else None for name, value in features(senselab, path).items()}
        print(json.dumps({"file": Path(path).name, **found}), flush=True)


main()

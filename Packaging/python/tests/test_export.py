"""Exports are those that the programs of the other formats read."""

import copy
import csv
import importlib.machinery
import importlib.metadata
import importlib.util
import json
import shutil
import subprocess
import sys
import sysconfig
import unittest.mock

import pytest
from conftest import VOICES, VOWEL

import sagevoice
from sagevoice import export

SHORT = VOICES / "svd_0001_a_n.wav"
LABEL = {"participant_id": "005009", "session_id": "01", "task_name": "prolonged-vowel"}


@pytest.fixture(scope="module")
def document():
    return sagevoice.document(VOWEL)


def table(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_exports_are_part_of_the_package():
    code = "import sagevoice; assert sagevoice.export.uci22 and 'export' in dir(sagevoice)"

    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


# Bridge2AI


def test_bridge2ai_has_fractions_and_seconds(document, tmp_path):
    (row,) = table(export.bridge2ai(document, tmp_path, labels=[LABEL]))

    jitter, shimmer = document["biomarkers"]["jitter"], document["biomarkers"]["shimmer"]
    assert {name: row[name] for name in LABEL} == LABEL
    assert float(row["duration"]) == document["recording"]["duration_s"]
    assert float(row["mean_f0_hertz"]) == document["biomarkers"]["f0"]["mean_hz"]
    assert float(row["ppq5_jitter"]) == jitter["ppq5_percent"] / 100
    assert float(row["localabsolute_jitter"]) == jitter["local_absolute_us"] / 1e6
    assert float(row["apq11_shimmer"]) == shimmer["apq11_percent"] / 100
    assert float(row["localDB_shimmer"]) == shimmer["local_db"]


def test_bridge2ai_has_reasons_of_empty_cells_in_a_file_of_its_own(tmp_path):
    labels = [{**LABEL, "task_name": name} for name in ("a", "b")]
    path = export.bridge2ai(["/no/such.wav", SHORT], tmp_path, labels=labels, tier="quick")

    refused, quick = table(path)
    ours = table(path.with_name("sagevoice_features.tsv"))
    reasons = {(row["task_name"], row["measure"]): row["reason"] for row in ours}
    assert refused["mean_f0_hertz"] == "" and reasons["a", "f0.mean_hz"] == "not_found"
    assert quick["mean_f0_hertz"] != "" and quick["local_jitter"] == ""
    assert reasons["b", "jitter.local_percent"] == "not_in_tier"


def test_bridge2ai_as_senselab_has_reasons_of_empty_cells(tmp_path):
    numpy = pytest.importorskip("numpy")
    silence = numpy.zeros(48000, "int16")
    labels = [{**LABEL, "task_name": name} for name in ("a", "b")]
    path = export.bridge2ai([(silence, 48000), b"x"], tmp_path, labels=labels, as_senselab=True)

    reasons = {
        (row["task_name"], row["measure"]): row["reason"] for row in table(path.with_name("sagevoice_features.tsv"))}
    for row, reason in zip(table(path), ("no_voicing", "not_a_wav")):
        empty = [name for name, cell in row.items() if cell == "" and name != "duration"]
        assert "local_jitter" in empty and all(reasons[row["task_name"], name] for name in empty)
        assert reasons[row["task_name"], "mean_f0_hertz"] == reason


@pytest.fixture
def absent_packages(monkeypatch):
    """Replaces packages of gigabytes, which the tested functions of b2aiprep and senselab do not use, by empty ones."""
    names = (
        "torch torchaudio torchvision senselab datasets streamlit pydra av soundfile matplotlib tqdm requests").split()

    class Finder:
        def find_spec(self, name, path=None, target=None):
            is_absent = name.split(".")[0] in names
            return importlib.machinery.ModuleSpec(name, self, is_package=True) if is_absent else None

        def create_module(self, spec):
            return unittest.mock.MagicMock(__path__=[], __spec__=spec, __name__=spec.name)

        def exec_module(self, module):
            pass

    before = dict(sys.modules)
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    yield
    for name in [name for name in sys.modules if name not in before and name.split(".")[0] in names]:
        del sys.modules[name]


def installed_file(package, name):
    """A file of a package, without an import of the package."""
    try:
        files = importlib.metadata.files(package)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip(f"{package} is not installed")
    return next(file.locate() for file in files if file.name == name)


@pytest.fixture
def senselab(absent_packages):
    """The features of a sound by senselab."""
    pytest.importorskip("parselmouth")
    pytest.importorskip("joblib")
    spec = importlib.util.spec_from_file_location("senselab_praat", installed_file("senselab", "praat_parselmouth.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return lambda sound: module.extract_praat_parselmouth_features_from_audios([sound], speech_rate=False)[0]


def assert_equals_senselab(row, theirs, tolerance):
    """Compares the 35 columns. `tolerance` gives the relative deviation of a column."""
    # The empty cell is NaN in senselab, such as CPPS without an interval above 4 dB.
    shared = {name: float(cell or "nan") for name, cell in row.items() if name in theirs}
    assert len(shared) == 35
    for name, value in shared.items():
        assert value == pytest.approx(theirs[name], rel=tolerance(name), abs=1e-9, nan_ok=True), name


def test_bridge2ai_as_senselab_has_the_values_of_senselab(tmp_path, senselab):
    parselmouth = pytest.importorskip("parselmouth")
    # At 16 kHz senselab does not resample.
    voices = [sagevoice.synth(f0, sample_rate=16000, jitter=0.6, shimmer=3, hnr=20)[0] for f0 in (120, 220)]
    labels = [{**LABEL, "task_name": name} for name in ("low", "high")]

    rows = table(export.bridge2ai(voices, tmp_path, 16000, labels=labels, as_senselab=True))

    for row, voice in zip(rows, voices):
        theirs = senselab(parselmouth.Sound(voice / 32768, 16000))
        assert_equals_senselab(row, theirs, lambda name: 1e-2 if name.startswith("cepstral") else 1e-6)


def test_bridge2ai_as_senselab_has_the_values_of_senselab_for_recorded_vowels(tmp_path, senselab):
    parselmouth = pytest.importorskip("parselmouth")
    paths = sorted(VOICES.glob("svd_*.wav"))[:10]
    labels = [{**LABEL, "task_name": path.stem} for path in paths]

    rows = table(export.bridge2ai(paths, tmp_path, labels=labels, as_senselab=True))

    def tolerance(name):
        exact = name.endswith(("jitter", "shimmer")) or name in ("duration", "spectral_slope", "spectral_tilt")
        return 1e-11 if exact else 5e-3 if name in ("std_hnr_db", "cepstral_peak_prominence_mean") else 2e-3

    assert len(rows) == 10
    for row, path in zip(rows, paths):
        sound = parselmouth.praat.call(parselmouth.Sound(str(path)), "Resample", 16000, 50)
        assert_equals_senselab(row, senselab(sound), tolerance)


def test_bridge2ai_columns_are_in_the_dictionary_of_b2aiprep(tmp_path):
    dictionary = json.loads(installed_file("b2aiprep", "static_features.json").read_text())

    path = export.bridge2ai(VOWEL, tmp_path, labels=[LABEL], as_senselab=True)

    (row,) = table(path)
    assert set(row) <= set(dictionary) and len(row) == 38
    assert set(json.loads(path.with_suffix(".json").read_text())) == set(row)
    assert "jitter_local" not in dictionary


def test_bridge2ai_bundle_is_valid_for_b2aiprep(tmp_path, document, absent_packages):
    pytest.importorskip("b2aiprep")
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    commands = importlib.import_module("b2aiprep.commands")
    runner = pytest.importorskip("click.testing").CliRunner()
    static = export.bridge2ai(document, tmp_path / "bundle", labels=[LABEL])
    # Files of a bundle that sagevoice does not write, and the configuration of a release.
    for name in ("torchaudio_spectrogram", "torchaudio_mfcc"):
        pandas.DataFrame([LABEL]).to_parquet(static.with_name(name + ".parquet"))
    sessions = tmp_path / "bundle/phenotype/task/session.tsv"
    sessions.parent.mkdir(parents=True)
    sessions.write_text("participant_id\tsession_id\n005009\t01\n")
    config = tmp_path / "config"
    config.mkdir()
    for name, value in {
        "participants_to_include": ["p1"], "id_remapping": {"p1": "005009"},
        "deidentify_settings": {"access_tier": "registered"}, "audio_tasks_to_include": ["prolonged-vowel"],
    }.items():
        (config / f"{name}.json").write_text(json.dumps(value))

    def validate():
        return runner.invoke(commands.validate_bundled_dataset, [str(tmp_path / "bundle"), str(config)])

    valid = validate()
    static.write_text(static.read_text().replace("session_id", "session"))

    assert valid.exit_code == 0, valid.output
    assert validate().exit_code != 0


def test_bridge2ai_refuses_ambiguous_labels(document, tmp_path):
    for labels in ([LABEL, LABEL], [LABEL]):
        with pytest.raises(sagevoice.SagevoiceError):
            export.bridge2ai([document, document], tmp_path, labels=labels)


# BIDS


@pytest.fixture
def dataset(tmp_path):
    export.bids([VOWEL, SHORT], tmp_path / "dataset", subject="01", session="01")
    return export.bids(VOWEL.read_bytes(), tmp_path / "dataset", subject="02", task="a", device="headset")


def bids_errors(root):
    """The codes of the errors of the BIDS validator."""
    program = shutil.which("bids-validator-deno", path=sysconfig.get_path("scripts"))
    if program is None:
        pytest.skip("bids-validator-deno is not installed")
    output = subprocess.run([program, "--json", root], stdout=subprocess.PIPE).stdout
    return {issue["code"] for issue in json.loads(output)["issues"]["issues"] if issue["severity"] == "error"}


def test_bids_dataset_is_valid(dataset):
    assert bids_errors(dataset) == set()


@pytest.mark.parametrize("path, old, new, code", [
    (".bidsignore", "*_audio.wav", "", "NOT_INCLUDED"),
    ("sub-01/ses-01/beh/sub-01_ses-01_task-vowel_run-01_events.tsv", "onset", "start", "TSV_COLUMN_MISSING"),
    ("dataset_description.json", "\"Name\"", "\"Title\"", "JSON_KEY_REQUIRED"),
    ("participants.tsv", "sub-01", "sub-03", "PARTICIPANT_ID_MISMATCH"),
])
def test_bids_validator_rejects_broken_dataset(dataset, path, old, new, code):
    text = (dataset / path).read_text()
    (dataset / path).write_text(text.replace(old, new))

    assert code in bids_errors(dataset)


def test_bids_has_audio_sidecar_and_measures(dataset):
    beh = dataset / "sub-01/ses-01/beh"
    sidecar = json.loads((beh / "sub-01_ses-01_task-vowel_run-01_audio.json").read_text())
    events = table(beh / "sub-01_ses-01_task-vowel_run-01_events.tsv")
    derived = dataset / "derivatives/sagevoice/sub-01/ses-01/beh"
    measured = table(derived / "sub-01_ses-01_task-vowel_run-01_desc-voice_beh.tsv")
    document = sagevoice.document(VOWEL)

    assert (beh / "sub-01_ses-01_task-vowel_run-01_audio.wav").read_bytes() == VOWEL.read_bytes()
    assert sidecar == {
        "TaskName": "vowel", "RecordingDuration": document["recording"]["duration_s"], "AudioCodec": "pcm_s16le",
        "AudioSampleRate": document["recording"]["sample_rate_hz"], "AudioChannelCount": 1, "AudioBitDepth": 16}
    (segment,) = [event for event in events if event["trial_type"] == "measured"]
    assert float(segment["onset"]) == document["segment"]["start_s"]
    assert sum(float(event["duration"]) for event in events) == pytest.approx(document["recording"]["duration_s"])
    rows = {row["measure"]: row for row in measured}
    assert float(rows["hnr.mean_db"]["value"]) == document["biomarkers"]["hnr"]["mean_db"]
    absent = document["unavailable"][0]
    assert (rows[absent["measure"]]["value"], rows[absent["measure"]]["reason"]) == ("n/a", absent["code"])


def test_bids_does_not_overwrite_recordings(dataset):
    with pytest.raises(sagevoice.SagevoiceError, match="already"):
        export.bids(SHORT, dataset, subject="01", session="01")
    with pytest.raises(sagevoice.SagevoiceError, match="label"):
        export.bids(SHORT, dataset, subject="sub-01")


# FHIR


def resources(bundle, kind):
    return [entry["resource"] for entry in bundle["entry"] if entry["resource"]["resourceType"] == kind]


def by_code(bundle):
    return {resource["code"]["coding"][0]["code"]: resource for resource in resources(bundle, "Observation")}


def references(value):
    if isinstance(value, dict):
        if "reference" in value:
            yield value["reference"]
        for member in value.values():
            yield from references(member)
    elif isinstance(value, list):
        for member in value:
            yield from references(member)


def test_fhir_bundle_is_valid(document):
    models = pytest.importorskip("fhir.resources.R4B.bundle")
    bundle = export.fhir(
        document, subject="Patient/1", recorded_at="2026-01-05T10:00:00+01:00", encounter="Encounter/2")

    models.Bundle.model_validate(json.loads(json.dumps(bundle)))


@pytest.mark.parametrize("kind, change", [
    ("Observation", lambda resource: resource.pop("code")),
    ("Observation", lambda resource: resource.update(valueQuantity={"value": "many"})),
    ("Media", lambda resource: resource.pop("content")),
    ("Provenance", lambda resource: resource.pop("target")),
    ("DiagnosticReport", lambda resource: resource.update(state="preliminary")),
])
def test_fhir_model_rejects_broken_bundle(document, kind, change):
    models = pytest.importorskip("fhir.resources.R4B.bundle")
    bundle = copy.deepcopy(export.fhir(document, subject="Patient/1"))
    change(resources(bundle, kind)[0])

    with pytest.raises(ValueError):
        models.Bundle.model_validate(bundle)


def test_fhir_references_are_of_the_bundle(document):
    bundle = export.fhir(document, subject="Patient/1")

    urls = [entry["fullUrl"] for entry in bundle["entry"]]
    assert len(set(urls)) == len(urls)
    assert set(references(bundle)) == {"Patient/1", *urls[:-1]}
    assert bundle["entry"][-1]["resource"]["resourceType"] == "Provenance"


def test_fhir_has_values_intervals_and_units(document):
    observations = by_code(export.fhir(document, subject="Patient/1"))
    units = {"f0.mean_hz": "Hz", "jitter.local_percent": "%", "jitter.local_absolute_us": "us", "hnr.mean_db": "dB",
             "f0.sd_semitones": "{semitone}", "voice_quality.mean_period_s": "s", "voice_quality.pulses": "1"}

    for measure, unit in units.items():
        group, name = measure.split(".")
        quantity = observations[measure]["valueQuantity"]
        assert quantity["value"] == document["biomarkers"][group][name]
        assert (quantity["system"], quantity["code"]) == ("http://unitsofmeasure.org", unit)
    interval = [part["valueQuantity"]["value"] for part in observations["hnr.mean_db"]["component"]]
    assert interval == document["uncertainty"]["hnr.mean_db"]["ci95"]


def test_fhir_has_reasons_of_missing_values():
    quick = by_code(export.fhir(SHORT, subject="Patient/1", tier="quick"))
    refused = by_code(export.fhir(b"x", subject="Patient/1"))

    def reason(resource):
        return resource["dataAbsentReason"]["coding"][0]["code"], resource["dataAbsentReason"]["text"]

    assert reason(quick["jitter.local_percent"]) == ("not-performed", "not_in_tier")
    assert reason(refused["jitter.local_percent"]) == ("error", "not_a_wav")
    assert "valueQuantity" not in quick["jitter.local_percent"]


def test_fhir_creates_resources_once(document):
    bundle, again = (export.fhir(copy.deepcopy(document), subject="Patient/1") for _ in range(2))

    assert bundle == again
    for entry in bundle["entry"]:
        resource, request = entry["resource"], entry["request"]
        if "identifier" in resource:
            (identifier,) = resource["identifier"]
            query = f"identifier={identifier['system']}|{identifier['value']}"
            person = "" if resource["resourceType"] == "Device" else "&subject=Patient/1"
            assert request["ifNoneExist"] == query + person
        else:
            assert request == {"method": "PUT", "url": f"{resource['resourceType']}/{resource['id']}"}
    requests = [json.dumps(entry["request"]) for entry in bundle["entry"]]
    assert len(set(requests)) == len(requests)


def test_fhir_has_other_resources_for_another_person(document):
    first, second = (export.fhir(document, subject=f"Patient/{person}") for person in (1, 2))

    shared = {entry["fullUrl"] for entry in first["entry"]} & {entry["fullUrl"] for entry in second["entry"]}
    assert shared == {entry["fullUrl"] for entry in first["entry"] if entry["resource"]["resourceType"] == "Device"}


def test_fhir_has_limits_but_no_conditions_name_or_audio(tmp_path):
    profile = tmp_path / "person.json"
    profile.write_text(json.dumps({
        "user_id": "anna", "age": 30, "sex_assigned_at_birth": "female", "diagnosed_conditions": ["asthma"]}))
    bundle = export.fhir(VOWEL, subject="Patient/1", profile=profile)

    ranges = by_code(bundle)["jitter.local_percent"]["referenceRange"]
    assert ranges and all(entry["text"] and entry["high"]["code"] == "%" for entry in ranges)
    text = json.dumps(bundle)
    assert not [word for word in ("asthma", "anna", VOWEL.name, "conclusionCode") if word in text]
    (media,) = resources(bundle, "Media")
    assert media["content"] == {"contentType": "audio/wav"}


# UCI


def test_uci22_has_columns_and_units_of_the_table(document):
    names = (
        "name,MDVP:Fo(Hz),MDVP:Fhi(Hz),MDVP:Flo(Hz),MDVP:Jitter(%),MDVP:Jitter(Abs),MDVP:RAP,MDVP:PPQ,Jitter:DDP,"
        "MDVP:Shimmer,MDVP:Shimmer(dB),Shimmer:APQ3,Shimmer:APQ5,MDVP:APQ,Shimmer:DDA,NHR,HNR,RPDE,DFA,spread1,spread2,"
        "D2,PPE")

    (row,) = export.uci22(document, as_="records")

    assert list(row) == names.split(",")
    assert row["MDVP:Jitter(%)"] == document["biomarkers"]["jitter"]["local_percent"] / 100
    assert row["MDVP:Jitter(Abs)"] == document["biomarkers"]["jitter"]["local_absolute_us"] / 1e6
    assert row["MDVP:APQ"] == document["biomarkers"]["shimmer"]["apq11_percent"] / 100
    assert row["HNR"] == document["biomarkers"]["hnr"]["mean_db"]
    assert [name for name, cell in row.items() if cell is None] == ["RPDE", "DFA", "spread1", "spread2", "D2", "PPE"]


def test_uci22_has_a_row_per_recording():
    pandas = pytest.importorskip("pandas")

    measured = export.uci22([VOWEL, "/no/such.wav"])

    assert isinstance(measured, pandas.DataFrame) and measured["HNR"].isna().to_list() == [False, True]
    assert str(measured["PPE"].dtype) == "float64"

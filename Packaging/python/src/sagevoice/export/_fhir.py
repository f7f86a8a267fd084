"""FHIR R4 (4.0.1): a transaction with the measures of one recording."""

from __future__ import annotations

import urllib.parse
import uuid
from typing import TYPE_CHECKING, Any

from ._documents import Document, Row, codebook, documents, rows

if TYPE_CHECKING:
    from .._program import Option

_UCUM = "http://unitsofmeasure.org"
_CODES = {
    "Hz": "Hz", "%": "%", "dB": "dB", "s": "s", "µs": "us", "semitones": "{semitone}", "cents": "{cent}"}

#: Data-absent reason of FHIR by reason code; all other codes are `unsupported`.
_ABSENT = {
    **dict.fromkeys(("not_in_tier", "not_implemented", "not_requested", "other_task", "not_calibrated"), "not-performed"),
    **dict.fromkeys((
        "no_voicing", "signal_type", "too_few_periods", "not_a_vowel", "not_steady", "not_held", "no_tremor",
        "below_floor", "above_ceiling"), "not-applicable"),
    "numeric_overflow": "error"}

_NOTICE = "This is a measurement, not a diagnosis."


def fhir(
    source: Any,
    sr: float | None = None,
    *,
    subject: str,
    recorded_at: str | None = None,
    encounter: str | None = None,
    system: str = "urn:sagevoice",
    **options: Option,
) -> dict[str, Any]:
    """Returns a transaction Bundle with the measures of one recording. `json.dumps` writes it.

    The Bundle has the Device, the Media with the SHA-256 of the recording but without its audio and name, one
    preliminary Observation per measure, one that groups them, a preliminary DiagnosticReport without a conclusion code,
    and the Provenance. Units are UCUM. A missing value has a data-absent reason with the code of sagevoice. A document
    gives the same ids each time, and a server that has its resources creates none (`ifNoneExist`).

    Args:
        source: One recording or its results document.
        sr: Sample rate of an array in Hz.
        subject: Reference to the person, such as `Patient/123`.
        recorded_at: Time of the recording (ISO 8601 with time zone).
        encounter: Reference to an Encounter.
        system: Prefix of the code and identifier systems.
        options: Options of `sagevoice analyze`.
    """
    (document,) = documents(source, sr, **options)
    return _Transaction(document, system, {
        "subject": {"reference": subject}, **({"encounter": {"reference": encounter}} if encounter else {}),
    }).bundle(recorded_at)


class _Transaction:
    """The entries of a Bundle in the order of their creation."""

    def __init__(self, document: Document, system: str, context: dict[str, Any]) -> None:
        self.document = document
        self.system = system
        #: Members of every resource about the person.
        self.context = context
        self.entries: list[dict[str, Any]] = []

    def bundle(self, recorded_at: str | None) -> dict[str, Any]:
        document, provenance = self.document, self.document["provenance"]
        analysis, recording, issued = document["analysis_id"], document["recording"], document["run"]["analyzed_at"]
        effective = {"effectiveDateTime": recorded_at} if recorded_at else {}
        code = self._code("voice", "Acoustic measures of a held vowel")
        device = self._add("Device", "program", f"{provenance['software']}-{provenance['version']}", {
            "manufacturer": provenance["software"], "version": [{"value": provenance["version"]}],
            "deviceName": [{"name": provenance["software"], "type": "model-name"}]})
        media = [self._add("Media", "recording-sha256", recording["sha256"], {
            "status": "completed", **self.context, **({"createdDateTime": recorded_at} if recorded_at else {}),
            "content": {"contentType": "audio/wav"}})] if recording["sha256"] else []
        common = {
            "status": "preliminary",
            "category": [{"coding": [{
                "system": "http://terminology.hl7.org/CodeSystem/observation-category", "code": "procedure"}]}],
            **self.context, **effective, "issued": issued, "device": device,
            "method": {"text": f"sagevoice {provenance['version']}, preset {provenance['preset']}, "
                               f"settings SHA-256 {provenance['settings_sha256']}"},
            **({"derivedFrom": media} if media else {})}
        members = [self._measure(row, common) for row in rows(document)]
        panel = self._add("Observation", "analysis", analysis, {**common, "code": code, "hasMember": members})
        verdict = (document.get("assessment") or {}).get("verdict") or {}
        report = self._add("DiagnosticReport", "report", analysis, {
            "status": "preliminary", "code": code, **self.context, **effective, "issued": issued, "result": [panel],
            "conclusion": " ".join(filter(None, (verdict.get("sentence"), _NOTICE)))})
        self._add("Provenance", "provenance", report["reference"], {
            "target": [report, panel, *members], "recorded": issued, "agent": [{"who": device}],
            **({"entity": [{"role": "source", "what": media[0]}]} if media else {})})
        return {"resourceType": "Bundle", "type": "transaction", "entry": self.entries}

    def _measure(self, row: Row, common: dict[str, Any]) -> dict[str, str]:
        name = row["measure"]
        resource: dict[str, Any] = {**common, "code": self._code(name, codebook("measure")[name]["label"])}
        if row["value"] is None:
            refused = self.document["state"] == "refused"
            resource["dataAbsentReason"] = {"coding": [{
                "system": "http://terminology.hl7.org/CodeSystem/data-absent-reason",
                "code": "error" if refused else _ABSENT.get(row["reason"], "unsupported")}], "text": row["reason"]}
        else:
            resource["valueQuantity"] = _quantity(row["value"], row["unit"])
        notes = [
            entry["message"] for entry in (*self.document.get("unavailable", ()), *self.document.get("flags", ()))
            if entry["measure"] == name]
        if notes:
            resource["note"] = [{"text": note} for note in notes]
        if row["ci_low"] is not None:
            resource["component"] = [
                {"code": self._code(f"ci95_{end}", f"95 % interval of this phonation, {end} end"),
                 "valueQuantity": _quantity(row[f"ci_{end}"], row["unit"])} for end in ("low", "high")]
        limits = self._limits(name, row["unit"])
        if limits:
            resource["referenceRange"] = limits
        return self._add("Observation", "measure", f"{self.document['analysis_id']}:{name}", resource)

    def _limits(self, name: str, unit: str) -> list[dict[str, Any]]:
        """The reference limits of an assessed measure, each with its citation."""
        assessed = (self.document.get("assessment") or {"measures": ()})["measures"]
        found = [entry[kind] for entry in assessed if entry["measure"] == name for kind in ("typical", "published")]
        return [
            {**{end: _quantity(limit[end], unit) for end in ("low", "high") if limit[end] is not None},
             "text": f"{limit['label']}: {limit['citation']}"} for limit in found if limit]

    def _code(self, code: str, text: str) -> dict[str, Any]:
        """A code of the project, which leaves room for one of LOINC."""
        return {"coding": [{"system": f"{self.system}:measures", "code": code, "display": text}], "text": text}

    def _add(self, kind: str, role: str, value: str, members: dict[str, Any]) -> dict[str, str]:
        """Adds a resource that is created once per identifier and person, and returns the reference to it."""
        system = f"{self.system}:{role}"
        query = f"identifier={system}|{value}"
        if "subject" in members:
            query += "&subject=" + urllib.parse.quote(members["subject"]["reference"], safe="/:")
        key = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{kind}?{query}"))
        resource = {"resourceType": kind, "identifier": [{"system": system, "value": value}], **members}
        request = {"method": "POST", "url": kind, "ifNoneExist": query}
        if kind == "Provenance":  # It has no identifier: the server keeps the id.
            del resource["identifier"]
            resource["id"] = key
            request = {"method": "PUT", "url": f"{kind}/{key}"}
        self.entries.append({"fullUrl": f"urn:uuid:{key}", "resource": resource, "request": request})
        return {"reference": f"urn:uuid:{key}"}


def _quantity(value: float, unit: str) -> dict[str, Any]:
    code = _CODES.get(unit, "1")
    return {"value": value, **({"unit": unit} if unit else {}), "system": _UCUM, "code": code}

extension Assessment: Shaped {
  package static let shape = Shape(Assessment.init) {
    Field("reference", \.reference, .shaped)
    Field("recording", \.recording, .shaped)
    Field("measures", \.measures, .list(of: .shaped))
    Field("context", \.context, .shaped)
    Field("verdict", \.verdict, .orNull(.shaped), ifMissing: nil)
    Derived("notice", always: notice, .notNeeded)
  }
}

extension AssessedReference: Shaped {
  package static let shape = Shape<AssessedReference> {
    Field("version", \.version, .text)
    Field("sha256", \.sha256, .hash)
    Field("measured", \.measured, .orNull(.shaped))
    Field("band", \.demographic.band, .orNull(.choice))
    Field("category", \.demographic.category, .orNull(.choice))
    Field("reason", \.demographic.reason, .text)
    Field("cautions", \.cautions, .list(of: .text))
  } make: { version, sha256, measured, band, category, reason, cautions in
    var reference = AssessedReference(
      version: version, sha256: sha256,
      demographic: VoiceDemographic(band: band, category: category, reason: reason),
      cautions: cautions)
    reference.measured = measured
    return reference
  }
}

extension LimitsName: Shaped {
  package static let shape = Shape(LimitsName.init) {
    Field("version", \.version, .text)
    Field("sha256", \.sha256, .hash)
  }
}

extension RecordingAssessment: Shaped {
  package static let shape = Shape(RecordingAssessment.init) {
    Field("grade", \.grade, .choice)
    Field("reasons", \.reasons, .list(of: .text))
    Field("confidence", \.confidence, .shaped)
    Field("voiced_ratio", \.voicedRatio, .shaped)
    Field("duration", \.duration, .shaped)
  }
}

extension JudgedMinimum: Shaped {
  package static let shape = Shape(JudgedMinimum.init) {
    Field("value", \.value, .orNull(.number))
    Field("unit", \.unit, .anyText)
    Field("pass", \.pass, .number.short)
    Field("warn", \.warn, .number.short)
    Field("verdict", \.verdict, .choice)
  }
}

extension MeasureAssessment: Shaped {
  package static let shape = Shape<MeasureAssessment> {
    Field("measure", \.measure, .choice)
    Field("value", written: \.valueJSON, .number)
    Derived("unit", \.measure.unit, .anyText)
    Field("ci95", \.interval, .orNull(.ends))
    Field("typical", \.typical, .orNull(.shaped))
    Field("published", \.published, .orNull(.shaped))
    Field("standing", \.standing, .choice)
    Field("source", \.source, .orNull(.anyText))
    Field("sentence", \.sentence, .text)
    Field("deviation_percentile", \.percentile, .orNull(.number.short), ifMissing: nil)
  } make: {
    measure, value, interval, typical, published, standing, source, sentence, percentile in
    var assessment = MeasureAssessment(
      measure: measure, value: value, interval: interval, sentence: sentence)
    assessment.typical = typical
    assessment.published = published
    assessment.standing = standing
    (assessment.source, assessment.percentile) = (source, percentile)
    return assessment
  }

  private var valueJSON: JSONValue {
    measure.isCount ? .wholeIfExact(value) : .number(value)
  }
}

extension AppliedLimit: Shaped {
  package static let shape = Shape(AppliedLimit.init) {
    Field("low", \.low, .orNull(.number.short))
    Field("high", \.high, .orNull(.number.short))
    Field("basis", \.basis, .choice)
    Field("citation", \.citation, .text)
    Field("label", \.label, .text)
    Field("caution", \.caution, .orNull(.anyText))
    Field("kind", \.kind, .choice)
    Field("algorithm", \.algorithm, .orNull(.anyText), ifMissing: nil)
  }
}

extension ReportedConditions: Shaped {
  package static let shape = Shape(ReportedConditions.init(voice:diagnosed:suspected:)) {
    Field("voice_conditions", \.voice, .list(of: .anyText))
    Field("diagnosed_conditions", \.diagnosed, .list(of: .anyText))
    Field("suspected_conditions", \.suspected, .orNull(.list(of: .anyText)))
  }

  private init(voice: [String], diagnosed: [String], suspected: [String]?) {
    self.voice = voice
    self.diagnosed = diagnosed
    self.suspected = suspected
  }
}

// Documents of a recording with a calibration that its sidecar states.

import DSPCore
package import VoiceTypes

extension ResultsDocument {
  /// The document with another calibration, which changes the sound pressure level alone. A quick
  /// document, and one of another version without calibration, stays unchanged.
  package func calibrated(by calibration: Decibels?) -> ResultsDocument {
    let key = VoiceAnalyzer.calibrationChoice
    guard tier == .comprehensive, calibration != nil || provenance.settings[key] != nil,
      var findings
    else { return self }
    var document = self
    findings.biomarkers[.soundPressureLevel] = Intensity.soundPressureLevel(
      of: findings.biomarkers[.intensityMean], calibration)
    document.outcome = .complete(findings)
    document.provenance.settings[key] = calibration.map { .number($0.value) }
    return document
  }
}

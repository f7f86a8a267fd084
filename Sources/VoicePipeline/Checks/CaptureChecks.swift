// Checks of browser processing. Recordings without capture settings have none of them.

import VoiceMath
package import VoiceTypes
import WAVIngest

extension RecordingQuality {
  /// Runs the checks of processing, dropped frames and capture rate, in this order.
  static func captureChecks(
    of capture: CaptureFacts, recording: RecordingFacts
  ) -> [QualityCheck] {
    [
      processing(capture.granted), droppedFrames(capture),
      captureRate(capture, of: recording.sampleRate),
    ]
  }

  private static func processing(_ granted: CaptureFacts.Granted) -> QualityCheck {
    let settings = [
      ("echo cancellation", granted.echoCancellation),
      ("noise suppression", granted.noiseSuppression),
      ("automatic gain control", granted.automaticGain),
    ]
    let on = settings.filter { $0.1 == true }.map(\.0)
    guard !on.isEmpty || settings.allSatisfy({ $0.1 != nil }) else {
      let untold = settings.filter { $0.1 == nil }.map(\.0)
      return QualityLimits.processing.unknown(
        CheckText.processingNotTold.filled([.things: untold.joined(separator: ", ")]))
    }
    return QualityLimits.processing.check(Double(on.count)) { verdict in
      verdict == .pass
        ? nil : CheckText.processing.filled([.things: on.joined(separator: ", ")])
    }
  }

  private static func droppedFrames(_ capture: CaptureFacts) -> QualityCheck {
    let limits = QualityLimits.droppedFrames
    guard let lost = capture.lostFrames else {
      return limits.unknown(CheckText.framesNotCounted.filled())
    }
    return limits.check(Double(lost)) { verdict in
      verdict == .pass ? nil : CheckText.droppedFrames.filled([.count: "\(lost)"])
    }
  }

  /// The device rate limits the bandwidth at any later rate.
  private static func captureRate(_ capture: CaptureFacts, of rate: Hertz?) -> QualityCheck {
    let limits = QualityLimits.captureRate
    guard let device = capture.granted.sampleRate ?? capture.contextRate else {
      return limits.unknown(CheckText.captureRateNotTold.filled())
    }
    let others = [capture.contextRate, rate].compactMap(\.self).filter { $0 != device }
    let (verdict, limit) = limits.judge(device.value)
    let found = Decimal.text(device.value, places: 0)
    if verdict == .pass, let other = others.first {
      return QualityCheck(
        id: limits.id, verdict: .warn, value: device.value, unit: limits.unit, limit: limit,
        saying: CheckText.resampled.filled([
          .found: found, .rate: Decimal.text(other.value, places: 0),
        ]))
    }
    return limits.check(device.value) { verdict in
      verdict == .pass ? nil : CheckText.narrowCapture.filled([.found: found])
    }
  }
}

extension VoicePipeline {
  /// Adds capture settings and their checks to a document of this pipeline. A failed check
  /// suppresses the affected measures. A document with capture settings stays unchanged.
  package func document(
    _ document: ResultsDocument, recordedAs capture: CaptureFacts?
  ) -> ResultsDocument {
    guard let capture, document.recording.capture == nil else { return document }
    var updated = document
    updated.recording.capture = capture
    guard case .complete(var findings) = document.outcome else { return updated }
    let checks = RecordingQuality.captureChecks(of: capture, recording: document.recording)
    updated.quality = RecordingQualityReport(checks: document.quality.checks + checks)
    if settings.gatesRecording {
      findings.biomarkers = withholding(findings.biomarkers, after: checks)
      findings.uncertainty = findings.uncertainty.filter {
        findings.biomarkers[$0.key].number != nil
      }
      findings.unfiltered = findings.unfiltered.filter {
        findings.biomarkers[$0.key].number != nil
      }
      findings.notes = notes(on: findings)
    }
    updated.outcome = assess(
      .complete(findings), quality: updated.quality, settings: document.provenance.settings)
    return updated
  }

  private func withholding(
    _ biomarkers: Biomarkers, after checks: [QualityCheck]
  ) -> Biomarkers {
    guard checks.contains(where: { $0.verdict == .fail }) else { return biomarkers }
    var gated = GatedBiomarkers(biomarkers, gates: settings.gates)
    gated.gate(after: checks)
    if settings.gates == .withhold { gated.suppressRedundantMeasures() }
    return gated.biomarkers
  }
}

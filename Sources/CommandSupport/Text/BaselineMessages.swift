package import BaselineService
package import VoiceTypes

package enum BaselineMessages {
  /// Returns the number of sessions and recordings of an accepted baseline, and a line on recordings
  /// without a date; empty for a rejected baseline.
  package static func sessions(of document: BaselineDocument) -> [String] {
    guard let sessions = document.baseline?.sessions else { return [] }
    let recordings = sessions.flatMap(\.recordings)
    let undated = recordings.count { $0.recordedAt == nil }
    let summary = commandText(
      "establish.sessions",
      [
        "sessions": "\(sessions.count { !$0.used.isEmpty })",
        "found": "\(sessions.flatMap(\.used).count)", "recordings": "\(recordings.count)",
      ])
    return [summary]
      + (undated == 0 ? [] : [commandText("establish.undated", ["count": "\(undated)"])])
  }

  /// Returns a line for each fault of an unusable recording.
  package static func unusable(in sessions: [VoiceSession]) -> [String] {
    sessions.flatMap(\.recordings).filter { $0.use == .unusable }.flatMap { recording in
      recording.faults.map {
        commandText("message.not_used", ["name": recording.name, "problem": line($0)])
      }
    }
  }

  /// Returns a line for each session with recordings outside a baseline.
  package static func leftOut(
    _ sessions: [DeferredSession], of baseline: VocalBaseline
  ) -> [String] {
    let known = Set(baseline.sessions.flatMap(\.used).compactMap(\.sha256))
    return sessions.map { deferred in
      let session = deferred.session
      let used = session.used.filter { $0.sha256.map(known.contains) != true }
      let names = (used.isEmpty ? session.recordings : used).map(\.name)
      return commandText(
        "baseline.left_out",
        [
          "session": session.id, "recordings": names.joined(separator: ", "),
          "problem": faults(deferred.reasons).joined(separator: " "),
        ])
    }
  }

  package static func faults(_ faults: [BaselineFault]) -> [String] { faults.map(line) }

  private static func line(_ fault: BaselineFault) -> String {
    text(fault.message, fault.code, fault.adviceWithOptions)
  }

  /// Returns a message with its code and, as a second sentence, its advice.
  package static func text(_ message: String, _ code: String, _ advice: String) -> String {
    Wording.joined("\(message) (\(code))", advice)
  }
}

extension Refusal {
  /// The message with its code and advice, for standard error.
  package var line: String {
    BaselineMessages.text(
      message, code.rawValue, advice + TextCatalogue.refusals.options(of: sentence, code.rawValue))
  }
}

extension BaselineFault {
  /// The advice with its command-line options, which the catalogue of the code has.
  var adviceWithOptions: String {
    let options = [TextCatalogue.baselines, .refusals, .checks]
      .map { $0.options(of: sentence, code) }.joined()
    // Stored advice of versions before 0.32 contains the options.
    return advice.hasSuffix(options) ? advice : advice + options
  }
}

package import VoiceTypes

/// Messages of the baseline commands.
package enum BaselineMessages {
  /// Returns a line for each fault of an unusable recording.
  package static func unusable(in sessions: [VoiceSession]) -> [String] {
    sessions.flatMap(\.recordings).filter { $0.use == .unusable }.flatMap { recording in
      recording.faults.map {
        commandText("message.not_used", ["name": recording.name, "problem": line($0)])
      }
    }
  }

  /// Returns a line for each fault.
  package static func faults(_ faults: [BaselineFault]) -> [String] { faults.map(line) }

  private static func line(_ fault: BaselineFault) -> String {
    text(fault.message, fault.code, fault.advice)
  }

  /// Returns a message with its code and, as a second sentence, its advice.
  package static func text(_ message: String, _ code: String, _ advice: String) -> String {
    Wording.joined("\(message) (\(code))", advice)
  }
}

extension Refusal {
  /// The message with its code and advice, for standard error.
  package var line: String { BaselineMessages.text(message, code.rawValue, advice) }
}

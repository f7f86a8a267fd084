package import VoiceTypes

/// Messages of the baseline commands.
package enum BaselineMessages {
  /// Returns a line for each fault of an unusable recording.
  package static func unusable(in sessions: [VoiceSession]) -> [String] {
    sessions.flatMap(\.recordings).filter { $0.use == .unusable }.flatMap { recording in
      recording.faults.map { "\(recording.name): not used: \(line($0))" }
    }
  }

  /// Returns a line for each fault.
  package static func faults(_ faults: [BaselineFault]) -> [String] { faults.map(line) }

  private static func line(_ fault: BaselineFault) -> String {
    "\(fault.message) (\(fault.code)); \(fault.advice)"
  }
}

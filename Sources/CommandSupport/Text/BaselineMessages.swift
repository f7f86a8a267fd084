// What the baseline commands say of recordings.

package import VoiceTypes

/// Messages of the baseline commands.
package enum BaselineMessages {
  /// A line for each fault of a recording that is not used.
  package static func unusable(in sessions: [VoiceSession]) -> [String] {
    sessions.flatMap(\.recordings).filter { $0.use == .unusable }.flatMap { recording in
      recording.faults.map { "\(recording.name): not used: \(line($0))" }
    }
  }

  /// A line for each fault.
  package static func faults(_ faults: [BaselineFault]) -> [String] { faults.map(line) }

  private static func line(_ fault: BaselineFault) -> String {
    "\(fault.message) (\(fault.code)); \(fault.advice)"
  }
}

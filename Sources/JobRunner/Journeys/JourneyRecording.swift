// A recording of a journey on its way to the runner: what it is called, and what is told of it.

package import Onboarding
package import VoiceTypes

/// Where the bytes of a recording are.
package enum RecordedSound: Sendable {
  case bytes([UInt8])
  case file(path: String)
}

extension JourneyRun {
  /// The recording that is asked for, with whose it is and which of the round.
  ///
  /// - Parameters:
  ///   - capture: How it was made, as whoever made it tells; nil where that is not known.
  ///   - language: The language of a reading, such as `en`; nil where that is not known.
  package func recording(
    _ sound: RecordedSound, capture: JSONValue? = nil, language: String? = nil
  ) -> RecordingSource {
    let take = journey.take
    let task = take?.task ?? .sustainedVowel
    let name = "\(task.rawValue)-\(journey.round)-\(journey.recordingNumber).wav"
    var members: [JSONValue.Member] = [
      .init("profile", ["user_id": .string(journey.person ?? "")]),
      .init("session_id", .string(roundName)), .init("task", .string(task.rawValue)),
      .init("recorded_at", .string(timestamp)),
    ]
    if task == .reading, let language { members.append(.init("language", .string(language))) }
    if let capture { members.append(.init("capture", capture)) }
    let sidecar = JSONValue.object(members).fileBytes
    switch sound {
    case .bytes(let bytes): return .bytes(bytes, named: name, sidecar: sidecar)
    case .file(let path): return .file(at: path, named: name, sidecar: sidecar)
    }
  }
}

extension OnboardingFlow {
  /// Whether nothing is left for a person to do just now: an analysis is waited for, the baseline, or a
  /// comparison with it.
  package var goesOnByItself: Bool {
    pending.contains { action in
      switch action {
      case .analyse, .makeBaseline, .compare: true
      case .show, .showError, .askForMicrophone, .record, .linkGuest, .file, .log: false
      }
    }
  }
}

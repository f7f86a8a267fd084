// Recordings of an onboarding: their names and metadata.

package import Onboarding
package import VoiceTypes

package enum RecordedAudio: Sendable {
  case bytes([UInt8])
  case file(path: String)
}

extension JourneyRun {
  /// The pending recording with its metadata.
  /// - Parameters:
  /// - capture: The recording conditions; nil if unknown.
  /// - language: The language of a reading, such as `en`; nil if unknown.
  package func recording(
    _ sound: RecordedAudio, capture: JSONValue? = nil, language: String? = nil
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
  /// Whether the flow waits for an analysis, a baseline or a comparison, not for input.
  package var continuesAutomatically: Bool {
    pending.contains { action in
      switch action {
      case .analyse, .makeBaseline, .compare: true
      case .show, .showError, .askForMicrophone, .record, .linkGuest, .file, .log: false
      }
    }
  }
}

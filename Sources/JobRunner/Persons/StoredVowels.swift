// The stored results of a person with their metadata, as input of the baseline service. No audio is
// needed.

package import BaselineService
internal import Onboarding
package import RecordStore
internal import VoiceTypes

package struct StoredVowel: Sendable {
  package let session: SessionID

  /// The results, with their session of several recordings.
  package let measured: MeasuredVowel

  package let notes: RecordingMetadata
}

/// The recordings of a person that count.
package struct StoredVowels: Sendable {
  /// Recordings and readings with results that no session amends, oldest first. Of a duplicate the
  /// last counts.
  package private(set) var all: [StoredVowel] = []

  /// SHA-256 of amended recordings.
  package private(set) var amended: Set<String> = []

  private var places: [String: Int] = [:]
  package var held: [MeasuredVowel] { all.map(\.measured).filter { !$0.origin.isOfOtherTask } }

  /// The last sustained vowel.
  var lastHeld: StoredVowel? { all.last { !$0.measured.origin.isOfOtherTask } }

  /// The vowel that was recorded last; without recording times the last one stored.
  package var newest: StoredVowel? {
    all.filter { !$0.measured.origin.isOfOtherTask }.enumerated().max { first, second in
      let times = [first, second].map { $0.element.measured.origin.recordedAt?.seconds ?? .min }
      return (times[0], first.offset) < (times[1], second.offset)
    }?.element
  }

  fileprivate mutating func add(_ vowel: StoredVowel) {
    guard let sha256 = vowel.measured.results.recording.sha256 else { return all.append(vowel) }
    if let place = places[sha256] {
      all[place] = vowel
    } else {
      places[sha256] = all.count
      all.append(vowel)
    }
  }

  fileprivate mutating func leaveOut(_ vowel: StoredVowel) {
    if let sha256 = vowel.measured.results.recording.sha256 { amended.insert(sha256) }
  }
}

extension RecordStore {
  /// The newest recordings of a person.
  /// - Parameters:
  /// - most: The number of newest sessions to read; nil for all.
  /// - device: The device of recordings without one.
  /// - cache: Values that are decoded already.
  package func vowels(
    of user: UserHash, newest most: Int? = nil, device: String? = nil,
    _ cache: FollowUpCache = FollowUpCache()
  ) throws(StoreError) -> StoredVowels {
    var found = StoredVowels()
    var reader = FollowUpReader()
    let refused = try vowelsOfAnotherPitch(of: user)
    let known = cache[user].recordings
    var recordings: [SessionID: FollowUpCache.DecodedRecording] = [:]
    for values in try followUpValues(of: user, newest: most, .vowels) {
      let former = known[values.session].flatMap { $0.bytes == values.bytes ? $0 : nil }
      guard let recording = former?.recording ?? reader.recording(values.bytes) else { continue }
      recordings[values.session] = .init(bytes: values.bytes, recording: recording)
      guard !refused.contains(values.session) else { continue }
      let vowel = StoredVowel(values.session, recording, device: device)
      if values.isAmended { found.leaveOut(vowel) } else { found.add(vowel) }
    }
    cache[user].recordings = recordings
    return found
  }

  /// The vowels that the onboarding of a person refused for their pitch alone. Their session
  /// consists of the other vowels.
  private func vowelsOfAnotherPitch(of user: UserHash) throws(StoreError) -> Set<SessionID> {
    guard let json = try read(.journey, of: user),
      let flow = try? OnboardingFlow(json: json, mode: .firstFault)
    else { return [] }
    let refused = flow.attempts.filter { attempt in
      attempt.state == .refused
        && attempt.reasons.contains { $0.code == BaselineText.f0ApartOfVowel.code }
    }
    return Set(refused.compactMap { SessionID($0.session) })
  }

  /// The results document of a recording; nil if it was removed meanwhile.
  func document(of vowel: StoredVowel) throws(StoreError) -> ResultsDocument? {
    ResultsDocument(stored: try existingSession(vowel.session)?.read(.computed))
  }
}

extension FollowUpForm {
  /// Two lines of JSON: the software, which many recordings share, and the recording.
  package static let vowels = FollowUpForm(name: "sagevoice/follow-up-values/1") { results in
    guard let computed = results.computed else { return [] }
    guard let document = ResultsDocument(stored: computed) else { return nil }
    let sidecar = Sidecar(stored: results.answers)
    let values = VowelResults(document)
    let recording = FollowUpRecording(
      results: values, notes: sidecar?.notes ?? RecordingMetadata(),
      device: sidecar?.profile?.deviceModel)
    return VowelSoftware.shape.json(of: values.software).lineBytes
      + FollowUpRecording.shape(by: values.software).json(of: recording).lineBytes
  }
}

/// The second line of the stored values.
struct FollowUpRecording: Sendable {
  let results: VowelResults
  let notes: RecordingMetadata

  /// The device of the person at that time; nil if unknown.
  let device: String?

  fileprivate static func shape(by software: VowelSoftware) -> Shape<FollowUpRecording> {
    Shape<FollowUpRecording> {
      Field("results", \.results, VowelResults.shape(by: software).codec)
      Field("metadata", \.notes, .shaped)
      Field("device_model", \.device, .orNull(.anyText))
    } make: {
      FollowUpRecording(results: $0, notes: $1, device: $2)
    }
  }
}

extension StoredVowel {
  fileprivate init(_ session: SessionID, _ recording: FollowUpRecording, device: String?) {
    let origin = VowelMetadata(
      recording.notes, else: session.text, device: recording.device ?? device)
    self.init(
      session: session, measured: MeasuredVowel(results: recording.results, origin: origin),
      notes: recording.notes)
  }
}

/// Reads stored values. Equal software is read once.
private struct FollowUpReader {
  private var last: (line: ArraySlice<UInt8>, shape: Shape<FollowUpRecording>)?

  mutating func recording(_ bytes: [UInt8]) -> FollowUpRecording? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), let shape = shape(by: bytes[..<end]),
      let json = try? JSONValue.parse(Array(bytes[(end + 1)...]))
    else { return nil }
    return try? shape.read(json, as: "values", mode: .firstFault)
  }

  private mutating func shape(by line: ArraySlice<UInt8>) -> Shape<FollowUpRecording>? {
    if let last, last.line == line { return last.shape }
    guard let json = try? JSONValue.parse(Array(line)),
      let software = try? VowelSoftware.shape.read(json, as: "values", mode: .firstFault)
    else { return nil }
    let shape = FollowUpRecording.shape(by: software)
    last = (line, shape)
    return shape
  }
}

extension Sidecar {
  /// Reads the stored answers of a session; nil for missing or unreadable ones.
  package init?(stored answers: [UInt8]?) {
    guard let answers, let given = (try? JSONValue.parse(answers))?["given"],
      let sidecar = try? Sidecar(given: given)
    else { return nil }
    self = sidecar
  }
}

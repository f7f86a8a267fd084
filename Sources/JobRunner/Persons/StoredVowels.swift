// What the store has of a person's voice, as the baseline service takes it: results documents with what was
// told of each recording. No sound is asked for, so that nothing is lost where none is kept.

package import BaselineService
package import RecordStore
package import VoiceTypes

/// A recording of a person with its results.
package struct StoredVowel: Sendable {
  /// The store's session.
  package let session: SessionID

  /// The results, and the session of several recordings that it belongs to.
  package let measured: MeasuredVowel

  /// What was told of the recording.
  package let notes: RecordingMetadata
}

/// The recordings of a person, as far as they count.
package struct StoredVowels: Sendable {
  /// Those that have results and that no other session amends, in the order in which they came; readings
  /// too, which say that they are. Where one came twice the last counts.
  package private(set) var all: [StoredVowel] = []

  /// SHA-256 of those that another session amends, for this person or for somebody else.
  package private(set) var amended: Set<String> = []

  private var places: [String: Int] = [:]

  /// The vowels among them.
  package var held: [MeasuredVowel] { all.map(\.measured).filter { !$0.origin.isReading } }

  /// The vowel that was recorded last; of those of which no time was told the last that came.
  package var newest: StoredVowel? {
    all.filter { !$0.measured.origin.isReading }.enumerated().max { first, second in
      let times = [first, second].map { $0.element.measured.origin.recordedAt?.seconds ?? .min }
      return (times[0], first.offset) < (times[1], second.offset)
    }?.element
  }

  fileprivate mutating func add(_ vowel: StoredVowel) {
    guard let sha256 = vowel.measured.document.recording.sha256 else { return all.append(vowel) }
    if let place = places[sha256] {
      all[place] = vowel
    } else {
      places[sha256] = all.count
      all.append(vowel)
    }
  }

  fileprivate mutating func leaveOut(_ vowel: StoredVowel) {
    if let sha256 = vowel.measured.document.recording.sha256 { amended.insert(sha256) }
  }
}

extension SessionStore {
  /// The newest recordings of a person.
  ///
  /// - Parameters:
  ///   - most: As many sessions are looked at, the newest; nil for all.
  ///   - device: The device of recordings of which none was told.
  package func vowels(
    of user: UserHash, newest most: Int? = nil, device: String? = nil
  ) throws(StoreError) -> StoredVowels {
    var found = StoredVowels()
    let sessions = try sessions(of: user)
    for session in sessions.suffix(most ?? sessions.count) {
      guard let vowel = try vowel(session, device) else { continue }
      if try isAmended(session) { found.leaveOut(vowel) } else { found.add(vowel) }
    }
    return found
  }

  /// The recording of a session; nil without results that can be read. What is damaged is for `verify` to
  /// report, and does not stand in the way of the others.
  private func vowel(_ session: SessionID, _ device: String?) throws(StoreError) -> StoredVowel? {
    let results: SessionResults
    do {
      guard let found = try sessionResults(of: session) else { return nil }
      results = found
    } catch {
      guard case .damaged = error else { throw error }
      return nil
    }
    guard results.state == .comprehensiveDone || results.state == .filed,
      let computed = results.computed, let json = try? JSONValue.parse(computed),
      let document = try? ResultsDocument(json: json)
    else { return nil }
    let told = ToldBefore(results.answers)
    let origin = VowelMetadata(
      told.notes, else: session.text, device: told.person?.profile.deviceModel ?? device)
    return StoredVowel(
      session: session, measured: MeasuredVowel(document: document, origin: origin),
      notes: told.notes)
  }
}

/// What a session was told, as it is kept.
package struct ToldBefore: Sendable {
  /// Time, device, session and flags; none where they cannot be read.
  package private(set) var notes = RecordingMetadata()

  /// The person, as far as they were told with this recording; nil for nobody.
  package private(set) var person: Person?

  /// What they agreed to, as it was given.
  package private(set) var consent = JSONValue.null

  /// The same where it has an effect; nil where it has none, or nothing was told.
  package private(set) var agreed: Consent?

  /// Reads what the store keeps of what was told; nothing gives nothing.
  package init(_ answers: [UInt8]?) {
    guard let answers, let given = (try? JSONValue.parse(answers))?["given"],
      let sidecar = try? Sidecar(given: given)
    else { return }
    (notes, person, consent) = (sidecar.notes, sidecar.person, sidecar.consent)
    agreed = sidecar.agreed
    if let agreed { person?.consent = agreed }
  }
}

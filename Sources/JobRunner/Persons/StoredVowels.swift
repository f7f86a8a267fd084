// The stored results of a person with their metadata, as input of the baseline service. No audio is
// needed.

package import BaselineService
package import RecordStore
package import VoiceTypes

package struct StoredVowel: Sendable {
  package let session: SessionID

  /// The results, with their session of several recordings.
  package let measured: MeasuredVowel

  /// The metadata of the recording.
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
  package var held: [MeasuredVowel] { all.map(\.measured).filter { !$0.origin.isReading } }

  /// The vowel that was recorded last; without recording times the last one stored.
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

extension RecordStore {
  /// The newest recordings of a person.
  /// - Parameters:
  /// - most: The number of newest sessions to read; nil for all.
  /// - device: The device of recordings without one.
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

  /// The recording of a session; nil without readable results. `verify` reports damaged ones.
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
    let sidecar = StoredSidecar(results.answers)
    let origin = VowelMetadata(
      sidecar.notes, else: session.text, device: sidecar.person?.profile.deviceModel ?? device)
    return StoredVowel(
      session: session, measured: MeasuredVowel(document: document, origin: origin),
      notes: sidecar.notes)
  }
}

/// The stored metadata of a session.
package struct StoredSidecar: Sendable {
  /// Empty if they cannot be read.
  package private(set) var notes = RecordingMetadata()

  /// Nil for a guest.
  package private(set) var person: Person?

  /// The consent as it was given.
  package private(set) var consent = JSONValue.null

  /// The consent in the form that has an effect; nil without one.
  package private(set) var agreed: Consent?

  /// Parses the stored answers of a session.
  package init(_ answers: [UInt8]?) {
    guard let answers, let given = (try? JSONValue.parse(answers))?["given"],
      let sidecar = try? Sidecar(given: given)
    else { return }
    (notes, person, consent) = (sidecar.notes, sidecar.person, sidecar.consent)
    agreed = sidecar.agreed
    if let agreed { person?.consent = agreed }
  }
}

// What is told of a recording in NAME.json beside it: whose it is, when and with what it was made,
// in what context, and what the person agreed to. All of it is optional; but a sidecar that says
// something of a person and not whose, or in a way that cannot be read, is not one of a guest.

package import BaselineService
internal import RecordStore
package import VoiceTypes

/// A sidecar that can be used.
package struct Sidecar: Sendable {
  /// Who the recording is of, as far as it was told with it; nil for a guest.
  package let person: Person?

  /// What they told about themselves; nil for a guest.
  package var profile: UserProfile? { person?.profile }

  /// What the recording was made in, such as `clinic`.
  package let context: String?

  /// The caller's own reference to the recording.
  package let reference: String?

  /// SHA-256 of the one recording that it is of; nil for whichever it lies beside.
  package let sha256: String?

  /// What the person agreed to, as it was given.
  package let consent: JSONValue

  /// The same where it has an effect; nil for somebody who was not asked, or not in that form.
  package let agreed: Consent?

  /// Session, time, device and flags, as they were told.
  package let notes: RecordingMetadata

  /// How the recording was made; nil where that was not told.
  package let capture: CaptureFacts?

  /// All of it, as it was given.
  package let given: JSONValue

  /// Keys that mean nothing here.
  package let unknownKeys: [String]

  /// Reads a sidecar; a profile may also be all there is in it.
  package init(parsing bytes: [UInt8]) throws(SidecarFault) {
    let json: JSONValue
    do {
      json = try JSONValue.parse(bytes, .ofPeople)
    } catch {
      throw SidecarFault(problems: [error.description])
    }
    try self.init(given: json)
  }

  /// Reads what stands in a sidecar.
  package init(given json: JSONValue) throws(SidecarFault) {
    guard case .object(let members) = json else {
      throw SidecarFault(problems: ["the file is not a JSON object"])
    }
    given = json
    var reader = SidecarReader(json)
    let person = reader.person()
    self.person = person
    context = reader.text("context", atMost: nil)
    reference = reader.text("reference", atMost: SidecarReader.longestReference)
    sha256 = reader.sha256()
    consent = json["consent"] ?? .null
    agreed = reader.consent() ?? person?.consent
    notes = reader.notes(members)
    capture = reader.capture()
    unknownKeys = reader.unknownKeys(members)
    if person == nil { reader.expectNobody(besides: unknownKeys) }
    guard reader.problems.isEmpty else {
      throw SidecarFault(problems: reader.problems, reference: reference, sha256: sha256)
    }
  }

  /// What the caller knows the recording by beside which these bytes lie, before it was read. Nil
  /// where the recording may yet prove to be another one.
  static func reference(in bytes: [UInt8]) -> String? {
    guard let sidecar = try? Sidecar(parsing: bytes), sidecar.sha256 == nil else { return nil }
    return sidecar.reference
  }

  /// The file that the store keeps of it.
  package var answers: JSONValue { SessionAnswers.json(given: given) }
}

/// A sidecar that cannot be used: what is wrong with it.
package struct SidecarFault: Error, Sendable, Equatable {
  /// A line for each fault; at least one.
  package let problems: [String]

  /// The caller's own reference to the recording, where that can be read.
  package var reference: String?

  /// SHA-256 of the one recording that it is of, where that can be read.
  package var sha256: String?

  /// A stable name for programs.
  package static let code = "profile_invalid"

  /// What to do about it.
  package static let advice =
    "correct these fields, and put the file next to its recording in the inbox again"

  /// More bytes than any sidecar has.
  static let tooLarge = SidecarFault(problems: [
    "the file is larger than \(WatchSettings.mostSidecarBytes) bytes"
  ])
}

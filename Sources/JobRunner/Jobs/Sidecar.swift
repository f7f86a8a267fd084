// What is told of a recording in NAME.json beside it: whose it is, when and with what it was made,
// in what context, and what the person agreed to. All of it is optional.

internal import BaselineService
internal import RecordStore
package import VoiceTypes

/// A sidecar that can be used.
package struct Sidecar: Sendable {
  /// Who the recording is of; nil for a guest.
  package let profile: UserProfile?

  /// What the recording was made in, such as `clinic`.
  package let context: String?

  /// The caller's own reference to the recording.
  package let reference: String?

  /// What the person agreed to, as it was given.
  package let consent: JSONValue

  /// Session, time, device and flags, as they were told.
  let notes: RecordingNotes

  /// All of it, as it was given.
  package let given: JSONValue

  /// Keys that mean nothing here.
  package let unknownKeys: [String]

  private static let ownKeys = ["profile", "context", "reference", "consent"]

  /// The characters of a reference: it is a key of another program, not a text for people [E].
  private static let longestReference = 200

  /// Reads a sidecar; a profile may also be all there is in it.
  package init(parsing bytes: [UInt8]) throws(SidecarFault) {
    let json: JSONValue
    do {
      json = try JSONValue.parse(bytes)
    } catch {
      throw SidecarFault(problems: [error.description])
    }
    guard case .object(let members) = json else {
      throw SidecarFault(problems: ["it holds no JSON object"])
    }
    given = json
    let isBareProfile = json["profile"] == nil && json["user_id"] != nil
    let person = isBareProfile ? json : json["profile"]
    profile = try person.flatMap { $0 == .null ? nil : $0 }.map(Self.profile)
    context = try Self.context(json["context"])
    reference = try Self.reference(json["reference"])
    consent = json["consent"] ?? .null
    let told = members.filter { !Self.ownKeys.contains($0.key) }
    notes = try Self.notes(isBareProfile ? [] : told)
    unknownKeys = notes.unknownKeys
  }

  private static func profile(_ json: JSONValue) throws(SidecarFault) -> UserProfile {
    do {
      return try UserProfile(json: json, mode: .allFaults)
    } catch {
      throw SidecarFault(problems: error.faults.map(\.description) + error.warnings)
    }
  }

  private static func context(_ json: JSONValue?) throws(SidecarFault) -> String? {
    switch json {
    case nil, .null: return nil
    case .string(let text) where !text.isEmpty: return text
    default:
      throw SidecarFault(problems: ["context: found \(json?.kind ?? ""); allowed: a text, or null"])
    }
  }

  private static func reference(_ json: JSONValue?) throws(SidecarFault) -> String? {
    switch json {
    case nil, .null: return nil
    case .string(let text) where (1...longestReference).contains(text.unicodeScalars.count):
      return text
    default:
      throw SidecarFault(problems: [
        "reference: found \(json?.kind ?? ""); allowed: a text of 1 to \(longestReference) "
          + "characters, or null"
      ])
    }
  }

  private static func notes(
    _ members: [JSONValue.Member]
  ) throws(SidecarFault) -> RecordingNotes {
    do {
      return try RecordingNotes(json: .object(members), from: "sidecar")
    } catch {
      throw SidecarFault(problems: [error.description])
    }
  }

  /// The file that the store keeps of it.
  package var answers: JSONValue { SessionAnswers.json(given: given) }
}

/// A sidecar that cannot be used: what is wrong with it.
package struct SidecarFault: Error, Sendable, Equatable {
  /// A line for each fault; at least one.
  package let problems: [String]

  /// A stable name for programs.
  package static let code = "profile_invalid"

  /// What to do about it.
  package static let advice =
    "put right what is named, and put the file beside its recording in the inbox again"
}

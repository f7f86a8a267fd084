// The checks and changes that link a guest to an account (`RecordStore.adopt`).

package import VoiceTypes

extension AdoptedGuest {
  /// Throws unless `guest` is a guest and `user` is a known person.
  package static func check(_ guest: String, becoming user: String) throws(StoreError) {
    guard guest != user else {
      throw .unusable(
        "guest and person are the same; give the id of the guest, and the id of the person")
    }
    guard AnonymousID.isAnonymous(guest), !AnonymousID.isAnonymous(user),
      !user.allSatisfy(\.isWhitespace)
    else {
      throw .unusable(
        "only a guest can be assigned, and only to a known person; give the id of the guest (guest- and "
          + "a UUID), and the id of the person")
    }
  }
}

extension SessionHeader {
  /// The change that assigns a session to a person.
  package func adoption(by userID: String, in store: RecordStore) -> SessionChange {
    var own = self
    own.setPerson(userID: userID, of: store)
    if identity != nil {
      own.identity = store.identity(
        IdentityFacts(
          audioSHA256: recording.sha256, userID: userID, settingsSHA256: settingsSHA256,
          version: version))
    }
    var change = SessionChange("adopted", header: own)
    change.note = (field: "user", old: user?.text, new: store.userHash(of: userID).text)
    return change
  }
}

extension Person {
  /// The profile with the members that only `other` has.
  package func joined(by other: Person) -> Person {
    var own = json.ownMembersByKey
    let missing = other.json.ownMembersByKey.filter { member in
      !own.contains { $0.key == member.key }
    }
    own += missing
    // Both profiles are valid, and their members do not depend on each other.
    return (try? Person(json: .object(own), mode: .firstFault)) ?? self
  }
}

extension JSONValue {
  fileprivate var ownMembersByKey: [Member] {
    if case .object(let members) = self { members } else { [] }
  }
}

extension StoreError {
  /// The guest is already linked to another account.
  package static let adoptedByAnother = StoreError.unusable(
    "the guest is already assigned to another person; check the id of the person, or purge the "
      + "wrong sessions")

  /// The guest does not exist.
  package static let noSuchGuest = StoreError.unusable(
    "the store has no data and no session of this guest; check the id of the guest")
}

extension StoreError {
  /// The profile has the identifier of another person.
  package static let personOfAnother = StoreError.unusable(
    "the identifier in the profile differs from the requested one; give the profile with that "
      + "identifier")
}

/// The link of a guest to an account.
package struct AdoptedGuest: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/adopted/1"

  package let guest: UserHash
  package let user: UserHash

  /// The identifiers of an unfinished link. Nil for a complete one.
  package var pending: Names?

  package let adoptedAt: StoreTime

  /// The identifiers of two hashes.
  package struct Names: Sendable, Equatable {
    let guest: String
    let user: String
  }
}

extension AdoptedGuest: Shaped {
  package static let shape = Shape(AdoptedGuest.init) {
    Derived(schema: schema)
    Field("guest", \.guest, .user)
    Field("user", \.user, .user)
    Field("pending", \.pending, .orNull(.shaped))
    Field("adopted_at", \.adoptedAt, .time)
  }
}

extension AdoptedGuest.Names: Shaped {
  package static let shape = Shape(AdoptedGuest.Names.init(guest:user:)) {
    Field("guest_id", \.guest, .anyText)
    Field("user_id", \.user, .anyText)
  }
}

/// Identifiers of guests. They join the recordings of one guest, who may create an account later.
public enum AnonymousID {
  private static let beginning = "guest-"

  /// A new random identifier.
  public static func fresh() -> String { beginning + SessionID.fresh().text }

  /// Whether an identifier belongs to a guest.
  public static func isAnonymous(_ userID: String) -> Bool {
    guard userID.hasPrefix(beginning) else { return false }
    let rest = String(userID.dropFirst(beginning.count))
    return SessionID(rest)?.text == rest
  }
}

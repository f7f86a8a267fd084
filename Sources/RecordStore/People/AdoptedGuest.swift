// The record that a guest was linked to an account.

package import VoiceTypes

/// The link of a guest to an account.
package struct AdoptedGuest: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/adopted/1"

  /// The guest.
  package let guest: UserHash

  /// The account.
  package let user: UserHash

  /// The identifiers of an unfinished link. Nil for a complete one.
  package var pending: Names?

  /// The time of the link.
  package let adoptedAt: StoreTime

  /// The identifiers of two hashes.
  package struct Names: Sendable, Equatable {
    let guest: String
    let user: String
  }

  var json: JSONValue { Self.shape.json(of: self) }

  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    self = try Self.shape.read(bytes, file: file, by: .adopted)
  }

  package init(guest: UserHash, user: UserHash, pending: Names?, at time: StoreTime) {
    (self.guest, self.user, self.pending, adoptedAt) = (guest, user, pending, time)
  }
}

extension AdoptedGuest: Shaped {
  package static let shape = Shape<AdoptedGuest>(
    { AdoptedGuest(guest: $0, user: $1, pending: $2, at: $3) }
  ) {
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

// Members of a profile without a field. The store keeps them without effect. Limits keep parsing
// cheap.

/// Limits of the unknown members of a person.
enum UnknownMembers {
  /// Maximum number of members [E].
  static let mostMembers = 32

  /// Maximum size in bytes of compact JSON [E].
  static let mostBytes = 8192

  /// Throws for an object with too many or too large members outside `keys`.
  static func check(_ json: JSONValue, except keys: [String]) throws(ProfileError) {
    // The count alone bounds the work of the next steps.
    guard json.ownMembers.count <= keys.count + mostMembers else {
      throw refusal("\(json.ownMembers.count) members")
    }
    let unknown = ProfileReader.unknown(in: json, keys: keys)
    guard unknown.count <= mostMembers else { throw refusal("\(unknown.count) unknown members") }
    let bytes = unknown.reduce(0) { $0 + $1.byteCount }
    guard bytes <= mostBytes else { throw refusal("unknown members of \(bytes) bytes") }
  }

  /// Newest members within the limits. A later member replaces an earlier one with the same key.
  static func merged(
    _ former: [JSONValue.Member], _ latter: [JSONValue.Member]
  ) -> [JSONValue.Member] {
    let all = former.filter { old in !latter.contains { $0.isNamed(old.key) } } + latter
    var (count, bytes) = (0, 0)
    let kept = all.reversed().prefix { member in
      (count, bytes) = (count + 1, bytes + member.byteCount)
      return count <= mostMembers && bytes <= mostBytes
    }
    return kept.reversed()
  }

  private static func refusal(_ found: String) -> ProfileError {
    ProfileError(faults: [
      ProfileFault(
        field: ProfileReader.whole, found: found,
        allowed: "at most \(mostMembers) unknown members, of at most \(mostBytes) bytes together")
    ])
  }
}

extension JSONValue.Member {
  /// Size in bytes of key and value as compact JSON.
  fileprivate var byteCount: Int { JSONValue.object([self]).text(.compact).utf8.count }
}

// Members of a profile that no field stands for. They are stored and have no effect, and whoever reads the
// person parses them, so they are few and small.

/// Limits of the unknown members of a person.
enum UnknownMembers {
  /// The most members [E].
  static let mostMembers = 32

  /// The most bytes of them, as compact JSON [E].
  static let mostBytes = 8192

  /// Refuses an object with too many or too large members besides `keys`.
  static func check(_ json: JSONValue, besides keys: [String]) throws(ProfileError) {
    // The count alone bounds the work of what follows.
    guard json.ownMembers.count <= keys.count + mostMembers else {
      throw refusal("\(json.ownMembers.count) members")
    }
    let unknown = ProfileReader.unknown(in: json, keys: keys)
    guard unknown.count <= mostMembers else { throw refusal("\(unknown.count) unknown members") }
    let bytes = unknown.reduce(0) { $0 + $1.byteCount }
    guard bytes <= mostBytes else { throw refusal("unknown members of \(bytes) bytes") }
  }

  /// The newest of former and later members within the limits: a later member replaces a former one of its key.
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
  /// The bytes of key and value as compact JSON.
  fileprivate var byteCount: Int { JSONValue.object([self]).text(.compact).utf8.count }
}

// Unknown members of a person: limited in number and size in input, and never a reason to refuse
// stored data.

import TestSupport
import Testing
import VoiceTypes

@Suite struct UnknownMembersTests {
  private static func person(unknown count: Int, of bytes: Int = 1, from first: Int = 0)
    -> JSONValue
  {
    let value = JSONValue.string(String(repeating: "x", count: bytes))
    let unknown = (first..<(first + count)).map { JSONValue.Member("m\($0)", value) }
    return .object([JSONValue.Member("user_id", "a"), .init("site", "Ward 3")] + unknown)
  }

  private func read(_ json: JSONValue) throws(ProfileError) -> Person {
    try Person(parsing: Array(json.text(.compact).utf8), mode: .allFaults)
  }

  /// The bytes of 32 members in addition to their values of equal length.
  private static let overhead = 32 * #"{"m0":""}"#.utf8.count + 22

  @Test(arguments: [(32, 1), (1, 8183), (32, (8192 - overhead) / 32)])
  func `unknown members within the limits are kept`(count: Int, bytes: Int) throws {
    #expect(try read(Self.person(unknown: count, of: bytes)).profile.unknownMembers.count == count)
  }

  @Test(arguments: [(33, 1), (5_000, 1), (1, 8184), (32, (8192 - overhead) / 32 + 1)])
  func `unknown members beyond the limits are refused`(count: Int, bytes: Int) throws {
    let json = Self.person(unknown: count, of: bytes)

    let error = try #require(throws: ProfileError.self) { try read(json) }
    let profile = try #require(throws: ProfileError.self) {
      try UserProfile(parsing: Array(json.text(.compact).utf8), mode: .allFaults)
    }

    #expect(error.faults.map(\.field) == ["profile"] && profile.faults == error.faults)
    #expect(error.faults[0].allowed.contains("32 unknown members, of at most 8192 bytes"))
  }

  @Test func `the form of the app has the same limits`() throws {
    let unknown = Array(Self.person(unknown: 33).members.dropFirst(2))

    #expect(throws: ProfileError.self) {
      try read(.object([JSONValue.Member("userId", "a")] + unknown))
    }
  }

  @Test func `a stored person beyond the limits is still read`() throws {
    let person = try Person(json: Self.person(unknown: 200), mode: .firstFault)

    #expect(person.profile.unknownMembers.count == 200)
  }

  @Test func `the newest unknown members of a person are kept within the limit`() throws {
    var person = try read(Self.person(unknown: 20, of: 200))
    for round in 1...5 {
      person = person.merging(try read(Self.person(unknown: 20, of: 200, from: 20 * round)))
    }

    #expect(person.profile.unknownMembers.map(\.key) == (88..<120).map { "m\($0)" })
    #expect(try read(person.json) == person)
  }
}

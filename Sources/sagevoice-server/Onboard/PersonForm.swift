// The profile of a person, from a file or from prompts per field.

import CommandSupport
import VoiceTypes

/// The profile form of an onboarding.
struct PersonForm {
  /// The given profile merged with the stored one; nil at the end of input.
  let person: Person?

  /// Reads the file, or prompts for the missing fields.
  ///
  /// - Throws: The faults of the given profile.
  init(of id: String, _ former: Person?, file: [UInt8]?) throws(ProfileError) {
    let known = former ?? Person(UserProfile(userID: id))
    if let file {
      var given = try Person(parsing: file, mode: .allFaults)
      // The id of the flow overrides the id of the file.
      given.profile.userID = id
      person = known.merging(given)
      return
    }
    var members: [JSONValue.Member] = [.init("user_id", .string(id))]
    for fault in known.missing(for: .complete) {
      guard let answer = Dialogue.ask("\(fault.field) (\(fault.allowed))") else {
        person = nil
        return
      }
      members.append(.init(fault.field, Self.value(answer, of: fault.field)))
    }
    person = known.merging(try Person(json: .object(members), mode: .allFaults))
  }

  /// Converts an answer to JSON: a number, a list, a consent, or a text.
  private static func value(_ answer: String, of field: String) -> JSONValue {
    if let parsed = try? JSONValue.parse(Array(answer.utf8)) { return parsed }
    let isList = field.hasSuffix("_conditions")
    return isList ? .array([.string(answer)]) : .string(answer)
  }
}

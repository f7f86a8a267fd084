// What a person tells about themselves: in a file, or asked for field by field.

import CommandSupport
import VoiceTypes

/// The form of an onboarding.
struct PersonForm {
  /// What was told, with what the store knew; nil where nobody answered.
  let person: Person?

  /// Reads the file, or asks for what the store does not know.
  ///
  /// - Throws: What is wrong with what was told.
  init(of id: String, _ former: Person?, file: [UInt8]?) throws(ProfileError) {
    let known = former ?? Person(UserProfile(userID: id))
    if let file {
      var told = try Person(parsing: file, mode: .allFaults)
      // It is this person's whatever the file calls them.
      told.profile.userID = id
      person = known.told(told)
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
    person = known.told(try Person(json: .object(members), mode: .allFaults))
  }

  /// An answer as the member of a person: a number, a list, a consent, or a text.
  private static func value(_ answer: String, of field: String) -> JSONValue {
    if let parsed = try? JSONValue.parse(Array(answer.utf8)) { return parsed }
    let isList = field.hasSuffix("_conditions")
    return isList ? .array([.string(answer)]) : .string(answer)
  }
}

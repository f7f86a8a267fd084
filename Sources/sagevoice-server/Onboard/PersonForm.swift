// The profile of a person, from a file or from prompts per field.

import CommandSupport
import VoiceTypes

struct PersonForm {
  /// The given profile merged with the stored one; nil at the end of input.
  let person: Person?

  /// Reads the file, or prompts for the missing fields.
  ///
  /// - Parameter time: Time of a consent in the terminal, ISO 8601.
  /// - Throws: The faults of the given profile.
  init(of id: String, _ former: Person?, file: [UInt8]?, at time: String) throws(ProfileError) {
    let known = former ?? Person(UserProfile(userID: id))
    if let file {
      var given = try Person(parsing: file, mode: .allFaults)
      // The id of the flow overrides the id of the file.
      given.profile.userID = id
      person = known.merging(given)
      return
    }
    var members: [JSONValue.Member] = [.init("user_id", .string(id))]
    var missing = known.missing(for: .complete)[...]
    while let fault = missing.first {
      guard let answer = Dialogue.ask(OnboardText.question(for: fault)) else {
        person = nil
        return
      }
      let member = JSONValue.Member(fault.field, Self.value(answer, of: fault.field, at: time))
      do throws(ProfileError) {
        _ = try Person(json: .object([members[0], member]), mode: .allFaults)
        members.append(member)
        missing.removeFirst()
      } catch {
        // A faulty answer repeats its question.
        error.faults.forEach { Dialogue.say(OnboardText.text(of: $0)) }
      }
    }
    person = known.merging(try Person(json: .object(members), mode: .allFaults))
  }

  /// The answers that give consent, and the version of its question.
  private static let yes = ["y", "yes", "j", "ja"]
  private static let consentVersion = "terminal-1"

  /// Converts an answer to JSON: a number, a list, a consent, or a text.
  private static func value(_ answer: String, of field: String, at time: String) -> JSONValue {
    if let parsed = try? JSONValue.parse(Array(answer.utf8)) { return parsed }
    if field == PersonField.consent.rawValue {
      let isSigned = yes.contains(answer.lowercased())
      return [
        "signed": .bool(isSigned), "at": .string(time),
        "version": .string("\(consentVersion)-\(Language.ofText.rawValue)"),
        "purposes": isSigned ? ["analysis", "storage"] : [],
      ]
    }
    let isList = field.hasSuffix("_conditions")
    return isList ? [.string(answer.isEmpty ? "None" : answer)] : .string(answer)
  }
}

// Sessions without what tells who somebody is, by the list of the HIPAA safe harbor (45 CFR
// 164.514 (b)(2)) as far as a session holds such things:
//   - names, file names, identifiers, and every text in a person's words are left out; a person is
//     the keyed hash that the store knows them by, which nobody can compute without the store;
//   - of dates only the year stays, and ages over 89 become one band, "90+";
//   - the recording is left out, since a voice is a biometric identifier, and so are its hash, which
//     would find it elsewhere, and the log, which is full of dates.
// Header, answers and state are written anew from the few facts that may stay. The other documents
// are the program's own: their numbers stay, and of their texts those that are known to be words of
// the program. What is not known is left out, so that a member that is added to a document later is
// not passed on before somebody has thought about it.

internal import VoiceTypes

/// Sessions that are passed on without the people in them.
enum Deidentification {
  /// The oldest age that is told exactly, in years.
  static let oldestExactAge = 89

  /// What stands for all older ones.
  static let oldestBand = "90+"

  /// A session without what tells who it is of.
  static func session(_ session: ExportedSession) -> ExportedSession {
    var reduced = ExportedSession(id: session.id, files: [])
    for file in session.files {
      guard let document = SessionDocument(name: file.name),
        let json = try? JSONValue.parse(file.bytes),
        let kept = Self.document(document, json, of: session.id)
      else { continue }
      reduced.files.append(ExportedFile(name: file.name, bytes: kept.fileBytes))
    }
    reduced.isLocalOnly = session.isLocalOnly
    return reduced
  }

  private static func document(
    _ document: SessionDocument, _ json: JSONValue, of session: SessionID
  ) -> JSONValue? {
    switch document {
    case .header: header(json, session)
    case .answers: answers(json)
    case .state: state(json, session)
    case .quick, .computed, .avqi, .former: DocumentReduction.reduced(json)
    // Callers name sessions as they like, perhaps after the person.
    case .comparison: DocumentReduction.reduced(json, hiding: ["id"])
    // The bundle and the pages repeat what stands beside them, the answers too.
    case .audio, .bundle, .page, .sheets: nil
    }
  }

  // MARK: - Documents that are written anew

  private static func header(_ json: JSONValue, _ session: SessionID) -> JSONValue {
    [
      "schema": "sagevoice/deidentified-session/1",
      "session_id": .string(session.text),
      "created_year": year(json["created_at"]),
      "recorded_year": year(json["recorded_at"]),
      "user": hash(json["user"]),
      "recording": ["duration_s": number(json["recording"]?["duration_s"])],
      "parent": identifier(json["parent"]?["session_id"]),
      "provenance": DocumentReduction.reduced(json["provenance"] ?? .null),
    ]
  }

  /// The few answers that are choices of a list, wherever the profile stands.
  private static func answers(_ json: JSONValue) -> JSONValue {
    let given = json["given"] ?? json
    let profile = given["profile"] ?? given
    return [
      "schema": "sagevoice/deidentified-answers/1",
      "age": age(profile["age"]).exact,
      "age_band": age(profile["age"]).band,
      "gender_identity": choice(profile["gender_identity"], GenderIdentity.self),
      "sex_assigned_at_birth": choice(profile["sex_assigned_at_birth"], SexAssignedAtBirth.self),
      "voice_reference": choice(profile["voice_reference"], VoiceReference.self),
    ]
  }

  private static func state(_ json: JSONValue, _ session: SessionID) -> JSONValue {
    [
      "schema": "sagevoice/deidentified-state/1",
      "session_id": .string(session.text),
      "state": choice(json["state"], SessionState.self),
      "updated_year": year(json["updated_at"]),
      "error": DocumentReduction.reduced(json["error"] ?? .null),
      "duplicate_of": identifier(json["duplicate_of"]),
    ]
  }

  // MARK: - Values

  /// An age, or the band above the oldest exact one.
  static func age(_ value: JSONValue?) -> (exact: JSONValue, band: JSONValue) {
    let years: Double? =
      switch value {
      case .int(let years): Double(years)
      case .number(let years): years
      default: nil
      }
    guard let years else { return (.null, .null) }
    // A person of 89 years and some months is 89; what is over that is in the band.
    return years < Double(oldestExactAge + 1)
      ? (value ?? .null, .null) : (.null, .string(oldestBand))
  }

  /// The year of a date or a time, as a number.
  static func year(_ value: JSONValue?) -> JSONValue {
    guard case .string(let text)? = value else { return .null }
    let digits = text.utf8.prefix(4)
    guard digits.count == 4, text.utf8.dropFirst(4).first == UInt8(ascii: "-"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return .null }
    return .optional(Int(String(decoding: digits, as: UTF8.self)))
  }

  private static func choice<Choice: RawRepresentable<String>>(
    _ value: JSONValue?, _ type: Choice.Type
  ) -> JSONValue {
    guard case .string(let text)? = value else { return .null }
    return .optional(Choice(rawValue: text)?.rawValue)
  }

  private static func hash(_ value: JSONValue?) -> JSONValue {
    guard case .string(let text)? = value, Hex.isSHA256(text) else { return .null }
    return .string(text)
  }

  private static func identifier(_ value: JSONValue?) -> JSONValue {
    guard case .string(let text)? = value else { return .null }
    return .optional(SessionID(text)?.text)
  }

  private static func number(_ value: JSONValue?) -> JSONValue {
    switch value {
    case .int, .number: value ?? .null
    default: .null
    }
  }
}

// `retention.json`: what retention has to remember from one look to the next. Session ids, keyed
// hashes of names, and times; nothing in it tells who somebody is. It may be lost: then the log is
// followed anew, and everything is announced again.

internal import VoiceTypes

/// What retention remembers.
struct RetentionState: Sendable, Equatable {
  /// Something whose time is over, and that goes when it still is after the days of grace.
  struct Announcement: Sendable, Equatable {
    /// When it was announced, by the clock.
    var at: StoreTime
    /// When that was without the jumps of the clock.
    var steady: StoreTime
  }

  /// The name and number of the format.
  static let schema = "sagevoice/retention/1"

  /// How often in a row the clock was found to go on where the log ended [E].
  static let agreementsNeeded = 2

  /// The time by the log.
  var time = LogTime()

  /// Looks in a row at which the clock agreed with the log.
  var agreements = 0

  /// By session.
  var announced: [SessionID: Announcement] = [:]

  /// When files in `failed/` that belong to no session were first seen, without the jumps, by the
  /// keyed hashes of their names.
  var firstSeen: [String: StoreTime] = [:]

  /// Those of them whose time is over.
  var announcedFiles: [String: Announcement] = [:]

  var isClockBelieved: Bool { agreements >= Self.agreementsNeeded }

  var json: JSONValue {
    [
      "schema": .string(Self.schema),
      "clock": [
        "believed": .bool(isClockBelieved), "agreements": .int(agreements),
        "log_seq": .int(time.sequence), "log_bytes": .int(time.length),
        "log_time": .optional(time.last?.text),
        "jumps": .array(
          time.jumps.map { ["seq": .int($0.sequence), "ms": .int(Int($0.milliseconds))] }),
      ],
      "announced": .array(
        announced.sorted { $0.key < $1.key }.map { session, announcement in
          .object([.init("session_id", .string(session.text))] + announcement.members)
        }),
      "failed_first_seen": .object(
        firstSeen.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value.text)) }),
      "failed_announced": .array(
        announcedFiles.sorted { $0.key < $1.key }.map { file, announcement in
          .object([.init("file", .string(file))] + announcement.members)
        }),
    ]
  }
}

extension RetentionState.Announcement {
  fileprivate var members: [JSONValue.Member] {
    [.init("announced_at", .string(at.text)), .init("log_time", .string(steady.text))]
  }

  fileprivate init(_ place: DocumentPlace) throws(StoreError) {
    at = try place.member("announced_at").time()
    steady = try place.member("log_time").time()
  }
}

extension DocumentPlace {
  /// The elements of an array.
  fileprivate func elements() throws(StoreError) -> [DocumentPlace] {
    guard case .array(let elements) = value else { throw wrongKind("an array") }
    return elements.map { DocumentPlace($0, file: file) }
  }

  /// A whole number of either sign.
  fileprivate func integer() throws(StoreError) -> Int {
    guard case .int(let number) = value else { throw wrongKind("a whole number") }
    return number
  }
}

extension RetentionState {
  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    let place = try Migrations.retention.current(DocumentPlace(parsing: bytes, file: file))
    let clock = try place.member("clock")
    agreements = try clock.member("agreements").whole()
    time.sequence = try clock.member("log_seq").whole()
    time.length = try clock.member("log_bytes").whole()
    time.last = try clock.member("log_time").optional { place throws(StoreError) in
      try place.time()
    }
    for jump in try clock.member("jumps").elements() {
      time.jumps.append(
        LogTime.Jump(
          sequence: try jump.member("seq").whole(),
          milliseconds: Int64(try jump.member("ms").integer())))
    }
    for entry in try place.member("announced").elements() {
      announced[try entry.member("session_id").sessionID()] = try Announcement(entry)
    }
    for member in try place.member("failed_first_seen").members() {
      firstSeen[member.key] = try DocumentPlace(member.value, file: file).time()
    }
    for entry in try place.member("failed_announced").elements() {
      announcedFiles[try entry.member("file").text()] = try Announcement(entry)
    }
  }
}

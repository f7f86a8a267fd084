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

  /// Recordings whose sessions stay, by session.
  var announcedAudio: [SessionID: Announcement] = [:]

  /// When files in `failed/` that belong to no session were first seen, without the jumps, by the
  /// keyed hashes of their names.
  var firstSeen: [String: StoreTime] = [:]

  /// Those of them whose time is over.
  var announcedFiles: [String: Announcement] = [:]

  /// When guests without a session were first seen, without the jumps, by their hashes.
  var idleGuests: [String: StoreTime] = [:]

  var isClockBelieved: Bool { agreements >= Self.agreementsNeeded }

  var json: JSONValue { Self.shape.json(of: self) }
}

extension RetentionState: Shaped {
  static let shape = Shape<RetentionState> {
    Derived(schema: schema)
    Field("clock", { Clock($0) }, .shaped)
    Field("announced", \.announced, .announcements("session_id", .sessionID))
    Field("failed_first_seen", \.firstSeen, .map(of: .time))
    Field("failed_announced", \.announcedFiles, .announcements("file", .anyText))
    Field(
      "audio_announced", \.announcedAudio, .announcements("session_id", .sessionID),
      ifMissing: [:])
    Field("idle_guests_first_seen", \.idleGuests, .map(of: .time), ifMissing: [:])
  } make: { clock, announced, firstSeen, files, audio, idleGuests in
    RetentionState(
      time: clock.time, agreements: clock.agreements, announced: announced,
      announcedAudio: audio, firstSeen: firstSeen, announcedFiles: files, idleGuests: idleGuests)
  }

  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    self = try Self.shape.read(bytes, file: file, by: .retention)
  }
}

/// The time by the log, with how far the clock is believed.
private struct Clock: Shaped {
  var time = LogTime()
  var agreements = 0
  var isBelieved = false

  static let shape = Shape<Clock> {
    Derived("believed", \.isBelieved, .flag, .notNeeded)
    Field("agreements", \.agreements, .count)
    Field("log_seq", \.time.sequence, .count)
    Field("log_bytes", \.time.length, .count)
    Field("log_time", \.time.last, .orNull(.time))
    Field("jumps", \.time.jumps, .list(of: .shaped))
  } make: { agreements, sequence, length, last, jumps in
    Clock(
      time: LogTime(sequence: sequence, length: length, last: last, jumps: jumps),
      agreements: agreements)
  }
}

extension Clock {
  fileprivate init(_ state: RetentionState) {
    self.init(
      time: state.time, agreements: state.agreements, isBelieved: state.isClockBelieved)
  }
}

extension LogTime.Jump: Shaped {
  static let shape = Shape<LogTime.Jump>({
    LogTime.Jump(sequence: $0, milliseconds: Int64($1))
  }) {
    Field("seq", \.sequence, .count)
    Field("ms", { Int($0.milliseconds) }, .whole(in: Int.min...Int.max))
  }
}

/// An announcement of what a name stands for.
private struct NamedAnnouncement<Name: Sendable>: Sendable {
  var name: Name
  var announcement: RetentionState.Announcement

  static func shape(_ key: String, _ name: JSONCoder<Name>) -> Shape<Self> {
    Shape<Self> {
      Field(key, \.name, name)
      Field("announced_at", \.announcement.at, .time)
      Field("log_time", \.announcement.steady, .time)
    } make: { name, time, steady in
      Self(name: name, announcement: .init(at: time, steady: steady))
    }
  }
}

extension JSONCoder {
  /// Announcements in the order of their names, each under the member `key`.
  fileprivate static func announcements<Name: Comparable & Hashable & Sendable>(
    _ key: String, _ name: JSONCoder<Name>
  ) -> JSONCoder where Value == [Name: RetentionState.Announcement] {
    mapped(
      .list(of: NamedAnnouncement.shape(key, name).codec), allowed: "a list",
      { Dictionary($0.map { ($0.name, $0.announcement) }, uniquingKeysWith: { $1 }) },
      { announced in
        announced.sorted { $0.key < $1.key }.map {
          NamedAnnouncement(name: $0.key, announcement: $0.value)
        }
      })
  }
}

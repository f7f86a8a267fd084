// A recording that ends the program whenever it is read or analysed must not do so for ever: a mark
// stands beside it meanwhile, and one that is still there at the next start was left by a program
// that came to its end in between.
//
// A program is also ended by people and by power cuts, and then marks are left beside recordings
// that are innocent of it. So a marked recording is tried alone, after all others (`Suspects`), and
// marks that were made in company count as one however many there are.

internal import RecordStore
internal import VoiceTypes

/// The marks that earlier runs left beside a recording.
struct CrashMarks: Equatable {
  /// In whose company a recording is read and analysed.
  enum Company: UInt8 {
    case others = 0x78
    case alone = 0x61
  }

  /// That many ends of the program are no accident [E].
  static let most = 3

  static let fault = StateFault(FaultText.analysisInterrupted, [.count: "\(most)"])

  /// More marks than are ever made.
  private static let mostBytes = 1 << 10

  private let marks: [UInt8]

  /// No marks.
  init() { marks = [] }

  /// The marks in a work folder; what cannot be read does not count.
  init(in folder: String, _ files: any FileSystem) {
    marks = (try? files.read(Self.path(in: folder), from: 0, count: Self.mostBytes)) ?? []
  }

  /// Whether a run came to its end over this recording, or beside it.
  var isSuspect: Bool { !marks.isEmpty }

  /// The ends of the program that speak against the recording.
  var strikes: Int {
    let alone = marks.count { $0 == Company.alone.rawValue }
    return alone + (alone < marks.count ? 1 : 0)
  }

  private static func path(in folder: String) -> String { folder + "/.analysing" }

  /// Does what may end the program; without a mark it is only not counted.
  func whileMarked<Value, Failure: Error>(
    in folder: String, _ company: Company, _ files: any FileSystem,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let path = Self.path(in: folder)
    try? files.append([company.rawValue], to: path)
    // The marks of earlier runs stay, and the file, until the recording is put away: making and removing one
    // for each look at a recording costs a file system more than the rest of a watcher's book-keeping.
    defer { try? files.truncate(path, to: marks.count) }
    return try body()
  }

  /// Forgets all marks.
  static func remove(from folder: String, _ files: any FileSystem) {
    try? files.removeIfThere(path(in: folder))
  }
}

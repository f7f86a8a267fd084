// A recording that ends the program whenever it is read or analysed must not do so for ever: what is being
// looked at stands in a log (`LookLog`), and each time a program came to its end over it is marked beside
// the recording by the next one.
//
// A program is also ended by people and by power cuts, and then marks are left beside recordings
// that are innocent of it. So a marked recording is tried alone, after all others (`Suspects`), and
// marks that were made in company count as one however many there are.

package import RecordStore
internal import VoiceTypes

/// The marks that earlier runs left beside a recording.
package struct CrashMarks: Equatable {
  /// In whose company a recording is read and analysed.
  package enum Company: UInt8 {
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
  package init() { marks = [] }

  /// The marks in a work folder; what cannot be read does not count.
  package init(in folder: String, _ files: any FileSystem) {
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

  /// How many there are.
  package var count: Int { marks.count }

  /// Adds what a run left that came to its end over a recording; what cannot be written is only not counted.
  static func add(_ company: Company, in folder: String, _ files: any FileSystem) {
    try? files.append([company.rawValue], to: path(in: folder))
  }

  /// Forgets all marks.
  static func remove(from folder: String, _ files: any FileSystem) {
    try? files.removeIfThere(path(in: folder))
  }
}

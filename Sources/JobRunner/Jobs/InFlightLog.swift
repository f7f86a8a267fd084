// Crash counter of a recording. The next run appends one byte for each crash during the read or
// analysis of a recording, as the in-flight log (`InFlightLog`) has it. Since power cuts end programs
// too, a marked recording is tried alone after all others (`Suspects`), and all crashes in company
// count as one.

package import RecordStore
internal import Synchronization
internal import VoiceTypes

/// The crashes of earlier runs during the analysis of a recording.
package struct CrashCounter: Equatable {
  /// Whether other recordings were in analysis at the same time.
  package enum Company: UInt8 {
    case others = 0x78
    case alone = 0x61
  }

  /// The crashes after which a recording fails [E].
  static let most = 3

  static let fault = StateFault(FaultText.analysisInterrupted, [.count: "\(most)"])

  /// Maximum size of the file in bytes.
  private static let mostBytes = 1 << 10

  private let marks: [UInt8]

  package init() { marks = [] }

  /// Reads the marks of a work folder; none if they cannot be read.
  package init(in folder: String, _ files: any FileSystem) {
    marks = (try? files.read(Self.path(in: folder), from: 0, count: Self.mostBytes)) ?? []
  }

  var isSuspect: Bool { !marks.isEmpty }

  /// The crashes that count against the recording.
  var strikes: Int {
    let alone = marks.count { $0 == Company.alone.rawValue }
    return alone + (alone < marks.count ? 1 : 0)
  }

  private static func path(in folder: String) -> String { folder + "/.analysing" }

  package var count: Int { marks.count }

  /// Adds a crash; one that cannot be written is not counted.
  static func add(_ company: Company, in folder: String, _ files: any FileSystem) {
    try? files.append([company.rawValue], to: path(in: folder))
  }

  static func remove(from folder: String, _ files: any FileSystem) {
    try? files.removeIfThere(path(in: folder))
  }
}

/// In-flight log: the recordings that are being read or analysed, for the next run after a crash. One
/// file with a line before and after each analysis is cheaper than a file per recording.
package final class InFlightLog: Sendable {
  /// A started analysis.
  private struct Entry {
    let company: CrashCounter.Company
    /// The crashes counted before: a run that crashes while it adds one does not count it twice.
    let marks: Int

    func line(_ session: SessionID) -> String {
      "\(UnicodeScalar(company.rawValue)) \(marks) \(session.text)"
    }
  }

  private struct State {
    var open: [SessionID: Entry] = [:]
    var bytes = 0
  }

  /// A longer file is replaced by the entries in flight [E].
  private static let mostBytes = 1 << 16

  /// The first word of a line that ends an entry.
  private static let end = "."

  private let layout: InboxLayout
  private let files: any FileSystem
  private let state = Mutex(State())

  package init(_ layout: InboxLayout, _ files: any FileSystem) {
    (self.layout, self.files) = (layout, files)
  }

  /// Counts a crash for each recording that was in flight when an earlier run ended, and clears the
  /// log. The caller holds the lock of the work folder.
  package func recover() {
    for (session, entry) in left() {
      let folder = layout.folder(of: session.text)
      guard CrashCounter(in: folder, files).count == entry.marks else { continue }
      CrashCounter.add(entry.company, in: folder, files)
    }
    try? files.truncate(layout.inFlight, to: 0)
  }

  /// Performs a read or analysis with an entry in the log; one that cannot be written is not
  /// counted.
  package func withEntry<Value, Failure: Error>(
    _ session: SessionID, behind marks: CrashCounter, _ company: CrashCounter.Company,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    state.withLock { state in
      if state.bytes > Self.mostBytes { restart(&state) }
      let entry = Entry(company: company, marks: marks.count)
      state.open[session] = entry
      add([entry.line(session)], &state)
    }
    defer {
      state.withLock { state in
        state.open[session] = nil
        add(["\(Self.end) \(session.text)"], &state)
      }
    }
    return try body()
  }

  // MARK: - The file

  private func add(_ lines: [String], _ state: inout State) {
    // Each line begins with its line feed, so that a truncated line spoils no other.
    let bytes = lines.flatMap { Array("\n\($0)".utf8) }
    state.bytes += bytes.count
    try? files.append(bytes, to: layout.inFlight)
  }

  private func restart(_ state: inout State) {
    guard (try? files.truncate(layout.inFlight, to: 0)) != nil else { return }
    state.bytes = 0
    let open = state.open
    if !open.isEmpty { add(open.map { $1.line($0) }, &state) }
  }

  /// The entries of an earlier run without an end.
  private func left() -> [SessionID: Entry] {
    let bytes = try? files.read(layout.inFlight, from: 0, count: 4 * Self.mostBytes)
    var open: [SessionID: Entry] = [:]
    for line in (bytes ?? []).split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      guard let session = words.last.flatMap(SessionID.init) else { continue }
      if words.count == 2, words[0] == Self.end { open[session] = nil }
      guard words.count == 3, let marks = Int(words[1]),
        let company = words[0].utf8.first.flatMap(CrashCounter.Company.init),
        words[0].utf8.count == 1
      else { continue }
      open[session] = Entry(company: company, marks: marks)
    }
    return open
  }
}

// Which recordings are being read and analysed, for the next run to know should this one come to its end over one of
// them. A line is added to one file before and after each look: a file for each recording, made and removed with it,
// costs a file system more than the rest of a watcher's book-keeping.

package import RecordStore
internal import Synchronization

/// The looks at recordings that are under way.
package final class LookLog: Sendable {
  /// A look that began.
  private struct Look {
    let company: CrashMarks.Company
    /// How many marks stood beside the recording: a run that ends while it adds one does not count it twice.
    let marks: Int

    func line(_ session: SessionID) -> String {
      "\(UnicodeScalar(company.rawValue)) \(marks) \(session.text)"
    }
  }

  private struct State {
    var open: [SessionID: Look] = [:]
    var bytes = 0
  }

  /// A file that is longer begins anew with what is under way [E].
  private static let mostBytes = 1 << 16

  /// What the line of a look begins with that came to its end.
  private static let end = "."

  private let layout: InboxLayout
  private let files: any FileSystem
  private let state = Mutex(State())

  /// The log of a work folder that this runner has alone.
  package init(_ layout: InboxLayout, _ files: any FileSystem) {
    (self.layout, self.files) = (layout, files)
  }

  /// Brings what a run that came to its end was looking at beside those recordings, and begins anew; for whoever has
  /// the work folder alone.
  package func takeUp() {
    for (session, look) in left() {
      let folder = layout.folder(of: session.text)
      guard CrashMarks(in: folder, files).count == look.marks else { continue }
      CrashMarks.add(look.company, in: folder, files)
    }
    try? files.truncate(layout.looks, to: 0)
  }

  /// Does what may end the program; what cannot be written is only not counted.
  package func whileOpen<Value, Failure: Error>(
    _ session: SessionID, behind marks: CrashMarks, _ company: CrashMarks.Company,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    state.withLock { state in
      if state.bytes > Self.mostBytes { beginAnew(&state) }
      let look = Look(company: company, marks: marks.count)
      state.open[session] = look
      add([look.line(session)], &state)
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
    // The end of a line comes before it: one that was torn off spoils no other.
    let bytes = lines.flatMap { Array("\n\($0)".utf8) }
    state.bytes += bytes.count
    try? files.append(bytes, to: layout.looks)
  }

  private func beginAnew(_ state: inout State) {
    guard (try? files.truncate(layout.looks, to: 0)) != nil else { return }
    state.bytes = 0
    let open = state.open
    if !open.isEmpty { add(open.map { $1.line($0) }, &state) }
  }

  /// The looks of an earlier run that have no end.
  private func left() -> [SessionID: Look] {
    let bytes = try? files.read(layout.looks, from: 0, count: 4 * Self.mostBytes)
    var open: [SessionID: Look] = [:]
    for line in (bytes ?? []).split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      guard let session = words.last.flatMap(SessionID.init) else { continue }
      if words.count == 2, words[0] == Self.end { open[session] = nil }
      guard words.count == 3, let marks = Int(words[1]),
        let company = words[0].utf8.first.flatMap(CrashMarks.Company.init), words[0].utf8.count == 1
      else { continue }
      open[session] = Look(company: company, marks: marks)
    }
    return open
  }
}

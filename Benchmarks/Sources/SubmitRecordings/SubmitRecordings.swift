// An example of the library: recordings that a program has are analysed and stored, and their steps are told.
//
//     SubmitRecordings STORE SPOOL RECORDING.wav ... [SESSION ...]
//
// A line for each recording that was taken, and one for each step. A name of a session that an earlier run
// took is listened to. Kill it at any time: what was taken goes on with the next run.

import Foundation
import JobRunner
import RecordStore
import VoiceTypes

@main struct SubmitRecordings {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count > 2 else {
      FileHandle.standardError.write(
        Data("usage: SubmitRecordings STORE SPOOL RECORDING.wav ... [SESSION ...]\n".utf8))
      exit(64)
    }
    let runner: RecordingRunner
    do {
      let store = try RecordStore.open(at: arguments[0], actor: "SubmitRecordings")
      runner = RecordingRunner(store: store, spool: arguments[1], .init(jobs: 2))
      try runner.start()
    } catch {
      // What is wrong and what to do, and no trace of the program.
      FileHandle.standardError.write(Data("SubmitRecordings: \(error)\n".utf8))
      exit(74)
    }
    await withTaskGroup(of: Void.self) { group in
      for argument in arguments.dropFirst(2) {
        let former = SessionID(argument)
        let session = former ?? .fresh()
        // Before the recording is submitted, so that no step is missed.
        let updates = runner.updates(of: session)
        if former == nil {
          guard await submit(argument, as: session, to: runner) else { continue }
        }
        group.addTask {
          for await update in updates { say("\(session) \(update.phase.rawValue)") }
        }
      }
    }
    runner.stop()
  }

  /// Submits a file, again and again while there is no room; says what becomes of it.
  private static func submit(
    _ path: String, as session: SessionID, to runner: RecordingRunner
  ) async -> Bool {
    while true {
      do {
        try runner.submit(.file(at: path), as: session)
        say("\(session) taken \(path)")
        return true
      } catch .busy {
        try? await Task.sleep(for: .milliseconds(50))
      } catch {
        say("\(session) not taken \(path): \(error)")
        return false
      }
    }
  }

  /// Writes a line at once.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}

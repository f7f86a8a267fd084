// Where the recordings of an onboarding come from: files, or whoever sits at the terminal.

import CommandSupport
import Glibc
import JobRunner
import Onboarding
import RecordStore
import VoiceTypes

/// Hands out the recordings that are asked for.
struct Recordings {
  /// What came of asking.
  enum Answer {
    case file(String)
    /// The person goes on without.
    case skipped
    /// Nobody is there to ask.
    case none
  }

  /// Seconds that a recording is made for, as onboarding asks for them.
  private static let seconds = 10

  private var vowels: [String]
  private var reading: String?
  /// Whether files were given, so that nothing more is to come.
  private let areGiven: Bool
  private let runner: RecordingRunner
  /// The file of the newest recording that was made here.
  private var recorded: String?

  /// - Parameter runner: The owner of the spool, in which recordings are made.
  init(vowels: [String], reading: String?, _ runner: RecordingRunner) {
    (self.vowels, self.reading, self.runner) = (vowels, reading, runner)
    areGiven = !vowels.isEmpty
  }

  /// Files that were given and not asked for.
  var unread: [String] { vowels + [reading].compactMap { $0 } }

  /// Whether another attempt could have a recording of its own.
  var hasMore: Bool { areGiven ? !vowels.isEmpty : Dialogue.isAtTerminal }

  /// The next recording.
  mutating func next(_ request: RecordingRequest) -> Answer {
    if request.take.task == .reading {
      if let file = reading {
        reading = nil
        return .file(file)
      }
      if areGiven { return .skipped }
    } else if !vowels.isEmpty {
      return .file(vowels.removeFirst())
    } else if areGiven {
      return .none
    }
    return ask()
  }

  private mutating func ask() -> Answer {
    let answer = Dialogue.ask(
      "the file, Enter to record \(Self.seconds) s now, or s to go on without")
    switch answer {
    case nil: return .none
    case "s": return .skipped
    case "": return record()
    case let path?: return .file(path)
    }
  }

  /// Records with the program that every Linux with a sound card has.
  private mutating func record() -> Answer {
    let path: String
    do throws(FileSystemError) {
      path = try runner.makeRecordingFile()
    } catch {
      Dialogue.say(error.description)
      return ask()
    }
    recorded = path
    Dialogue.say("Recording for \(Self.seconds) s ...")
    // On standard output, so that the file keeps the mode with which it was created.
    let program = ChildProgram(
      words: [
        "arecord", "-q", "-t", "wav", "-f", "S16_LE", "-r", "44100", "-c", "1", "-d",
        "\(Self.seconds)",
      ], variables: EnvironmentVariable.all.map { "\($0.key)=\($0.value)" })
    let ending = program.run(reading: [], writing: path, atMost: .seconds(2 * Self.seconds))
    guard ending == .exited(status: 0) else {
      deleteRecorded()
      Dialogue.say("arecord could not record (is it installed, and a microphone there?)")
      return ask()
    }
    return .file(path)
  }

  /// Deletes the file of a recording that was made here, once the recording is in the store or was refused.
  mutating func deleteRecorded() {
    if let recorded { runner.deleteRecordingFile(recorded) }
    recorded = nil
  }
}

/// Questions and what is told, on standard error: standard output is for the journey.
enum Dialogue {
  /// Whether somebody can answer.
  static var isAtTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Says something.
  static func say(_ text: String) { StandardStreams.writeError(text.printableLines + "\n") }

  /// Asks for a line; nil where nobody answers.
  static func ask(_ question: String) -> String? {
    StandardStreams.writeError("\(question): ".printable)
    return readLine()
  }
}

extension String {
  /// The lines of a text, each without what a terminal would obey.
  fileprivate var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
      .joined(separator: "\n")
  }
}

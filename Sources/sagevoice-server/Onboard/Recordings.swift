import CommandSupport
import Glibc
import JobRunner
import Onboarding
import RecordStore
import VoiceTypes

/// The recordings of an onboarding, from files or from the terminal.
struct Recordings {
  /// The answer to a recording request.
  enum Answer {
    case file(String)
    /// The person skips the recording.
    case skipped
    /// No file and no terminal input is left.
    case none
  }

  /// Duration of a recording in seconds, as the onboarding asks for it.
  private static let seconds = 10

  private var vowels: [String]
  private var reading: String?
  /// Whether the command line gave files; then the terminal is not asked.
  let areGiven: Bool
  /// Whether a request used a vowel.
  private(set) var hasUsed = false
  private let runner: RecordingRunner
  /// The newest file recorded here.
  private var recorded: String?

  /// - Parameter runner: The owner of the spool for new recordings.
  init(vowels: [String], reading: String?, _ runner: RecordingRunner) {
    (self.vowels, self.reading, self.runner) = (vowels, reading, runner)
    areGiven = !vowels.isEmpty
  }

  /// Given files that no request used.
  var unread: [String] { vowels + [reading].compactMap { $0 } }

  /// Whether another attempt can have a new recording.
  var hasMore: Bool { areGiven ? !vowels.isEmpty : Dialogue.isAtTerminal }

  /// Returns the next recording.
  mutating func next(_ request: RecordingRequest) -> Answer {
    if request.take.task == .reading {
      if let file = reading {
        reading = nil
        return .file(file)
      }
      if areGiven {
        Dialogue.say(commandText("onboard.reading_skipped"))
        return .skipped
      }
      Dialogue.say("\n" + WrappedText.lines(passage).joined(separator: "\n") + "\n")
    } else if !vowels.isEmpty {
      hasUsed = true
      return .file(vowels.removeFirst())
    } else if areGiven {
      return .none
    }
    return ask()
  }

  private var passage: String { TextCatalogue.page.text("reading_passage", .ofText) }

  private mutating func ask() -> Answer {
    let answer = Dialogue.ask(commandText("onboard.ask", ["seconds": "\(Self.seconds)"]))
    switch answer {
    case nil: return .none
    case "s": return .skipped
    case "": return record()
    case let path?: return .file(path)
    }
  }

  /// Records with arecord (ALSA).
  private mutating func record() -> Answer {
    let path: String
    do throws(FileSystemError) {
      path = try runner.makeRecordingFile()
    } catch {
      Dialogue.say(error.description)
      return ask()
    }
    recorded = path
    Dialogue.say(commandText("onboard.recording", ["seconds": "\(Self.seconds)"]))
    // arecord writes to standard output, so that the file keeps its mode.
    let program = ChildProgram(
      words: [
        "arecord", "-q", "-t", "wav", "-f", "S16_LE", "-r", "44100", "-c", "1", "-d",
        "\(Self.seconds)",
      ], variables: EnvironmentVariable.all.map { "\($0.key)=\($0.value)" })
    let ending = program.run(reading: [], writing: path, atMost: .seconds(2 * Self.seconds))
    guard ending == .exited(status: 0) else {
      deleteRecorded()
      Dialogue.say(commandText("onboard.arecord_failed"))
      return ask()
    }
    return .file(path)
  }

  /// Deletes the file recorded here, once its recording is in the store or refused.
  mutating func deleteRecorded() {
    if let recorded { runner.deleteRecordingFile(recorded) }
    recorded = nil
  }
}

/// Prompts and messages on standard error; standard output is for the resulting document.
enum Dialogue {
  static var isAtTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  static func say(_ text: String) { StandardStreams.writeError(text.printableLines + "\n") }

  /// Prompts for a line; nil at the end of input.
  static func ask(_ question: String) -> String? {
    StandardStreams.writeError("\(question): ".printable)
    return readLine()
  }
}

extension String {
  /// The text without control characters, except its line breaks.
  fileprivate var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
      .joined(separator: "\n")
  }
}

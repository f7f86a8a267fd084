// Option groups of `watch`.

import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore
import VoicePipeline
import VoiceReport
import VoiceTypes

struct InboxOptions: ParsableArguments {
  /// Maximum duration of options: a day, in seconds.
  private static let longest = 86_400.0

  /// Minimum polling interval, in seconds. Shorter intervals would use a whole core.
  private static let leastPolling = 0.05

  @Option(
    help: ArgumentHelp(
      "Seconds without a change before a file counts as complete, 0 to 86400.", valueName: "seconds"
    ), takes: OptionValue.seconds(in: 0...Self.longest))
  var settle = 2.0

  @Option(
    help: ArgumentHelp(
      "Seconds to wait for a file that is shorter than its header states, 0 to 86400.",
      valueName: "seconds"), takes: OptionValue.seconds(in: 0...Self.longest))
  var deadline = 60.0

  @Option(
    help: ArgumentHelp(
      """
      Polling interval in seconds, 0.05 to 86400, instead of change notifications. Network \
      folders are always polled.
      """, valueName: "seconds"), takes: OptionValue.seconds(in: Self.leastPolling...Self.longest))
  var poll: Double?

  @Option(
    help: ArgumentHelp(
      "Interval of full scans of the inbox in seconds, 0.05 to 86400.", valueName: "seconds"),
    takes: OptionValue.seconds(in: Self.leastPolling...Self.longest))
  var rescan = 60.0

  @Option(
    help: ArgumentHelp(
      "Seconds to wait for NAME.json before the comprehensive document. Default: 5, with --once 0.",
      valueName: "seconds"), takes: OptionValue.seconds(in: 0...Self.longest))
  var sidecarWait: Double?

  @Flag(name: .shortAndLong, help: "Also watch subfolders.")
  var recursive = false

  @Option(
    help: ArgumentHelp(
      "Name pattern of files and folders to ignore. May be repeated.", valueName: "glob"))
  var ignore: [String] = []

  @Flag(help: "Exit after all current recordings are complete.")
  var once = false

  func choose(in settings: inout WatchSettings) {
    settings.timeouts.settle = .seconds(settle)
    settings.timeouts.deadline = .seconds(deadline)
    settings.polling = poll.map { .seconds($0) }
    settings.rescan = .seconds(rescan)
    settings.sidecarWait = .seconds(sidecarWait ?? (once ? 0 : 5))
    settings.depth = recursive ? .recursive : .flat
    settings.ignoring = ignore
    settings.span = once ? .untilDrained : .untilStopped
  }
}

/// The analysis of recordings.
struct WatchAnalysisOptions: ParsableArguments {
  @Option(help: "Documents of each recording.")
  var tier: WantedTiers = .both

  @Option(
    help: "Channel of a multi-channel file: left, right or a number from 1.",
    takes: OptionValue.channel)
  var channel = 1

  @Option(
    name: .shortAndLong,
    help: "Number of recordings to analyse at a time. Default: the number of cores.",
    takes: Jobs.number)
  var jobs: Int?
}

struct RetentionOptions: ParsableArguments {
  @Option(help: "Treatment of recordings: keep in the inbox, archive in the session, or delete.")
  var audio: AudioPolicy = .archive

  @Option(
    help: ArgumentHelp("Days until sessions of guests are deleted.", valueName: "days"),
    takes: OptionValue.wholeNumber(from: 1))
  var guestRetention = 90

  @Option(
    name: .customLong("retention"), parsing: .unconditional,
    help: ArgumentHelp("Days until each session is deleted. Default: never.", valueName: "days"),
    transform: OptionValue.wholeNumber(from: 1))
  var retentionDays: Int?

  @Option(
    help: ArgumentHelp(
      "Days until archived audio is deleted; results stay. Default: deleted with the session.",
      valueName: "days"), takes: OptionValue.wholeNumber(from: 1))
  var audioRetention: Int?

  @Option(
    help: ArgumentHelp(
      "Days between the announcement of a deletion and the deletion.", valueName: "days"),
    takes: OptionValue.wholeNumber(from: 0))
  var retentionGrace = 7

  var retention: Retention {
    Retention(
      guestDays: guestRetention, everyoneDays: retentionDays, audioDays: audioRetention,
      graceDays: retentionGrace)
  }
}

/// The log, the events and the metrics.
struct WatchOutputOptions: ParsableArguments {
  @Flag(help: "Append a line per event to STORE/events.ndjson.")
  var events = false

  @Flag(help: "Print a JSON line per step of a recording; see `sagevoice schema update`.")
  var updates = false

  @Option(
    help: ArgumentHelp(
      "File for Prometheus metrics. For node exporter, the file name must end in .prom.",
      valueName: "file"),
    completion: .file())
  var metrics: String?

  @Option(help: "Format of the log on standard error.")
  var logFormat: DocumentFormat = .text
}

extension WantedTiers: ExpressibleByArgument {}
extension AudioPolicy: ExpressibleByArgument {}

/// The options of reports in sessions.
struct WatchPageChoice: ParsableArguments {
  @Option(help: "Format of a report page for each session. Default: no page.")
  var report: PageForm?

  @OptionGroup(title: HelpText.Title.page) var language: LanguageOption

  @Option(help: "Paper size of a PDF. Default: a4.")
  var paper: Paper?

  func validate() throws {
    guard report != nil || language.language == nil else {
      throw ValidationError("--language takes effect with --report only.")
    }
    guard paper == nil || report == .pdf else {
      throw ValidationError("--paper takes effect with --report pdf only.")
    }
  }

  /// The report renderer; nil without the option.
  var maker: PageMaker? {
    guard let report else { return nil }
    let writer = PageWriter(language: language.chosen, theme: .light, paper: paper ?? .a4)
    return PageMaker(of: report == .html ? .page : .sheets) { filed in
      do throws(CommandFault) {
        let content = writer.content(of: filed, for: report)
        return .success(try writer.bytes(of: content, as: report, for: "the page"))
      } catch {
        return .failure(PageFault(error.messages.joined(separator: "; ")))
      }
    }
  }
}

struct UpdateSocketChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Path of a Unix socket for the lines of --updates. A client may first send {\"session\": \
      \"ID\"} or {\"user\": \"ID\"} to filter.
      """, valueName: "path"), completion: .file())
  var socket: String?

  func validate() throws {
    if socket?.isEmpty == true { throw ValidationError("--socket: give a path.") }
  }

  /// Opens the socket; nil without the option.
  /// - Parameter group: The group that may connect, in addition to this user.
  func open(on store: RecordStore, for group: UserGroup?) throws -> UpdateSocket? {
    guard let socket else { return nil }
    var settings = UpdateSocket.Settings()
    settings.group = group?.number
    do throws(SocketFault) {
      return try UpdateSocket(
        at: socket, of: store, settings, elapsed: RunEnvironment.ofThisMachine.elapsed)
    } catch {
      throw CommandFault(.cannotCreateOutput, "--socket: \(error)")
    }
  }
}

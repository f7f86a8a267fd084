// Options of the measured segment: a rule, times, or a TextGrid interval.

import ArgumentParser
import CommandSupport
import Platform
import VoiceReport
import VoiceTypes

/// The options of the segment.
struct SegmentOptions: ParsableArguments {
  /// Allowed times in seconds; the upper limit exceeds the longest supported recording.
  private static let times = 0...1e6

  @Option(
    help: """
      Part of the recording to analyse: its steadiest segment, or the whole recording. Default: \
      set by the preset.
      """)
  var segment: SegmentRule?

  @Option(
    help: ArgumentHelp("Start of the segment in seconds. Default: 0.", valueName: "seconds"),
    takes: OptionValue.seconds(in: times))
  var start: Double?

  @Option(
    help: ArgumentHelp(
      "End of the segment in seconds. Default: the end of the recording.", valueName: "seconds"),
    takes: OptionValue.seconds(in: times))
  var end: Double?

  @Option(
    help: ArgumentHelp(
      """
      Segment from an interval of a Praat TextGrid, or of a folder with a TextGrid per \
      recording. TIER and LABEL select one of several intervals.
      """, valueName: "name.TextGrid[:tier[:label]]"), completion: .file(extensions: ["TextGrid"]))
  var segmentFrom: String?

  func validate() throws {
    let isGiven = start != nil || end != nil
    guard segmentFrom == nil || !isGiven else {
      throw ValidationError("Give either --segment-from, or --start and --end.")
    }
    // Every recording reads the TextGrid again.
    try OptionFile.refuseStandardInput(
      segmentFrom?.split(separator: ":").first.map(String.init), for: "--segment-from")
    guard segment == nil || (segmentFrom == nil && !isGiven) else {
      throw ValidationError(
        "Give either --segment, or --start, --end or --segment-from.")
    }
    guard !isGiven || given != nil else { throw ValidationError("--start must be before --end.") }
  }

  private var given: RequestedSegment? {
    RequestedSegment(start: start.map { Seconds($0) }, end: end.map { Seconds($0) })
  }

  /// Sets the segment of a recording in the settings.
  func choose(in settings: inout AnalysisSettings, of path: String) throws(CommandFault) {
    settings.givenSegment = segment
    if let segmentFrom {
      settings.requestedSegment = try LabelledSegment(segmentFrom).stretch(of: path)
    } else if start != nil || end != nil {
      settings.requestedSegment = given
    }
  }
}

/// The value of `--segment-from`.
struct LabelledSegment {
  private static let file = OptionFile(
    option: "--segment-from", kind: "a TextGrid", mostBytes: 64 << 20)
  private static let files = POSIXFileSystem()

  private let path: String
  private let isFolder: Bool
  private let tier: String?
  private let label: String?

  /// Parses a path, which may contain colons, with optional names of a tier and a label.
  init(_ text: String) throws(CommandFault) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    for names in 0...min(2, parts.count - 1) {
      let path = parts.dropLast(names).joined(separator: ":")
      guard let kind = try Self.kind(of: path) else { continue }
      let given = Array(parts.suffix(names))
      self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      isFolder = kind == .folder
      tier = given.first.flatMap { $0.isEmpty ? nil : $0 }
      label = given.dropFirst().first
      return
    }
    throw CommandFault(
      status: .cannotOpenInput,
      messages: [
        "--segment-from: no file was found at \(text); name a TextGrid or a folder of them"
      ])
  }

  private static func kind(of path: String) throws(CommandFault) -> FileKind? {
    do throws(FileSystemError) {
      return try files.facts(of: path)?.kind
    } catch {
      throw CommandFault(
        status: .cannotOpenInput, messages: ["--segment-from: \(error.description)"])
    }
  }

  /// Returns the segment of the recording at a path.
  func stretch(of recording: String) throws(CommandFault) -> RequestedSegment {
    let place = isFolder ? "\(path)/\(Self.stem(of: recording)).TextGrid" : path
    let bytes = try Self.file.bytes(at: place)
    do throws(TextGridFault) {
      let interval = try TextGrid(parsing: bytes).interval(tier: tier, label: label)
      let stretch = RequestedSegment(start: Seconds(interval.start), end: Seconds(interval.end))
      guard let stretch else {
        throw TextGridFault(message: "its interval ends before it begins, or before the recording")
      }
      return stretch
    } catch {
      throw CommandFault(
        status: .refused,
        messages: ["--segment-from \(OutputFolder.place(of: place).name): \(error.message)"])
    }
  }

  /// Returns the file name without folder and last extension.
  private static func stem(of path: String) -> String {
    let name = OutputFolder.place(of: path).name
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

import ArgumentParser
import CommandSupport
import Platform
import VoicePipeline
import VoiceTypes
import WAVIngest

/// An input recording.
struct Input: Sendable {
  /// The path, relative to the working directory.
  let path: String

  /// The manifest row; nil without a manifest.
  var entry: RecordingManifest.Entry?
}

/// The inputs of a command: files, folders, path lists and manifests.
struct InputChoice: ParsableArguments {
  @Argument(
    help: "WAV files, or folders with --recursive; - is standard input.",
    completion: .file(extensions: ["wav"]))
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      File with one input path per line; - is standard input. Lines that start with # are \
      comments.
      """, valueName: "list"))
  var filesFrom: String?

  @Flag(
    name: .customLong("null"),
    help: "Paths of --files-from end with a zero byte, as in find -print0.")
  var endsInNull = false

  @Option(
    help: ArgumentHelp(
      "Table with a row per recording (CSV), instead of files.", valueName: "table.csv"),
    completion: .file(extensions: ["csv"]))
  var manifest: String?

  @Flag(name: .shortAndLong, help: "Search folders and their subfolders for WAV files.")
  var recursive = false

  @Flag(
    help: """
      Read WAV files from standard input, each after its length in 4 bytes (little-endian), and \
      print each document when it is complete. Only for `analyze`.
      """)
  var stdinStream = false

  func validate() throws {
    let namesInputs = !files.isEmpty || filesFrom != nil || manifest != nil
    guard !stdinStream || !(namesInputs || recursive) else {
      throw ValidationError("Give either --stdin-stream or other inputs.")
    }
    guard namesInputs || stdinStream else {
      throw ValidationError("Name at least one FILE, a list with --files-from, or a --manifest.")
    }
    guard manifest == nil || (files.isEmpty && filesFrom == nil) else {
      throw ValidationError("Give either --manifest, or FILES and --files-from.")
    }
    guard !endsInNull || filesFrom != nil else {
      throw ValidationError("--null takes effect with --files-from only.")
    }
    guard !recursive || manifest == nil else {
      throw ValidationError("--recursive has no effect with --manifest.")
    }
  }

  /// The inputs in which `-` means standard input.
  var readers: [String] {
    files + [filesFrom, manifest, stdinStream ? "-" : nil].compactMap { $0 }
  }

  /// Whether the input is exactly one recording.
  var isOne: Bool { files.count == 1 && filesFrom == nil && manifest == nil && !recursive }

  /// Returns the named files, those of folders and those of the list, in this order, or the
  /// recordings of the manifest.
  ///
  /// A message on standard error counts the skipped files of folders.
  func inputs(_ verbosity: Verbosity) throws(CommandFault) -> [Input] {
    if let manifest { return try ManifestFile(path: manifest, verbosity: verbosity).inputs() }
    var named: [String] = files
    if let filesFrom {
      do {
        named += try FileList.paths(from: filesFrom, endsInNull ? .byZeroBytes : .byLines)
      } catch {
        throw CommandFault(
          status: .cannotOpenInput,
          messages: ["--files-from \(filesFrom): \(error.refusal.message); name a list of paths"])
      }
    }
    guard recursive else { return named.map { Input(path: $0) } }
    var found = FoundRecordings()
    for path in named { try found.add(path) }
    let skipped =
      found.skipped.isEmpty
      ? []
      : [
        "--recursive: skipped \(found.skipped.count.counted("file")) (\(found.skipped.text))"
      ]
    guard !found.paths.isEmpty else {
      throw CommandFault(
        status: .cannotOpenInput,
        messages: skipped + [
          "--recursive: no WAV file in \(named.joined(separator: ", "))"
        ])
    }
    if verbosity == .usual { skipped.forEach(StandardStreams.note) }
    return found.paths.map { Input(path: $0) }
  }
}

/// Recordings in folders.
private struct FoundRecordings {
  private static let files = POSIXFileSystem()

  private(set) var paths: [String] = []

  /// The other files in the folders.
  private(set) var skipped = SkippedFiles()

  /// Adds a file, or the WAV files of a folder and its subfolders in name order. The search follows
  /// links to files, but not links to folders.
  mutating func add(_ path: String) throws(CommandFault) {
    do throws(FileSystemError) {
      guard path != "-", try Self.files.facts(of: path)?.kind == .folder else {
        paths.append(path)
        return
      }
      try add(folder: path.hasSuffix("/") ? String(path.dropLast()) : path)
    } catch {
      throw CommandFault(
        status: .cannotOpenInput, messages: ["--recursive: \(error.description)"])
    }
  }

  private mutating func add(folder: String) throws(FileSystemError) {
    for name in try Self.files.list(folder) {
      let path = "\(folder)/\(name)"
      guard !name.hasPrefix(".") else {
        skipped.add(.hidden)
        continue
      }
      switch try Self.files.facts(of: path)?.kind {
      case .folder: try add(folder: path)
      case .file where RecordingName.fits(name): paths.append(path)
      case .file: skipped.add(name: name)
      case .link: try add(link: path, name)
      case .other: skipped.add(.noFile)
      case nil: break
      }
    }
  }

  private mutating func add(link path: String, _ name: String) throws(FileSystemError) {
    switch try Self.files.facts(following: path)?.kind {
    case .file where RecordingName.fits(name): paths.append(path)
    case .file: skipped.add(name: name)
    case .folder, .link, .other: skipped.add(.link)
    case nil: skipped.add(.linkWithoutTarget)
    }
  }
}

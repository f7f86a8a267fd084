// Which recordings a command measures: files, folders, lists and tables of them.

import ArgumentParser
import CommandSupport
import Platform
import VoicePipeline
import VoiceTypes
import WAVIngest

/// A recording that is to be measured.
struct Input: Sendable {
  /// Its path, as this process takes it.
  let path: String

  /// What a manifest tells of it; nil without one.
  var entry: RecordingManifest.Entry?
}

/// The recordings of a command.
struct InputChoice: ParsableArguments {
  @Argument(
    help: "WAV files, or folders with --recursive; - is a WAV on standard input.",
    completion: .file(extensions: ["wav"]))
  var files: [String] = []

  @Option(
    help: """
      A file with one input path per line, lines of # passed over; - is standard input.
      """)
  var filesFrom: String?

  @Flag(
    name: .customLong("null"),
    help: "The paths of --files-from end in a zero byte instead, as find -print0 writes them.")
  var endsInNull = false

  @Option(
    help: ArgumentHelp(
      "A table with a row per recording, instead of FILES: the file, and what tables repeat.",
      valueName: "table.csv"),
    completion: .file(extensions: ["csv"]))
  var manifest: String?

  @Flag(help: "Of a folder among FILES, take the WAV files in it and in all below it.")
  var recursive = false

  func validate() throws {
    guard !files.isEmpty || filesFrom != nil || manifest != nil else {
      throw ValidationError("Name at least one FILE, a list with --files-from, or a --manifest.")
    }
    guard manifest == nil || (files.isEmpty && filesFrom == nil) else {
      throw ValidationError("Give either --manifest, or FILES and --files-from.")
    }
    guard !endsInNull || filesFrom != nil else {
      throw ValidationError("--null takes effect with --files-from only.")
    }
    guard !recursive || manifest == nil else {
      throw ValidationError("--recursive takes no effect with --manifest, which names files.")
    }
  }

  /// What reads standard input, `-` where it does.
  var readers: [String] { files + [filesFrom, manifest].compactMap { $0 } }

  /// Whether the number of documents is known to be one.
  var isOne: Bool { files.count == 1 && filesFrom == nil && manifest == nil && !recursive }

  /// The named files, those of folders, and those of the list, in this order; or those of the
  /// manifest.
  func inputs(_ verbosity: Verbosity) throws(CommandFault) -> [Input] {
    if let manifest { return try RecordingsFile(path: manifest, verbosity: verbosity).inputs() }
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
    var found: [String] = []
    for path in named { found += try WAVFolder.recordings(at: path) }
    guard !found.isEmpty else {
      throw CommandFault(
        status: .cannotOpenInput,
        messages: ["--recursive: there is no WAV file in \(named.joined(separator: ", "))"])
    }
    return found.map { Input(path: $0) }
  }
}

/// Folders of recordings.
enum WAVFolder {
  private static let files = POSIXFileSystem()

  /// The path itself, or of a folder the WAV files in it and below it, in the order of their names;
  /// links are not followed.
  static func recordings(at path: String) throws(CommandFault) -> [String] {
    do throws(FileSystemError) {
      guard path != "-", try files.facts(of: path)?.kind == .folder else { return [path] }
      return try recordings(in: path.hasSuffix("/") ? String(path.dropLast()) : path)
    } catch {
      throw CommandFault(
        status: .cannotOpenInput, messages: ["--recursive: \(error.description)"])
    }
  }

  private static func recordings(in folder: String) throws(FileSystemError) -> [String] {
    var found: [String] = []
    for name in try files.list(folder) where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      switch try files.facts(of: path)?.kind {
      case .folder: found += try recordings(in: path)
      case .file where name.lowercased().hasSuffix(".wav"): found.append(path)
      default: continue
      }
    }
    return found
  }
}

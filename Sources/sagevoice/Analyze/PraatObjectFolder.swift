import CommandSupport
import Synchronization
import VoicePipeline
import VoiceReport

/// The output folder of Praat objects (`--praat-objects`).
final class PraatObjectFolder: Sendable {
  private let folder: OutputFolder
  private let names: [String]
  private let found = Mutex<OutputFolderError?>(nil)

  /// The first write error; nil without one.
  var fault: OutputFolderError? { found.withLock(\.self) }

  /// Creates the folder unless it exists.
  init(
    creating path: String, for inputs: [Input], _ readers: OutputAccess
  ) throws(CommandFault) {
    try OutputFolder.requireFolderName(
      path, option: "--praat-objects", advice: "name a folder")
    do {
      folder = try OutputFolder(creating: path, for: readers)
    } catch {
      throw CommandFault(status: error.status, messages: [error.message])
    }
    names = OutputFolder.names(
      for: inputs.map(\.path), suffix: "", room: PraatObjects.longestSuffix)
  }

  /// Writes the objects of the input at an index; none for a recording without measurements.
  func write(_ examined: AnalysisResult, at index: Int) {
    let objects = PraatObjects(examined.document, examined.signal, examined.analysis)
    for file in objects?.files ?? [] {
      do {
        try folder.write(file.text, as: names[index] + file.suffix)
      } catch {
        found.withLock { $0 = $0 ?? error }
      }
    }
  }
}

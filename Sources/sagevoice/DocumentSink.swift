// Where documents go: standard output, or a file each.

import Synchronization
import VoiceTypes

/// Writes documents as they come and remembers how the run will end.
final class DocumentSink: Sendable {
  private struct State {
    var status = ExitStatus.success
    var done = 0
  }

  private let state = Mutex(State())
  private let format: OutputFormat
  private let layout: JSONLayout
  private let folder: (folder: OutputFolder, names: [String])?
  private let progress: ProgressBar
  private let isQuiet: Bool

  init(
    format: OutputFormat, layout: JSONLayout, folder: (folder: OutputFolder, names: [String])?,
    progress: ProgressBar, isQuiet: Bool
  ) {
    self.format = format
    self.layout = layout
    self.folder = folder
    self.progress = progress
    self.isQuiet = isQuiet
  }

  /// The worst that happened.
  var status: ExitStatus { state.withLock { $0.status } }

  /// Writes what comes before the first document.
  func begin() {
    if folder == nil && !format.header.isEmpty { output(format.header) }
  }

  /// Writes one document; called in input order.
  func take(_ index: Int, _ document: ResultsDocument) {
    record(ExitStatus(of: document))
    if let refusal = document.refusal, !isQuiet {
      progress.clear()
      StandardStreams.note(
        "\(document.recording.name): \(refusal.message) (\(refusal.code.rawValue)); "
          + refusal.advice)
    }
    let text = format.rendered(document, layout: layout)
    if let (folder, names) = folder {
      write(format.header + text, into: folder, as: names[index])
    } else {
      output(text)
    }
    progress.draw(
      done: state.withLock {
        $0.done += 1; return $0.done
      })
  }

  /// Ends the progress line.
  func end() { progress.clear() }

  /// Keeps a status if it is worse than those before.
  func record(_ status: ExitStatus) {
    state.withLock { $0.status = $0.status.orWorse(status) }
  }

  private func output(_ text: String) {
    do {
      try StandardStreams.write(text)
    } catch {
      fail(.inputOutputError, "cannot write the results: \(error.description)")
    }
  }

  private func write(_ text: String, into folder: OutputFolder, as name: String) {
    do {
      try folder.write(text, as: name)
    } catch {
      fail(error.status, error.message)
    }
  }

  /// Says once what went wrong with the output.
  private func fail(_ status: ExitStatus, _ message: String) {
    let isNew = state.withLock { state in
      let worse = state.status.orWorse(status)
      defer { state.status = worse }
      return worse != state.status
    }
    if isNew { StandardStreams.note(message) }
  }
}

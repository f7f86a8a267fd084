// Where documents go: standard output, or a file each.

import Synchronization
import VoiceTypes

/// Writes documents as they come and remembers how the run will end.
final class DocumentSink: Sendable {
  private struct State {
    var status = ExitStatus.success
    var done = 0
  }

  /// How a document is written.
  struct Form {
    let format: OutputFormat
    let layout: JSONLayout
  }

  /// A folder, and the name of each document in it.
  struct Files {
    let folder: OutputFolder
    let names: [String]
  }

  private let state = Mutex(State())
  private let form: Form
  private let files: Files?
  private let progress: ProgressBar
  private let verbosity: Verbosity

  /// Writes into `files`, or to standard output.
  init(_ form: Form, into files: Files?, progress: ProgressBar, _ verbosity: Verbosity) {
    self.form = form
    self.files = files
    self.progress = progress
    self.verbosity = verbosity
  }

  /// The worst that happened.
  var status: ExitStatus { state.withLock { $0.status } }

  /// Writes what comes before the first document.
  func begin() {
    if files == nil && !form.format.header.isEmpty { output(form.format.header) }
  }

  /// Writes one document; called in input order.
  func take(_ index: Int, _ document: ResultsDocument) {
    record(ExitStatus(of: document))
    if let refusal = document.refusal, verbosity == .usual {
      progress.clear()
      StandardStreams.note(
        "\(document.recording.name): \(refusal.message) (\(refusal.code.rawValue)); "
          + refusal.advice)
    }
    let text = form.format.rendered(document, layout: form.layout)
    if let files {
      write(form.format.header + text, into: files.folder, as: files.names[index])
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
      let fault = CommandFault(error)
      if fault.status == .readerGone {
        // Nobody reads what the other workers measure: nothing is lost with them.
        progress.clear()
        fault.status.endAtOnce()
      }
      fail(fault.status, fault.messages)
    }
  }

  private func write(_ text: String, into folder: OutputFolder, as name: String) {
    do {
      try folder.write(text, as: name)
    } catch {
      fail(error.status, [error.message])
    }
  }

  /// Says once what went wrong with the output.
  private func fail(_ status: ExitStatus, _ messages: [String]) {
    let isNew = state.withLock { state in
      let worse = state.status.orWorse(status)
      defer { state.status = worse }
      return worse != state.status
    }
    if isNew { messages.forEach(StandardStreams.note) }
  }
}

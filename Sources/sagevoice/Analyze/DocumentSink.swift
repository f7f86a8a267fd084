// Where documents go: standard output, or a file each.

import CommandSupport
import Synchronization
import VoiceTypes

/// A document as it goes out.
struct Delivery: Sendable {
  /// What it means for the end of the run.
  let status: ExitStatus

  /// What is said of it beside it, a line each.
  let messages: [String]

  /// The document, newline included.
  let text: String
}

extension Delivery {
  /// A results document.
  init(
    _ document: ResultsDocument, of input: Input, _ format: ResultsFormat, _ look: ResultsLook
  ) {
    status = ExitStatus(of: document)
    messages = [document.refusal].compactMap { $0 }.map {
      "\(document.recording.name): \($0.message) (\($0.code.rawValue)); \($0.advice)"
    }
    text = format.rendered(document, of: input, look)
  }
}

/// Writes documents as they come and remembers how the run will end.
final class DocumentSink: Sendable {
  private struct State {
    var status = ExitStatus.success
    var done = 0
    /// What goes into one file.
    var text = ""
  }

  /// Where documents go that do not go to standard output.
  enum Files {
    /// A file for each, of these names.
    case each(OutputFolder, names: [String])
    /// One file for all, which is there when all of them are.
    case together(OutputFolder, name: String)
  }

  private let state = Mutex(State())
  private let header: String
  private let files: Files?
  private let progress: ProgressBar
  private let verbosity: Verbosity

  /// Writes into `files`, each with the header, or to standard output with one.
  init(header: String, into files: Files?, progress: ProgressBar, _ verbosity: Verbosity) {
    self.header = header
    self.files = files
    self.progress = progress
    self.verbosity = verbosity
  }

  /// The worst that happened.
  var status: ExitStatus { state.withLock { $0.status } }

  /// Writes what comes before the first document.
  func begin() {
    switch files {
    case nil: if !header.isEmpty { output(header) }
    case .each: break
    case .together: state.withLock { $0.text = header }
    }
  }

  /// Writes one document; called in input order.
  func take(_ index: Int, _ delivery: Delivery) {
    record(delivery.status)
    if !delivery.messages.isEmpty, verbosity == .usual {
      progress.clear()
      delivery.messages.forEach(StandardStreams.note)
    }
    switch files {
    case nil: output(delivery.text)
    case .each(let folder, let names): write(header + delivery.text, into: folder, as: names[index])
    case .together: state.withLock { $0.text += delivery.text }
    }
    progress.draw(
      done: state.withLock {
        $0.done += 1; return $0.done
      })
  }

  /// Ends the progress line, and writes what goes into one file.
  func end() {
    progress.clear()
    if case .together(let folder, let name) = files {
      write(state.withLock(\.text), into: folder, as: name)
    }
  }

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
    if isNew, verbosity == .usual { messages.forEach(StandardStreams.note) }
  }
}

import CommandSupport
import Synchronization
import VoiceTypes

/// A rendered document with its status.
struct Delivery: Sendable {
  /// The exit status of the document.
  let status: ExitStatus

  /// Messages for standard error, one line each.
  let messages: [String]

  /// The document text with its final newline.
  let text: String
}

extension Delivery {
  /// Renders a results document.
  init(
    _ document: ResultsDocument, of input: Input, _ format: ResultsFormat, _ options: ResultsOptions
  ) {
    status = ExitStatus(of: document)
    messages = [document.refusal].compactMap { $0 }.map {
      "\(document.recording.name): \($0.line)"
    }
    text = format.rendered(document, of: input, options)
  }
}

/// Output of documents to standard output or files, with the resulting exit status.
final class DocumentSink: Sendable {
  private struct State {
    var status = ExitStatus.success
    var done = 0
    /// The content of the common file.
    var text = ""
  }

  /// The output files.
  enum Files {
    /// One file per document, with the given names.
    case each(OutputFolder, names: [String])
    /// One common file, written at the end.
    case together(OutputFolder, name: String)
  }

  private let state = Mutex(State())
  private let header: String
  private let files: Files?
  private let progress: ProgressBar
  private let verbosity: Verbosity

  /// Creates a sink for `files`, or for standard output for nil. Every file starts with the header.
  init(header: String, into files: Files?, progress: ProgressBar, _ verbosity: Verbosity) {
    self.header = header
    self.files = files
    self.progress = progress
    self.verbosity = verbosity
  }

  /// The exit status of highest precedence so far.
  var status: ExitStatus { state.withLock { $0.status } }

  /// Writes the header.
  func begin() {
    switch files {
    case nil: if !header.isEmpty { output(header) }
    case .each: break
    case .together: state.withLock { $0.text = header }
    }
  }

  /// Writes one document; calls must be in input order.
  func write(_ index: Int, _ delivery: Delivery) {
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

  /// Ends the progress line and writes the common file.
  func end() {
    progress.clear()
    if case .together(let folder, let name) = files {
      write(state.withLock(\.text), into: folder, as: name)
    }
  }

  /// Writes the documents of a batch in input order and returns the exit status.
  func status<Document>(
    of batch: Batch<Document>, _ delivery: @escaping @Sendable (Int, Document) -> Delivery
  ) async -> ExitStatus {
    begin()
    await batch.run { [self] in write($0, delivery($0, $1)) }
    end()
    if Interruption.isRequested { record(.interrupted) }
    return status
  }

  /// Records a status, by precedence.
  func record(_ status: ExitStatus) {
    state.withLock { $0.status = $0.status.orWorse(status) }
  }

  private func output(_ text: String) {
    do {
      try StandardStreams.write(text)
    } catch {
      let fault = CommandFault(error)
      if fault.status == .readerGone {
        // The reader is gone: no other worker's results are needed.
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

  /// Reports an output error once.
  private func fail(_ status: ExitStatus, _ messages: [String]) {
    let isNew = state.withLock { state in
      let worse = state.status.orWorse(status)
      defer { state.status = worse }
      return worse != state.status
    }
    if isNew, verbosity == .usual { messages.forEach(StandardStreams.note) }
  }
}

// Concurrent analysis of recordings, with documents in input order.

import CommandSupport
import DSPCore
import Synchronization
import VoicePipeline
import VoiceTypes
import WAVIngest

/// A batch of inputs for concurrent analysis.
struct Batch<Document: Sendable>: Sendable {
  let count: Int
  let jobs: Int

  /// Analyses the input at an index.
  let analyze: @Sendable (Int, inout AnalysisWorkspace) -> Document

  /// Analyses every input; `emit` receives each document with its index, in input order.
  func run(emit: @escaping @Sendable (Int, Document) -> Void) async {
    let queue = OrderedQueue(count: count, emit: emit)
    await withTaskGroup(of: Void.self) { workers in
      for _ in 0..<min(jobs, count) {
        workers.addTask { work(on: queue) }
      }
    }
  }

  private func work(on queue: OrderedQueue<Document>) {
    // Fewer recordings than cores: divide the cores among the recordings.
    var workspace = AnalysisWorkspace(cores: max(1, jobs / count))
    while let index = queue.next() {
      queue.finish(index, analyze(index, &workspace))
    }
  }
}

extension Batch where Document == ResultsDocument {
  /// Creates a batch of recordings with the same pipeline.
  init(sources: [AudioSource], pipeline: VoicePipeline, jobs: Int) {
    self.init(count: sources.count, jobs: jobs) { index, workspace in
      pipeline.analyze(sources[index], workspace: &workspace)
    }
  }

  /// Analyses recordings and returns their documents in input order. Throws an `interrupted` fault
  /// after Ctrl-C.
  static func documents(
    of sources: [AudioSource], jobs: Int?, settings: AnalysisSettings = AnalysisSettings(),
    _ verbosity: Verbosity
  ) async throws(CommandFault) -> [ResultsDocument] {
    let collector = DocumentCollector()
    let progress = ProgressBar(total: sources.count, verbosity)
    defer { progress.clear() }
    await Batch(
      sources: sources,
      pipeline: VoicePipeline(settings: settings, environment: .ofThisMachine),
      jobs: Jobs.count(jobs)
    ).run {
      collector.append($1)
      progress.draw(done: $0 + 1)
    }
    let documents = collector.documents
    guard documents.count == sources.count else {
      throw CommandFault(status: .interrupted, messages: [])
    }
    return documents
  }
}

/// A queue of indices that releases documents in index order.
private final class OrderedQueue<Document: Sendable>: Sendable {
  private struct State {
    var nextIndex = 0
    var nextToEmit = 0
    var waiting: [Int: Document] = [:]
  }

  private let state = Mutex(State())
  private let count: Int
  private let emit: @Sendable (Int, Document) -> Void

  init(count: Int, emit: @escaping @Sendable (Int, Document) -> Void) {
    self.count = count
    self.emit = emit
  }

  /// Returns the next index; nil at the end or after Ctrl-C.
  func next() -> Int? {
    state.withLock { state in
      guard state.nextIndex < count, !Interruption.isRequested else { return nil }
      defer { state.nextIndex += 1 }
      return state.nextIndex
    }
  }

  /// Adds a document and emits every document whose predecessors are complete.
  func finish(_ index: Int, _ document: Document) {
    state.withLock { state in
      state.waiting[index] = document
      while let ready = state.waiting.removeValue(forKey: state.nextToEmit) {
        emit(state.nextToEmit, ready)
        state.nextToEmit += 1
      }
    }
  }
}

/// A thread-safe list of documents.
private final class DocumentCollector: Sendable {
  private let collected = Mutex<[ResultsDocument]>([])

  var documents: [ResultsDocument] { collected.withLock { $0 } }

  func append(_ document: ResultsDocument) { collected.withLock { $0.append(document) } }
}

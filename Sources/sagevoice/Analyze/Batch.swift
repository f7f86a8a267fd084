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
    // Fewer recordings than cores: divide the cores among the recordings.
    await OrderedWork(
      workers: min(jobs, count), cores: max(1, jobs / max(1, count)),
      next: { $0 < count ? $0 : nil }, analyze: { analyze($0, &$1) }
    ).run(emit: emit)
  }
}

/// Concurrent analysis of items, with documents in the order of the items.
struct OrderedWork<Item: Sendable, Document: Sendable>: Sendable {
  let workers: Int

  /// The cores of each worker.
  let cores: Int

  /// Returns the item with an index, or nil at the end. Calls are in order.
  let next: @Sendable (Int) -> Item?

  let analyze: @Sendable (Item, inout AnalysisWorkspace) -> Document

  /// Analyses every item; `emit` receives each document with its index, in order.
  func run(emit: @escaping @Sendable (Int, Document) -> Void) async {
    let queue = OrderedQueue(next: next, emit: emit)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        group.addTask { work(on: queue) }
      }
    }
  }

  private func work(on queue: OrderedQueue<Item, Document>) {
    // Several workers reuse the memory of their former recordings.
    if workers == 1 { FreedMemory.reserveHugePages() }
    var workspace = AnalysisWorkspace(cores: cores, prepareThread: FreedMemory.reserveHugePages)
    while let (index, item) = queue.next() {
      queue.finish(index, analyze(item, &workspace))
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

/// A queue of items that releases documents in the order of the items.
private final class OrderedQueue<Item: Sendable, Document: Sendable>: Sendable {
  private struct State {
    var nextToEmit = 0
    var waiting: [Int: Document] = [:]
  }

  private let state = Mutex(State())
  /// The index of the next item. Reading an item may block, which must not delay documents.
  private let position = Mutex(0)
  private let read: @Sendable (Int) -> Item?
  private let emit: @Sendable (Int, Document) -> Void

  init(
    next: @escaping @Sendable (Int) -> Item?, emit: @escaping @Sendable (Int, Document) -> Void
  ) {
    self.read = next
    self.emit = emit
  }

  /// Returns the next item with its index; nil at the end or after Ctrl-C.
  func next() -> (index: Int, item: Item)? {
    position.withLock { position in
      guard !Interruption.isRequested, let item = read(position) else { return nil }
      defer { position += 1 }
      return (position, item)
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

// Several recordings over several cores, their documents in input order. One recording never
// disturbs another: whatever an input is, its document says so.

import DSPCore
import Synchronization
import VoicePipeline
import VoiceTypes
import WAVIngest

/// Hands out inputs to workers and takes their documents back in order.
struct Batch: Sendable {
  let sources: [AudioSource]
  let pipeline: VoicePipeline
  let jobs: Int

  /// Analyses every input; `emit` gets each document with its index, in input order.
  func run(emit: @escaping @Sendable (Int, ResultsDocument) -> Void) async {
    let queue = OrderedQueue(count: sources.count, emit: emit)
    await withTaskGroup(of: Void.self) { workers in
      for _ in 0..<min(jobs, sources.count) {
        workers.addTask { work(on: queue) }
      }
    }
  }

  /// The documents of all inputs, in input order; fewer if the user asked for an end.
  private func documents() async -> [ResultsDocument] {
    let collector = DocumentCollector()
    await run { collector.take($1) }
    return collector.documents
  }

  /// The documents of recordings, by the usual settings unless others are given, in input order.
  ///
  /// Ends the command if the user asked for that.
  static func documents(
    of sources: [AudioSource], jobs: Int?, settings: AnalysisSettings = AnalysisSettings()
  ) async throws(CommandFault) -> [ResultsDocument] {
    let documents = await Batch(
      sources: sources,
      pipeline: VoicePipeline(settings: settings, environment: .system),
      jobs: Jobs.count(jobs)
    ).documents()
    guard documents.count == sources.count else {
      throw CommandFault(status: .interrupted, messages: [])
    }
    return documents
  }

  private func work(on queue: OrderedQueue) {
    // Fewer recordings than cores share the cores that are left over.
    var workspace = AnalysisWorkspace(cores: max(1, jobs / sources.count))
    while let index = queue.next() {
      queue.finish(index, pipeline.analyze(sources[index], workspace: &workspace))
    }
  }
}

/// Gives out indices once each and releases documents in their order.
private final class OrderedQueue: Sendable {
  private struct State {
    var nextIndex = 0
    var nextToEmit = 0
    var waiting: [Int: ResultsDocument] = [:]
  }

  private let state = Mutex(State())
  private let count: Int
  private let emit: @Sendable (Int, ResultsDocument) -> Void

  init(count: Int, emit: @escaping @Sendable (Int, ResultsDocument) -> Void) {
    self.count = count
    self.emit = emit
  }

  /// The next input to work on; nil when there is none, or the user asked for an end.
  func next() -> Int? {
    state.withLock { state in
      guard state.nextIndex < count, !Interruption.isRequested else { return nil }
      defer { state.nextIndex += 1 }
      return state.nextIndex
    }
  }

  /// Takes a document, and emits all those whose turn has come.
  func finish(_ index: Int, _ document: ResultsDocument) {
    state.withLock { state in
      state.waiting[index] = document
      while let ready = state.waiting.removeValue(forKey: state.nextToEmit) {
        emit(state.nextToEmit, ready)
        state.nextToEmit += 1
      }
    }
  }
}

/// Takes documents from any thread, in input order.
private final class DocumentCollector: Sendable {
  private let taken = Mutex<[ResultsDocument]>([])

  var documents: [ResultsDocument] { taken.withLock { $0 } }

  func take(_ document: ResultsDocument) { taken.withLock { $0.append(document) } }
}

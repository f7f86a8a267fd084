internal import Dispatch
internal import Synchronization
package import VoiceTypes

/// FFT plans, interpolation weights and buffers of one worker, cached across recordings; one per
/// thread.
///
/// It is not copyable, because an analysis writes to its buffers.
public struct AnalysisWorkspace: ~Copyable {
  /// Minimum frames per thread [E].
  private static let leastShare = 32

  /// One workspace per core of a parallel analysis; empty for a single core.
  private let workers: [Worker]

  /// Prepares a thread before its part of a parallel analysis.
  private let prepareThread: @Sendable () -> Void

  package let transforms = TransformPool()
  private let pastEdgeTables = SincTables(window: .reachingPastEdge)
  private let fixedWidthTables = SincTables(window: .fixedHalfWidth)
  private var decimationFilters: [Int: DecimationFilter] = [:]

  /// Creates an empty workspace; it grows with the first analysis.
  ///
  /// The frames of one recording are distributed over `cores` threads, which does not change any
  /// result.
  /// - Parameter prepareThread: Prepares a thread before each part of a parallel analysis.
  public init(cores: Int = 1, prepareThread: @escaping @Sendable () -> Void = {}) {
    self.prepareThread = prepareThread
    workers = cores > 1 ? (0..<cores).map { _ in Worker() } : []
  }

  /// The interpolation weights of a window.
  package func sincTables(_ window: SincWindow) -> SincTables {
    switch window {
    case .reachingPastEdge: pastEdgeTables
    case .fixedHalfWidth: fixedWidthTables
    }
  }

  /// The decimation filter of a step, in samples.
  mutating func decimationFilter(step: Int) -> DecimationFilter {
    if let known = decimationFilters[step] { return known }
    let made = DecimationFilter(step: step)
    decimationFilters[step] = made
    return made
  }

  /// The number of individually refined maxima on this core.
  package var refinements: Int { pastEdgeTables.refinements + fixedWidthTables.refinements }

  /// The cheapest transform of at least `count` samples.
  package mutating func transform(holding count: Int) -> RealFFT {
    transforms.transform(holding: count)
  }

  /// A transform of exactly `size` samples, for results that depend on the size.
  package mutating func transform(ofExactly size: Int) -> RealFFT {
    transforms.transform(ofExactly: size)
  }

  /// Maps consecutive parts of `0..<count` with `measure` and returns the results in order. One
  /// core measures a single part; several cores measure parts of about equal size, each with its
  /// own workspace.
  package mutating func parts<Part: Sendable>(
    of count: Int, _ measure: @Sendable (Range<Int>, inout AnalysisWorkspace) -> Part
  ) -> [Part] {
    let shares = min(workers.count, count / Self.leastShare)
    guard shares > 1 else { return [measure(0..<count, &self)] }
    let edges = (0...shares).map { count * $0 / shares }
    let (workers, prepareThread) = (workers, prepareThread)
    let results = Mutex([Part?](repeating: nil, count: shares))
    DispatchQueue.concurrentPerform(iterations: shares) { share in
      prepareThread()
      let part = workers[share].run { measure(edges[share]..<edges[share + 1], &$0) }
      results.withLock { $0[share] = part }
    }
    return results.withLock { $0.compactMap(\.self) }
  }

  /// Runs `tasks` and returns their results in order; on several cores in parallel, started in
  /// order.
  package mutating func results<Part: Sendable>(
    of tasks: [@Sendable (inout AnalysisWorkspace) -> Part]
  ) -> [Part] {
    let threads = min(workers.count, tasks.count)
    guard threads > 1 else { return tasks.map { $0(&self) } }
    let (workers, prepareThread) = (workers, prepareThread)
    let next = Mutex(0)
    let results = Mutex([Part?](repeating: nil, count: tasks.count))
    DispatchQueue.concurrentPerform(iterations: threads) { member in
      prepareThread()
      while let index = next.withLock({ $0.next(below: tasks.count) }) {
        let part = workers[member].run(tasks[index])
        results.withLock { $0[index] = part }
      }
    }
    return results.withLock { $0.compactMap(\.self) }
  }
}

extension Int {
  /// Returns this number and increments it; nil from `end` on.
  fileprivate mutating func next(below end: Int) -> Int? {
    guard self < end else { return nil }
    defer { self += 1 }
    return self
  }
}

/// Workspace of one thread.
private final class Worker: Sendable {
  private let workspace = Mutex(AnalysisWorkspace())

  func run<Part: Sendable>(_ task: (inout AnalysisWorkspace) -> Part) -> Part {
    workspace.withLock { task(&$0) }
  }
}

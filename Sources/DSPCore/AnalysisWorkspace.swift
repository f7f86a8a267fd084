// What one worker keeps from recording to recording: transforms are planned once per size, weights
// of interpolation are computed once per depth.

internal import Dispatch
internal import Synchronization
package import VoiceTypes

/// Plans and buffers of one worker; make one per thread and pass it along.
///
/// Not copyable, because its buffers are written to during an analysis.
public struct AnalysisWorkspace: ~Copyable {
  /// Fewer frames than these are not worth a thread of their own [E].
  private static let leastShare = 32

  /// One workspace for each core that an analysis is spread over; none for a single core.
  private let workers: [Worker]

  package let transforms = TransformPool()
  private let pastEdgeTables = SincTables(window: .reachingPastEdge)
  private let fixedWidthTables = SincTables(window: .fixedHalfWidth)

  /// An empty workspace; it grows with the first analysis.
  ///
  /// The frames of one recording are spread over `cores` threads. That changes no number: a frame is
  /// measured in the same way wherever that is done.
  public init(cores: Int = 1) {
    workers = cores > 1 ? (0..<cores).map { _ in Worker() } : []
  }

  /// The interpolation weights of a window.
  package func sincTables(_ window: SincWindow) -> SincTables {
    switch window {
    case .reachingPastEdge: pastEdgeTables
    case .fixedHalfWidth: fixedWidthTables
    }
  }

  /// The maxima that were refined one by one; those of other cores are not counted.
  package var refinements: Int { pastEdgeTables.refinements + fixedWidthTables.refinements }

  /// The cheapest transform that holds at least `count` samples.
  package mutating func transform(holding count: Int) -> RealFFT {
    transforms.transform(holding: count)
  }

  /// A transform of `size` samples, where the size itself rules the result.
  package mutating func transform(ofExactly size: Int) -> RealFFT {
    transforms.transform(ofExactly: size)
  }

  /// What `measure` makes of `0..<count`, in consecutive parts in order: of all at once on one core,
  /// of about equal shares, each with a workspace of its own, on several.
  package mutating func parts<Part: Sendable>(
    of count: Int, _ measure: @Sendable (Range<Int>, inout AnalysisWorkspace) -> Part
  ) -> [Part] {
    let shares = min(workers.count, count / Self.leastShare)
    guard shares > 1 else { return [measure(0..<count, &self)] }
    let edges = (0...shares).map { count * $0 / shares }
    let workers = workers
    let results = Mutex([Part?](repeating: nil, count: shares))
    DispatchQueue.concurrentPerform(iterations: shares) { share in
      let part = workers[share].take { measure(edges[share]..<edges[share + 1], &$0) }
      results.withLock { $0[share] = part }
    }
    return results.withLock { $0.compactMap(\.self) }
  }

  /// What each of `tasks` makes, in order; on several cores side by side, begun in order.
  package mutating func results<Part: Sendable>(
    of tasks: [@Sendable (inout AnalysisWorkspace) -> Part]
  ) -> [Part] {
    let threads = min(workers.count, tasks.count)
    guard threads > 1 else { return tasks.map { $0(&self) } }
    let workers = workers
    let next = Mutex(0)
    let results = Mutex([Part?](repeating: nil, count: tasks.count))
    DispatchQueue.concurrentPerform(iterations: threads) { member in
      while let index = next.withLock({ $0.taken(below: tasks.count) }) {
        let part = workers[member].take(tasks[index])
        results.withLock { $0[index] = part }
      }
    }
    return results.withLock { $0.compactMap(\.self) }
  }

  /// What two tasks make; on several cores side by side.
  mutating func both<First: Sendable, Second: Sendable>(
    _ first: @escaping @Sendable (inout AnalysisWorkspace) -> First,
    _ second: @escaping @Sendable (inout AnalysisWorkspace) -> Second
  ) -> (First, Second) {
    let results: [OneOfTwo<First, Second>] = results(of: [
      { .first(first(&$0)) }, { .second(second(&$0)) },
    ])
    guard case .first(let first) = results[0], case .second(let second) = results[1] else {
      preconditionFailure("results stand in the order of their tasks")
    }
    return (first, second)
  }
}

/// The result of one of two tasks.
private enum OneOfTwo<First: Sendable, Second: Sendable>: Sendable {
  case first(First)
  case second(Second)
}

extension Int {
  /// This number, which goes up by one; nil from `end` on.
  fileprivate mutating func taken(below end: Int) -> Int? {
    guard self < end else { return nil }
    defer { self += 1 }
    return self
  }
}

/// The workspace of one of several threads.
private final class Worker: Sendable {
  private let workspace = Mutex(AnalysisWorkspace())

  func take<Part: Sendable>(_ task: (inout AnalysisWorkspace) -> Part) -> Part {
    workspace.withLock { task(&$0) }
  }
}

// Frames are dealt out to cores in consecutive shares.

import DSPCore
import Synchronization
import Testing

@Suite struct PartsTests {
  private func parts(of count: Int, cores: Int) -> [Range<Int>] {
    var workspace = AnalysisWorkspace(cores: cores)
    return workspace.parts(of: count) { range, _ in range }
  }

  @Test(arguments: [1, 2, 3, 8], [0, 1, 63, 64, 65, 997, 1000])
  func `the parts are contiguous and complete`(cores: Int, count: Int) {
    let parts = parts(of: count, cores: cores)

    #expect(parts.first?.lowerBound == 0)
    #expect(parts.last?.upperBound == count)
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    #expect(parts.count <= cores)
  }

  @Test func `parts are of about equal size`() {
    let sizes = parts(of: 1000, cores: 7).map(\.count)

    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }

  @Test func `few frames are not split`() {
    #expect(parts(of: 60, cores: 4).count == 1)
  }

  @Test func `each core has its own workspace`() {
    var workspace = AnalysisWorkspace(cores: 4)

    let pools = workspace.parts(of: 1000) { _, own in ObjectIdentifier(own.transforms) }

    #expect(Set(pools).count == 4)
  }

  @Test func `each part of a parallel analysis prepares its thread`() {
    let count = Count()
    var workspace = AnalysisWorkspace(cores: 4) { count.value.withLock { $0 += 1 } }

    _ = workspace.parts(of: 1000) { range, _ in range }
    let tasks: [@Sendable (inout AnalysisWorkspace) -> Int] = [{ _ in 1 }, { _ in 2 }]
    _ = workspace.results(of: tasks)

    #expect(count.value.withLock { $0 } == 6)
  }

  private final class Count: Sendable {
    let value = Mutex(0)
  }
}

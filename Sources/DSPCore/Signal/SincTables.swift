internal import Synchronization
package import VoiceTypes

/// Cache of the weight tables of one interpolation window; owned by one worker.
/// Workers share equal tables.
///
/// The depth is the number of values on the shorter side, so noise needs all depths: up to
/// `PitchGeometry.accurateDepth` tables, about 40 MB. A voice needs a few dozen.
package final class SincTables {
  private struct Key: Hashable {
    let window: SincWindow
    let depth: Int
  }

  private struct WeakTable {
    weak var table: SincTable?
  }

  /// The tables of all workers.
  private static let shared = Mutex<[Key: WeakTable]>([:])

  private let window: SincWindow
  private var tables: [SincTable?] = []

  package init(window: SincWindow) { self.window = window }

  /// The number of individually refined maxima.
  package private(set) var refinements = 0

  func countRefinement() { refinements += 1 }

  /// The table of a depth of at least three.
  package func table(depth: Int) -> SincTable {
    if depth < tables.count, let known = tables[depth] { return known }
    let table = Self.shared.withLock { shared in
      let key = Key(window: window, depth: depth)
      if let known = shared[key]?.table { return known }
      let made = SincTable(depth: depth, window: window)
      shared[key] = WeakTable(table: made)
      return made
    }
    while tables.count <= depth { tables.append(nil) }
    tables[depth] = table
    return table
  }
}

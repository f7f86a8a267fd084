// Tables of interpolation weights, each made when its depth is first asked for and never again: near the
// ends of a correlation the depth is the number of values left on that side, so noise asks for all.

package import VoiceTypes

/// The tables of one interpolation window; owned by one worker.
///
/// A sound can ask for no more than `PitchGeometry.accurateDepth` tables, about 40 MB; a voice asks for a few dozen.
package final class SincTables {
  private let window: SincWindow
  private var tables: [SincTable?] = []

  package init(window: SincWindow) { self.window = window }

  /// The number of maxima that were refined with these tables, each by a search of its own.
  package private(set) var refinements = 0

  /// Counts a refinement.
  func countRefinement() { refinements += 1 }

  /// The table of a depth of at least three.
  package func table(depth: Int) -> SincTable {
    if depth < tables.count, let known = tables[depth] { return known }
    let made = SincTable(depth: depth, window: window)
    while tables.count <= depth { tables.append(nil) }
    tables[depth] = made
    return made
  }
}

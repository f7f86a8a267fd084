// Tables of interpolation weights, made when a depth is first asked for. Near the ends of a
// correlation the depth is what is left of it, so a voice asks for a few dozen depths.

package import VoiceTypes

/// The tables of one interpolation window; owned by one worker.
package final class SincTables {
  /// Memory for tables, in bytes; beyond it all are dropped and made again.
  private static let budget = 8 << 20

  private let window: SincWindow
  private var tables: [SincTable?] = []
  private var size = 0

  package init(window: SincWindow) { self.window = window }

  /// The table of a depth of at least three.
  package func table(depth: Int) -> SincTable {
    if depth < tables.count, let known = tables[depth] { return known }
    let made = SincTable(depth: depth, window: window)
    size += SincTable.size(ofDepth: depth)
    if size > Self.budget { (tables, size) = ([], SincTable.size(ofDepth: depth)) }
    while tables.count <= depth { tables.append(nil) }
    tables[depth] = made
    return made
  }
}

// Cell suppression (the article GroupStatistics). Primary suppression hides cells with too few
// people. Complementary suppression hides further cells, so that no total minus the published cells
// reveals one. Totals are those of the table and of every coarser table of the same people.

/// Suppressed cells of a table and of all its marginal tables.
struct CellSuppression {
  /// One value for each axis of the table.
  typealias Cell = [String]

  /// Minimum number of suppressed cells in a line; a single one would follow from the total.
  private static let fewestTogether = 2

  private let axes: Int
  private let least: Int

  /// Suppressed cells by table; bit k of the index is set if the table has axis k.
  private var hidden: [Set<Cell>] = []

  /// Computes the suppressed cells of a table.
  /// - Parameters:
  ///   - table: The people of each cell; a person may be in several cells.
  ///   - least: The minimum number of people in a published cell.
  ///   - former: Cells that are suppressed in any case.
  init(of table: [Cell: Set<Int>], axes: Int, least: Int, except former: CellSuppression? = nil) {
    self.axes = axes
    self.least = least
    for mask in 0..<(1 << axes) {
      let people = Dictionary(
        table.map { (Self.projected($0.key, mask), $0.value) },
        uniquingKeysWith: { $0.union($1) })
      hidden.append(
        (former?.hidden[mask] ?? []).union(people.filter { $0.value.count < least }.keys))
      while hideMore(people, mask) {}
    }
  }

  /// Whether a cell of the full table is suppressed.
  func suppresses(_ cell: Cell) -> Bool { hidden[(1 << axes) - 1].contains(cell) }

  /// Whether the total is suppressed.
  var suppressesTotal: Bool { !hidden[0].isEmpty }

  /// Applies complementary suppression to every line of a table.
  /// - Returns: Whether a cell was added.
  private mutating func hideMore(_ people: [Cell: Set<Int>], _ mask: Int) -> Bool {
    let former = hidden[mask]
    for coarse in 0..<mask where coarse & mask == coarse {
      let lines = Dictionary(grouping: people.keys) { Self.projected($0, coarse, of: mask) }
      // Sorted order: a cell suppressed in one line counts in the next.
      for (total, line) in lines.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        protect(line, of: people, in: mask, isTotalHidden: hidden[coarse].contains(total))
      }
    }
    return hidden[mask] != former
  }

  /// Suppresses the smallest cells of a line until the hidden part has two cells and `least`
  /// people. A suppressed total starts the suppression even without a hidden cell.
  private mutating func protect(
    _ line: [Cell], of people: [Cell: Set<Int>], in mask: Int, isTotalHidden: Bool
  ) {
    var shown = line.filter { !hidden[mask].contains($0) }.sorted { first, second in
      let counts = (people[first]?.count ?? 0, people[second]?.count ?? 0)
      return counts.0 == counts.1
        ? second.lexicographicallyPrecedes(first) : counts.0 > counts.1
    }
    var lacking = line.filter { hidden[mask].contains($0) && people[$0]?.isEmpty == false }
    guard !lacking.isEmpty || isTotalHidden else { return }
    var together = lacking.reduce(into: Set<Int>()) { $0.formUnion(people[$1] ?? []) }
    while lacking.count < Self.fewestTogether || together.count < least,
      let smallest = shown.popLast()
    {
      hidden[mask].insert(smallest)
      lacking.append(smallest)
      together.formUnion(people[smallest] ?? [])
    }
  }

  /// Returns the values of the axes of a marginal table.
  private static func projected(_ cell: Cell, _ mask: Int) -> Cell {
    cell.indices.filter { mask & (1 << $0) != 0 }.map { cell[$0] }
  }

  /// Returns the values of a coarser marginal table for a cell of `mask`.
  private static func projected(_ cell: Cell, _ coarse: Int, of mask: Int) -> Cell {
    let axes = (0..<Int.bitWidth).filter { mask & (1 << $0) != 0 }
    return zip(axes, cell).filter { coarse & (1 << $0.0) != 0 }.map(\.1)
  }
}

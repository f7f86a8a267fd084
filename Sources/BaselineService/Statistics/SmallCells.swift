// Which cells of a table are not shown, so that nobody is told of few people. A small cell is hidden; and
// so that it cannot be had by taking what is shown from a total, others are hidden with it (the article
// GroupStatistics). Totals are those of the table, and of every coarser table of the same people.

/// The hidden cells of a table, and of all tables that have only some of its axes.
struct SmallCells {
  /// A word for each axis of the table.
  typealias Cell = [String]

  /// Hidden cells of one line: so many at least, or one of them is what its total lacks.
  private static let fewestTogether = 2

  private let axes: Int
  private let least: Int

  /// By the table: bit k of its number says whether it has axis k.
  private var hidden: [Set<Cell>] = []

  /// Hides cells of a table of people.
  /// - Parameters:
  ///   - table: The people of each cell; somebody may be in several.
  ///   - least: As many people are shown.
  ///   - former: What is hidden in any case.
  init(of table: [Cell: Set<Int>], axes: Int, least: Int, besides former: SmallCells? = nil) {
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

  /// Whether a cell of the whole table is hidden.
  func hides(_ cell: Cell) -> Bool { hidden[(1 << axes) - 1].contains(cell) }

  /// Whether the total is.
  var hidesTotal: Bool { !hidden[0].isEmpty }

  /// Hides cells of lines whose hidden ones could be worked out.
  /// - Returns: Whether there were any.
  private mutating func hideMore(_ people: [Cell: Set<Int>], _ mask: Int) -> Bool {
    let former = hidden[mask]
    for coarse in 0..<mask where coarse & mask == coarse {
      let lines = Dictionary(grouping: people.keys) { Self.projected($0, coarse, of: mask) }
      // In the order of their words: what is hidden in one line counts in the next.
      for (total, line) in lines.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        protect(line, of: people, in: mask, isTotalHidden: hidden[coarse].contains(total))
      }
    }
    return hidden[mask] != former
  }

  /// Hides the smallest cells of a line until what its total lacks is two cells and enough people; where
  /// the total is hidden too, what it lacks in a coarser table is the line.
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

  /// The words of the axes in a table.
  private static func projected(_ cell: Cell, _ mask: Int) -> Cell {
    cell.indices.filter { mask & (1 << $0) != 0 }.map { cell[$0] }
  }

  /// The words of a coarser table in a cell of another.
  private static func projected(_ cell: Cell, _ coarse: Int, of mask: Int) -> Cell {
    let axes = (0..<Int.bitWidth).filter { mask & (1 << $0) != 0 }
    return zip(axes, cell).filter { coarse & (1 << $0.0) != 0 }.map(\.1)
  }
}

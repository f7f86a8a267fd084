// Pieces of a sheet of paper: each knows its height, and is placed below the one before it, so that
// nothing can cover anything else.

/// Marks from a corner of their own, with the room that they take.
struct PaperBlock: Sendable {
  let marks: [Mark]
  let height: Double

  /// Whether what follows must stand on the same sheet.
  var staysWithNext = false

  /// Free room.
  static func gap(_ height: Double) -> PaperBlock { PaperBlock(marks: [], height: height) }

  /// A figure in another size.
  static func figure(_ scene: Scene, width: Double, indent: Double = 0) -> PaperBlock {
    let factor = width / scene.width
    return PaperBlock(
      marks: scene.marks.map { $0.scaled(by: factor, movedBy: Point(indent, 0)) },
      height: factor * scene.height)
  }

  /// A text in lines of a width, each a block, so that it may go on overleaf.
  static func lines(
    _ text: String, _ font: Font, _ ink: Ink = .text, width: Double, indent: Double = 0
  ) -> [PaperBlock] {
    font.lines(of: text, within: width - indent).map { line in
      PaperBlock(
        marks: [.text(Label(line, at: Point(indent, Self.base(of: font)), font, ink: ink))],
        height: font.lineHeight)
    }
  }

  /// A sentence with a point before it.
  static func item(
    _ text: String, _ font: Font, _ ink: Ink = .text, width: Double
  ) -> [PaperBlock] {
    let indent = font.size
    var blocks = lines(text, font, ink, width: width, indent: indent)
    guard let first = blocks.first else { return [] }
    let dot = Label("·", at: Point(indent / 4, Self.base(of: font)), font, ink: ink)
    blocks[0] = PaperBlock(marks: [.text(dot)] + first.marks, height: first.height)
    return blocks
  }

  /// What a part of the sheet is of.
  static func heading(_ text: String, _ font: Font, width: Double) -> PaperBlock {
    let line = font.lineHeight
    return PaperBlock(
      marks: [
        .text(
          Label(font.shortened(text, within: width), at: Point(0, Self.base(of: font) + 4), font)),
        .line(from: Point(0, line + 4), to: Point(width, line + 4), Stroke(.grid)),
      ], height: line + 7, staysWithNext: true)
  }

  /// Names with what they are, in columns of one width that are read from the top to the bottom, and so
  /// stand on one sheet; what is too wide is cut.
  static func table(
    _ pairs: [(name: String, value: String)], _ font: Font, columns: Int, width: Double
  ) -> PaperBlock {
    let gap = 16.0
    let room = (width - gap * Double(columns - 1)) / Double(columns)
    let rows = (pairs.count + columns - 1) / columns
    let marks = pairs.enumerated().flatMap { index, pair -> [Mark] in
      let left = Double(index / rows) * (room + gap)
      let y = Double(index % rows) * font.lineHeight + base(of: font)
      let value = font.shortened(pair.value, within: 0.6 * room)
      let name = font.shortened(pair.name, within: room - font.width(of: value) - 6)
      return [
        .text(Label(name, at: Point(left, y), font, ink: .quiet)),
        .text(Label(value, at: Point(left + room, y), font, anchor: .end)),
      ]
    }
    return PaperBlock(marks: marks, height: Double(rows) * font.lineHeight)
  }

  /// Columns side by side, each of blocks below each other.
  static func columns(_ columns: [[PaperBlock]], width: Double, gap: Double) -> PaperBlock {
    let count = Double(columns.count)
    let room = (width - gap * (count - 1)) / count
    let stacks = columns.map(stacked)
    return PaperBlock(
      marks: stacks.enumerated().flatMap { index, stack in
        stack.marks.map { $0.scaled(movedBy: Point(Double(index) * (room + gap), 0)) }
      }, height: stacks.map(\.height).max() ?? 0)
  }

  private static func stacked(_ blocks: [PaperBlock]) -> PaperBlock {
    var (marks, height): ([Mark], Double) = ([], 0)
    for block in blocks {
      marks += block.marks.map { $0.scaled(movedBy: Point(0, height)) }
      height += block.height
    }
    return PaperBlock(marks: marks, height: height)
  }

  /// The line that a text stands on, from the top of its room.
  private static func base(of font: Font) -> Double {
    (font.lineHeight - font.size) / 2 + font.ascent
  }
}

extension PaperBlock {
  /// The blocks on as many sheets as they need, from the corner within the margins.
  static func sheets(of blocks: [PaperBlock], height: Double) -> [[Mark]] {
    var sheets: [[Mark]] = [[]]
    var top = 0.0
    for (index, block) in blocks.enumerated() {
      let run = blocks[index...].prefix { $0.staysWithNext }.map(\.height).reduce(0, +)
      let next = index + blocks[index...].prefix { $0.staysWithNext }.count
      let needed =
        block.staysWithNext && next < blocks.count ? run + blocks[next].height : block.height
      if top + needed > height, top > 0 {
        sheets.append([])
        top = 0
      }
      if top == 0, block.marks.isEmpty { continue }
      sheets[sheets.count - 1] += block.marks.map { $0.scaled(movedBy: Point(0, top)) }
      top += block.height
    }
    return sheets
  }
}

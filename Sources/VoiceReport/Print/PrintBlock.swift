// Blocks of a page, each of known height and below the previous one, without overlap.

/// Marks in block coordinates, with the height of the block.
struct PrintBlock: Sendable {
  let marks: [Mark]
  let height: Double

  /// Whether the next block must be on the same sheet.
  var staysWithNext = false

  /// Returns vertical space.
  static func gap(_ height: Double) -> PrintBlock { PrintBlock(marks: [], height: height) }

  /// Returns a figure scaled to a width.
  static func figure(_ scene: Scene, width: Double, indent: Double = 0) -> PrintBlock {
    let factor = width / scene.width
    return PrintBlock(
      marks: scene.marks.map { $0.scaled(by: factor, movedBy: Point(indent, 0)) },
      height: factor * scene.height)
  }

  /// Returns a text as one block per line, so that pages can break between lines.
  static func lines(
    _ text: String, _ font: Font, _ ink: Ink = .text, width: Double, indent: Double = 0
  ) -> [PrintBlock] {
    font.lines(of: text, within: width - indent).map { line in
      PrintBlock(
        marks: [.text(Label(line, at: Point(indent, Self.base(of: font)), font, ink: ink))],
        height: font.lineHeight)
    }
  }

  /// Returns a list item with a bullet.
  static func item(
    _ text: String, _ font: Font, _ ink: Ink = .text, width: Double
  ) -> [PrintBlock] {
    let indent = font.size
    var blocks = lines(text, font, ink, width: width, indent: indent)
    guard let first = blocks.first else { return [] }
    let dot = Label("·", at: Point(indent / 4, Self.base(of: font)), font, ink: ink)
    blocks[0] = PrintBlock(marks: [.text(dot)] + first.marks, height: first.height)
    return blocks
  }

  /// Returns a section heading with a rule.
  static func heading(_ text: String, _ font: Font, width: Double) -> PrintBlock {
    let line = font.lineHeight
    return PrintBlock(
      marks: [
        .text(
          Label(font.shortened(text, within: width), at: Point(0, Self.base(of: font) + 4), font)),
        .line(from: Point(0, line + 4), to: Point(width, line + 4), Stroke(.grid)),
      ], height: line + 7, staysWithNext: true)
  }

  /// Returns names and values in columns of equal width, filled from top to bottom, as one block.
  /// It shortens texts that exceed their column.
  static func table(
    _ pairs: [(name: String, value: String)], _ font: Font, columns: Int, width: Double
  ) -> PrintBlock {
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
    return PrintBlock(marks: marks, height: Double(rows) * font.lineHeight)
  }

  /// Returns columns of blocks next to each other.
  static func columns(_ columns: [[PrintBlock]], width: Double, gap: Double) -> PrintBlock {
    let count = Double(columns.count)
    let room = (width - gap * (count - 1)) / count
    let stacks = columns.map(stacked)
    return PrintBlock(
      marks: stacks.enumerated().flatMap { index, stack in
        stack.marks.map { $0.scaled(movedBy: Point(Double(index) * (room + gap), 0)) }
      }, height: stacks.map(\.height).max() ?? 0)
  }

  private static func stacked(_ blocks: [PrintBlock]) -> PrintBlock {
    var (marks, height): ([Mark], Double) = ([], 0)
    for block in blocks {
      marks += block.marks.map { $0.scaled(movedBy: Point(0, height)) }
      height += block.height
    }
    return PrintBlock(marks: marks, height: height)
  }

  /// Returns the baseline of a text, from the top of its line.
  private static func base(of font: Font) -> Double {
    (font.lineHeight - font.size) / 2 + font.ascent
  }
}

extension PrintBlock {
  /// Distributes the blocks over pages of a height and returns the marks of each page.
  static func sheets(of blocks: [PrintBlock], height: Double) -> [[Mark]] {
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

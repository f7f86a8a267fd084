// Vertical layout of a figure: each block gets its room below the previous one, without overlap.

internal import VoiceTypes

/// A page that grows downwards.
struct FigureLayout {
  /// The width of a figure, in page units.
  static let width = 720.0

  /// The left edge of plot areas; axis labels are to the left of it.
  private static let fieldLeft = 82.0

  /// The space above a heading, in page units.
  private static let gap = 10.0

  /// The width of a legend symbol and the spaces after the symbol and after its text.
  private static let sampleWidth = 18.0
  private static let sampleGap = 6.0
  private static let entryGap = 16.0

  let fonts = Fonts()
  let language: Language

  /// Page width and bottom margin, in page units.
  private let margin: Double
  private let width: Double
  private let title: String
  private var marks: [Mark] = []
  private var bottom: Double

  /// Creates a page with a title and a subtitle.
  init(title: String, subtitle: String, language: Language) {
    (self.title, self.language, width) = (title, language, Self.width)
    margin = fonts.margin
    bottom = fonts.margin
    add(title, fonts.title, .text, isOneLine: true)
    if !subtitle.isEmpty { add(subtitle, fonts.body, .quiet) }
    bottom += Self.gap / 2
  }

  /// Creates a page without a title, for embedding.
  init(untitled title: String, width: Double, language: Language) {
    (self.title, self.language, self.width, margin) = (title, language, width, 0)
    bottom = 0
  }

  private var textWidth: Double { width - 2 * fonts.margin }

  /// Adds the heading of a panel.
  mutating func heading(_ phrase: Phrase, _ values: String...) {
    bottom += Self.gap
    let text = values.enumerated().reduce(language.pattern(of: phrase)) {
      $0.replacing("{\($1.offset + 1)}", with: $1.element)
    }
    add(text, fonts.heading, .text)
    bottom += 2
  }

  /// Adds the footer.
  mutating func foot(_ text: String) {
    bottom += Self.gap / 2
    add(text, fonts.small, .quiet)
  }

  /// Adds a sentence across the page width.
  mutating func note(_ text: String) {
    add(text, fonts.small, .quiet)
  }

  private mutating func add(_ text: String, _ font: Font, _ ink: Ink, isOneLine: Bool = false) {
    let lines =
      isOneLine
      ? [font.shortened(text, within: textWidth)] : font.lines(of: text, within: textWidth)
    for line in lines {
      let place = Point(fonts.margin, bottom + (font.lineHeight - font.size) / 2 + font.ascent)
      marks.append(.label(line, at: place, font, ink: ink))
      bottom += font.lineHeight
    }
  }

  /// Reserves a plot area, with room below for an x axis if there is one.
  mutating func field(height: Double, hasXAxis: Bool) -> Box {
    let top = bottom + fonts.small.ascent / 2
    let box = Box(
      left: Self.fieldLeft, top: top, right: width - fonts.margin - 6, bottom: top + height)
    bottom = box.bottom + (hasXAxis ? Panel.roomBelow(fonts) : fonts.small.ascent / 2 + 2)
    return box
  }

  /// Reserves a narrow strip directly above the next plot area.
  mutating func strip() -> Box {
    let box = Box(
      left: Self.fieldLeft, top: bottom + 2, right: width - fonts.margin - 6,
      bottom: bottom + 11)
    bottom = box.bottom + 2 - fonts.small.ascent / 2
    return box
  }

  /// Adds marks. Numbers get the decimal mark of the language.
  mutating func add(_ more: [Mark]) {
    marks += more.map(language.withDecimalMark)
  }

  /// Adds legend entries in rows that start at the left edge of the plot area, without a title at
  /// that of the page.
  mutating func legend(_ entries: [LegendEntry]) {
    let left = margin == 0 ? 0 : Self.fieldLeft
    var x = left
    let most = width - fonts.margin
    guard !entries.isEmpty else { return }
    bottom += 3
    for entry in entries {
      let room = most - left - Self.sampleWidth - Self.sampleGap
      let lines = fonts.small.lines(of: entry.text, within: room)
      let text = lines.map(fonts.small.width).max() ?? 0
      let length = Self.sampleWidth + Self.sampleGap + text
      if x > left, x + length > most {
        x = left
        bottom += fonts.small.lineHeight
      }
      let middle = bottom + fonts.small.lineHeight / 2
      marks += entry.sample(at: Point(x, middle), width: Self.sampleWidth)
      for (index, line) in lines.enumerated() {
        if index > 0 { bottom += fonts.small.lineHeight }
        let place = Point(
          x + Self.sampleWidth + Self.sampleGap, bottom + fonts.small.lineHeight / 2 + fonts.drop)
        marks.append(.label(line, at: place, fonts.small))
      }
      x += length + Self.entryGap
    }
    bottom += fonts.small.lineHeight + 2
  }

  /// Adds an empty plot area with sentences, at least `height` page units high.
  mutating func absence(_ sentences: [String], height: Double = 96) {
    let inset = 18.0
    let box = field(height: height, hasXAxis: false)
    let lines = sentences.flatMap { fonts.body.lines(of: $0, within: box.width - 2 * inset) }
    let needed = Double(lines.count) * fonts.body.lineHeight + inset
    let grown = Box(
      left: box.left, top: box.top, right: box.right, bottom: box.top + max(height, needed))
    bottom += grown.height - box.height
    marks += [.rectangle(grown, .panel), .frame(grown, Stroke(.axis, .dashed))]
    let first = grown.middle.y - Double(lines.count) * fonts.body.lineHeight / 2
    for (index, line) in lines.enumerated() {
      let y = first + Double(index) * fonts.body.lineHeight + fonts.body.size
      marks.append(.label(line, at: Point(grown.middle.x, y), fonts.body, anchor: .middle))
    }
  }

  /// Returns the page with a text alternative.
  func scene(description: String) -> Scene {
    Scene(
      width: width, height: (bottom + margin).rounded(.up), title: title,
      description: description, marks: marks)
  }
}

/// A legend entry for a curve or an area.
struct LegendEntry {
  /// The legend symbol.
  enum Sample {
    case line(Stroke)
    case area(Ink)
    case dots(Ink)
  }

  let sample: Sample
  let text: String

  init(_ sample: Sample, _ text: String) { (self.sample, self.text) = (sample, text) }

  /// Returns the legend entries of the symbols in a figure.
  static func shown(
    _ entries: [(sample: Sample, phrase: Phrase, isShown: Bool)], _ language: Language
  ) -> [LegendEntry] {
    entries.filter(\.isShown).map { LegendEntry($0.sample, language.text($0.phrase)) }
  }

  func sample(at place: Point, width: Double) -> [Mark] {
    switch sample {
    case .line(let stroke):
      return [.line(from: place, to: Point(place.x + width, place.y), stroke)]
    case .area(let ink):
      let box = Box(
        left: place.x, top: place.y - 5, right: place.x + width, bottom: place.y + 5)
      return [.rectangle(box, ink), .frame(box, Stroke(.axis, width: 0.5))]
    case .dots(let ink):
      let ends = [place.x + 4, place.x + width - 4].map { Point($0, place.y) }
      return [.dots(ends, ink, diameter: 5)]
    }
  }

  /// Returns entries in columns at the top of a page.
  static func marks(
    of entries: [LegendEntry], columns: Int, width: Double = FigureLayout.width,
    top: Double = Fonts().margin, _ fonts: Fonts
  ) -> [Mark] {
    entries.enumerated().flatMap { index, entry in
      let x = fonts.margin + Double(index % columns) * width / Double(columns)
      let middle = top + (Double(index / columns) + 0.5) * fonts.small.lineHeight
      return entry.sample(at: Point(x, middle), width: 18)
        + [.label(entry.text, at: Point(x + 26, middle + fonts.drop), fonts.small)]
    }
  }
}

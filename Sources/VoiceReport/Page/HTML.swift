import VoiceTypes

/// HTML fragments, with every text escaped.
enum HTML {
  /// Returns a page with a title, a style sheet and a body.
  static func page(
    _ title: String, _ language: Language, _ theme: Theme, _ body: String, paper: Paper? = nil
  ) -> String {
    """
    <!DOCTYPE html>
    <html lang="\(language.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title.markup)</title>
    <style>
    \(style(theme, paper))</style>
    </head>
    <body>
    <main>

    """ + element("h1", title) + body + "</main>\n</body>\n</html>\n"
  }

  /// The page contains all that it shows, and no scripts.
  private static let policy =
    "default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'"

  /// Returns an element with a text.
  static func element(_ name: String, _ text: String, kind: String? = nil) -> String {
    "<\(name)\(attribute(kind))>\(text.markup)</\(name)>\n"
  }

  /// Returns a section with a heading; empty without content.
  static func section(_ title: String, _ content: String, kind: String? = nil) -> String {
    content.isEmpty
      ? ""
      : "<section\(attribute(kind))>\n" + element("h2", title) + content + "</section>\n"
  }

  private static func attribute(_ kind: String?) -> String {
    kind.map { " class=\"\($0)\"" } ?? ""
  }

  /// Returns a block; empty without content.
  static func block(_ kind: String, _ content: String) -> String {
    content.isEmpty ? "" : "<div class=\"\(kind)\">\n\(content)</div>\n"
  }

  /// Returns a bulleted list.
  static func list(_ items: [String]) -> String {
    items.isEmpty ? "" : "<ul>\n" + items.map { element("li", $0) }.joined() + "</ul>\n"
  }

  /// Returns a definition list.
  static func definitions(_ pairs: [(String, String)]) -> String {
    pairs.isEmpty
      ? ""
      : "<dl>\n" + pairs.map { element("dt", $0.0) + element("dd", $0.1) }.joined() + "</dl>\n"
  }

  /// Returns content that a summary hides until it is opened.
  static func details(_ summary: String, _ content: String) -> String {
    "<details>\n" + element("summary", summary) + content + "</details>\n"
  }

  /// Returns a table; `numbers` are the indices of right-aligned columns, and `axes` is that of
  /// drawings, which are markup.
  static func table(
    _ header: [String], _ rows: [[String]], numbers: Set<Int> = [], axes: Int? = nil
  ) -> String {
    guard !rows.isEmpty else { return "" }
    func cells(_ row: [String], _ name: String) -> String {
      row.enumerated().map { index, text in
        index == axes
          ? "<td class=\"axis\">\n\(text)</td>\n"
          : element(
            name, text,
            kind: numbers.contains(index) ? "number" : isMarked(text) ? "marked" : nil)
      }.joined()
    }
    return "<table>\n<thead><tr>\n" + cells(header, "th") + "</tr></thead>\n<tbody>\n"
      + rows.map { "<tr>\n" + cells($0, "td") + "</tr>\n" }.joined() + "</tbody>\n</table>\n"
  }

  /// Whether a text starts with the symbol of a value beyond its limit, or of a changed one.
  private static func isMarked(_ text: String) -> Bool { text.first.map("▲▼".contains) ?? false }

  /// Returns the style sheet for screens and print.
  /// - Parameter paper: The sheet size; nil for the size of the reader's printer.
  private static func style(_ theme: Theme, _ paper: Paper?) -> String {
    func colour(_ ink: Ink) -> String { theme.colour(of: ink).text }
    return """
      body { margin: 0 auto; max-width: 760px; padding: 16px; background: \(colour(.page)); \
      color: \(colour(.text)); font: 14px/1.45 \(Font.families); }
      h1 { font-size: 22px; margin: 0 0 2px; overflow-wrap: anywhere; }
      h2 { font-size: 16px; margin: 22px 0 6px; border-bottom: 1px solid \(colour(.grid)); }
      p, li, dd { margin: 3px 0; overflow-wrap: anywhere; }
      dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 14px; margin: 4px 0; }
      dt { color: \(colour(.quiet)); } dd { margin: 0; }
      table { border-collapse: collapse; width: 100%; font-size: 12.5px; }
      th { text-align: left; color: \(colour(.quiet)); font-weight: 400; }
      th, td { padding: 2px 10px 2px 0; border-bottom: 1px solid \(colour(.grid)); \
      vertical-align: top; overflow-wrap: break-word; }
      td:first-child, td:nth-child(2) { white-space: nowrap; }
      .number { text-align: right; white-space: nowrap; } th.number { white-space: initial; }
      .marked { font-weight: bold; }
      svg { display: block; max-width: 100%; height: auto; margin: 8px 0; }
      .summary { border: 2px solid \(colour(.text)); padding: 6px 12px; margin: 12px 0; \
      font-size: 15px; }
      .summary dt { color: \(colour(.text)); font-weight: bold; } .summary dd { margin: 3px 0; }
      .quiet { color: \(colour(.quiet)); }
      .small { font-size: 12px; color: \(colour(.quiet)); }
      .chart td:last-child { min-width: 13em; }
      @media (max-width: 480px) {
        .chart td:last-child { min-width: 0; }
        .pair, dl { grid-template-columns: minmax(0, 1fr); } dd { margin-bottom: 4px; }
        .chart th:nth-child(3), .chart td:nth-child(3), .axis, .chart svg { display: none; }
        th, td { overflow-wrap: anywhere; hyphens: auto; padding-right: 6px; }
        td:first-child, td:nth-child(2), .compare td { white-space: initial; }
        .compare th:nth-child(5), .compare td:nth-child(5) { display: none; }
      }
      .chart td:nth-child(4) { white-space: nowrap; }
      .logo { float: right; max-width: 180px; max-height: 60px; }
      .signature { border-top: 1px solid \(colour(.text)); width: 50%; margin-top: 40px; }
      .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 14px; }
      audio { display: block; width: 100%; margin: 8px 0; }
      .axis svg { margin: 1px 0; max-width: none; }
      @media print, (max-width: 480px) {
        .checks table, .checks tbody { display: block; } .checks thead { display: none; }
        .checks tr { display: flex; flex-wrap: wrap; gap: 0 10pt; margin-top: 2pt; }
        .checks td { border: 0; padding: 0; } .checks td:first-child { font-weight: bold; }
        .checks td:last-child { flex: 1 0 100%; }
      }
      .panels { display: none; }
      @page { \(paper.map { "size: \($0.rawValue); " } ?? "")margin: 7mm 12mm; \
      background: \(colour(.page)); }
      @media print {
        body { max-width: none; padding: 0; font-size: 9pt; line-height: 1.2; }
        h1 { font-size: 14pt; margin: 0; } h2 { font-size: 10.5pt; margin: 3pt 0 1pt; }
        p, li, dd { margin: 1pt 0; } ul { margin: 0; padding-left: 12pt; }
        .summary { font-size: 10pt; padding: 2pt 8pt; margin: 3pt 0; }
        .summary dd { margin: 1pt 0; }
        .inline dl { display: block; } .inline dt, .inline dd { display: inline; }
        .inline dd:not(:last-child)::after { content: "; "; }
        table { font-size: 9pt; } th, td { padding: 0 6pt 0 0; }
        .chart th, .compare th { vertical-align: bottom; } .chart td { white-space: nowrap; }
        .chart td:last-child { white-space: initial; } .compare td:last-child { white-space: nowrap; }
        svg { margin: 2pt 0; } .axis svg { margin: 0; }
        .views, .panels { display: flex; justify-content: space-between; align-items: flex-start; }
        .views > svg, .panels > svg { width: 49%; } .panels:only-child { width: 100%; }
        svg + .panels { display: block; width: 49%; } svg + .panels > svg { width: 100%; }
        .figures, .others, audio, details { display: none; }
        .history tbody tr:nth-last-child(n + 7) { display: none; }
        .sheet { columns: 2; column-gap: 14pt; } .sheet, .next { break-before: page; }
        .wide, .checks, .sheet .inline { column-span: all; }
        .values p { display: none; }
        .values table, .values tbody { display: block; } .values thead { display: none; }
        .values tbody { columns: 2; column-gap: 14pt; } .values tr { display: flex; }
        .values td { line-height: 1.05; } .values td:first-child { flex: 1; white-space: initial; }
        .values td:last-child { display: none; }
        .small, .small p, .small dd { font-size: 6.5pt; line-height: 1.1; }
        .small ul { padding: 0; } .small li { display: inline; font-size: 6.5pt; }
        .small li:not(:last-child)::after { content: " · "; }
        svg, tr, h2 { break-inside: avoid; } h2 { break-after: avoid; }
      }

      """
  }
}

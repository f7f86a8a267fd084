import VoiceTypes

/// HTML fragments, with every text escaped.
enum HTML {
  /// Returns a page with a title, a style sheet and a body.
  static func page(
    _ title: String, _ language: Language, _ theme: Theme, _ body: String
  ) -> String {
    """
    <!DOCTYPE html>
    <html lang="\(language.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title.markup)</title>
    <style>
    \(style(theme))</style>
    </head>
    <body>

    """ + element("h1", title) + body + "</body>\n</html>\n"
  }

  /// Returns an element with a text.
  static func element(_ name: String, _ text: String, kind: String? = nil) -> String {
    let attribute = kind.map { " class=\"\($0)\"" } ?? ""
    return "<\(name)\(attribute)>\(text.markup)</\(name)>\n"
  }

  /// Returns a section with a heading; empty without content.
  static func section(_ title: String, _ content: String, kind: String? = nil) -> String {
    guard !content.isEmpty else { return "" }
    let attribute = kind.map { " class=\"\($0)\"" } ?? ""
    return "<section\(attribute)>\n" + element("h2", title) + content + "</section>\n"
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

  /// Returns the summary of a report, one line per label.
  static func summary(_ lines: [(String, String)]) -> String {
    "<div class=\"summary\">\n" + definitions(lines) + "</div>\n"
  }

  /// Returns content that a summary hides until it is opened.
  static func details(_ summary: String, _ content: String) -> String {
    "<details>\n" + element("summary", summary) + content + "</details>\n"
  }

  /// Returns a table; `numbers` are the indices of right-aligned columns.
  static func table(_ header: [String], _ rows: [[String]], numbers: Set<Int> = []) -> String {
    guard !rows.isEmpty else { return "" }
    func cells(_ row: [String], _ name: String) -> String {
      row.enumerated().map { index, text in
        element(name, text, kind: numbers.contains(index) ? "number" : nil)
      }.joined()
    }
    return "<table>\n<thead><tr>\n" + cells(header, "th") + "</tr></thead>\n<tbody>\n"
      + rows.map { "<tr>\n" + cells($0, "td") + "</tr>\n" }.joined() + "</tbody>\n</table>\n"
  }

  /// Returns the style sheet for screens and for print on A4 and Letter.
  static func style(_ theme: Theme) -> String {
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
      svg { display: block; max-width: 100%; height: auto; margin: 8px 0; }
      .summary { border: 2px solid \(colour(.text)); padding: 6px 12px; margin: 12px 0; \
      font-size: 15px; }
      .summary dt { color: \(colour(.text)); font-weight: bold; } .summary dd { margin: 3px 0; }
      .quiet { color: \(colour(.quiet)); }
      .small { font-size: 12px; color: \(colour(.quiet)); }
      @media (max-width: 480px) {
        dl { grid-template-columns: 1fr; } dd { margin-bottom: 4px; }
        table { display: block; overflow-x: auto; } .chart table { display: table; }
        .chart th:nth-child(3), .chart td:nth-child(3) { display: none; }
        .chart td { overflow-wrap: anywhere; hyphens: auto; } th, td { padding-right: 6px; }
        td:first-child, td:nth-child(2) { white-space: initial; }
      }
      .panels { display: none; }
      @page { margin: 12mm 13mm; }
      @media print {
        body { max-width: none; padding: 0; font-size: 9pt; line-height: 1.2; }
        h1 { font-size: 14pt; margin: 0; } h2 { font-size: 10.5pt; margin: 5pt 0 2pt; }
        p, li, dd { margin: 1pt 0; } ul { margin: 0; padding-left: 12pt; }
        .summary { font-size: 10pt; padding: 2pt 8pt; margin: 3pt 0; }
        .summary dd { margin: 1pt 0; }
        .inline dl { display: block; } .inline dt, .inline dd { display: inline; }
        .inline dd::after { content: "; "; }
        table { font-size: 9pt; } th, td { padding: 0 6pt 0 0; }
        .chart svg { margin: 2pt auto; width: 60%; } .chart td { white-space: nowrap; }
        .panels { display: block; } .panels svg { display: inline-block; width: 49%; margin: 2pt \
      0; }
        .figures, details { display: none; }
        .sheet { columns: 2; column-gap: 14pt; }
        .wide { column-span: all; }
        .values p { display: none; }
        .values table, .values tbody { display: block; } .values thead { display: none; }
        .values tbody { columns: 2; column-gap: 14pt; } .values tr { display: flex; line-height: \
      1.15; }
        .values td { flex: 1; } .values td:first-child { flex: 2.6; } .values td:last-child { \
      flex: 1.2; padding: 0; }
        .small, .small p, .small li, .small dd { font-size: 7.5pt; line-height: 1.15; }
        svg, tr, h2 { break-inside: avoid; } h2 { break-after: avoid; }
      }

      """
  }
}

import CommandSupport
import VoiceReport
import VoiceTypes

/// The text report of `index --format text`.
enum IndexReport {
  private static let table = TextTable([.left(38), .right(10)], indent: "  ")

  /// Returns the report of one document, followed by an empty line.
  static func text(of document: IndexDocument) -> String {
    let content = IndexContent(document, .english)
    var lines = content.recordings.flatMap { line, checks in
      WrappedText.item(line, indent: "") + checks.flatMap(TextReport.lines)
    }
    for refusal in content.refusals {
      lines += WrappedText.item(refusal.problem, indent: "")
      lines += WrappedText.item(BaselineReport.sentences(refusal.advice, ""), indent: "")
    }
    if document.findings != nil { lines += body(of: content) }
    lines.append(Notice.measurement)
    return lines.report + "\n"
  }

  private static func body(of content: IndexContent) -> [String] {
    let (heading, items) = content.comparison
    var lines: [String] = [content.used, ""].compactMap { $0 }
    lines += content.rows.flatMap { Self.lines(of: $0) }
    lines.append("")
    if let heading { lines.append(heading) }
    for item in items { lines += WrappedText.item(item, indent: heading == nil ? "" : "  ") }
    return lines + BaselineReport.notes(content.notes)
  }

  private static func lines(of row: IndexContent.Row) -> [String] {
    if let value = row.value { return [table.line([row.name, value, row.unit])] }
    return WrappedText.item(
      commandText("not_measured", ["measures": row.name, "reason": row.reason]))
  }
}

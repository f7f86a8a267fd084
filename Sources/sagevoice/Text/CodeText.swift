import CommandSupport
import VoicePipeline
import VoiceTypes

/// The text of `explain` for a code of documents.
enum CodeText {
  /// Returns the meaning, the messages and the advice of a code, by place of use.
  static func text(of entries: [CodeEntry], _ library: ExplanationLibrary) -> String {
    let blocks = entries.map { entry in
      [WrappedText.item(heading(of: entry), indent: "")]
        + [meaning(of: entry, library)].compactMap(\.self).map {
          WrappedText.lines($0, indent: "  ")
        }
        + entry.sentences.map { WrappedText.item("- \($0.sample)") }
    }
    let code = entries.first?.code ?? ""
    let isCheck = library.explanations.contains { $0.name == "quality.\(code)" }
    let more = isCheck ? [commandText("explain.more", ["group": "quality.\(code)"])] : []
    return
      ([code] + blocks.map { $0.joined().joined(separator: "\n") } + more
      + [Notice.measurement]).joined(separator: "\n\n") + "\n"
  }

  private static func heading(of entry: CodeEntry) -> String {
    let place = commandText("explain.place.\(entry.place.rawValue)")
    let status = entry.exitStatus.map { commandText("explain.exit_status", ["status": "\($0)"]) }
    return [place + ".", status].compactMap(\.self).joined(separator: " ")
  }

  /// Returns the meaning of a reason from the articles, or of a code without messages.
  private static func meaning(of entry: CodeEntry, _ library: ExplanationLibrary) -> String? {
    let reason = library.reasons.first { entry.place == .reason && $0.code == entry.code }
    return (reason?.when ?? entry.meaning).map { BaselineReport.sentences($0, "") }
  }
}

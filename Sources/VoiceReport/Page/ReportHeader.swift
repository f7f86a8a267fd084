// The entries of a report head as HTML.

internal import VoiceTypes

extension ReportHeader {
  /// The first block as HTML.
  func top(_ language: Language) -> String {
    let image = logo.map {
      "<img class=\"logo\" alt=\"\" src=\"data:image/png;base64,\(Base64.text(of: $0))\">\n"
    }
    let pairs = entries.map { entry in
      (
        language.text("header", entry.field.rawValue),
        entry.text + (entry.field == .distance ? " cm" : "")
      )
    }
    return (image ?? "")
      + HTML.section(
        language.text(.headerHeading), HTML.definitions(pairs), kind: "inline")
  }

  /// The last block as HTML: a line for date and signature.
  func bottom(_ language: Language) -> String {
    hasSignature ? HTML.element("p", language.text(.headerSignature), kind: "signature") : ""
  }
}

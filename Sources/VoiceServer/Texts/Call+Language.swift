// Which language an answer is in: that of whoever asks, as far as there are texts in it.

internal import VoiceReport
internal import VoiceTypes

extension APIRequest {
  /// The header that says it.
  static let languageHeader = "Accept-Language"

  /// The best of the languages that are read (RFC 9110, 12.5.4) in which there are texts; English for none.
  var language: Language {
    let given = headers[Self.languageHeader.lowercased()] ?? ""
    let read = given.split(separator: ",").map { range in
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " } }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
      let value = weight.flatMap { Double($0.dropFirst(2)) } ?? 1
      return (tag: parts.first?.lowercased() ?? "", weight: value)
    }
    var best: (language: Language, weight: Double) = (.english, 0)
    for (tag, weight) in read where weight > best.weight {
      let primary = tag.prefix { $0 != "-" }
      if let language = Language(rawValue: String(primary)) { best = (language, weight) }
    }
    return best.language
  }
}

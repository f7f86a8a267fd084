// The response language: the best available one of `Accept-Language`.

internal import VoiceReport
internal import VoiceTypes

extension APIRequest {
  /// The request header with the preferred languages.
  static let languageHeader = "Accept-Language"

  /// The best available language of the request (RFC 9110, section 12.5.4); else English.
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

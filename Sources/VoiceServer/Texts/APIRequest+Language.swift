internal import Onboarding
internal import VoiceReport
internal import VoiceTypes

extension Language {
  func texts(of error: FlowError) -> (message: String, advice: String) {
    error.texts(in: self, because: error.reasons.first.map { texts(of: $0) })
  }
}

extension APIFault {
  /// The fault in a language; details that follow the message stay as they are.
  func worded(in language: Language) -> APIFault {
    guard language != .english else { return self }
    var worded = self
    if let known = FaultCode(rawValue: code) {
      worded.message = known.message(in: language) + message.dropFirst(known.message.count)
      worded.advice = known.advice(in: language)
    } else if let refusal {
      worded.message = refusal.message(in: language)
      worded.advice = refusal.advice(in: language)
    }
    return worded
  }
}

// The response language: the best available one of `Accept-Language`.

extension APIRequest {
  static let languageHeader = "Accept-Language"

  /// The response language: the best available one of `Accept-Language` (RFC 9110, section 12.5.4); else English.
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

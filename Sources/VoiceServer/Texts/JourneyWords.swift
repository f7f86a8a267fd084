internal import Onboarding
internal import VoiceReport
internal import VoiceTypes

extension Language {
  /// Message and advice of an onboarding error.
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

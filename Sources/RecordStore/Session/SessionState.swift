// The state of the analysis of a recording. The job runner defines the order of states.

package import VoiceTypes

/// The state of an analysis. The raw values are stored and never reused.
package enum SessionState: String, CaseIterable, Sendable {
  case seen
  case stable
  case claimed
  case quickDone = "quick_done"
  case comprehensiveDone = "comprehensive_done"
  case filed
  case refused
  case duplicate
  case failed

  /// Whether later recordings with the same content are duplicates of this one.
  package var countsAsFirst: Bool {
    switch self {
    case .refused, .duplicate, .failed: false
    default: true
    }
  }
}

/// The fault of a recording.
package struct StateFault: Sendable, Equatable {
  /// A stable code.
  package var code: String

  /// The problem in one sentence.
  package var message: String

  /// The advice in one sentence.
  package var advice: String

  /// The parts of message and advice. Nil for a bare code, and in documents of earlier versions.
  package var sentence: Sentence?

  package init(_ code: String, message: String, advice: String) {
    self.code = code
    self.message = message
    self.advice = advice
  }

  /// The fault of a rejected recording.
  package init(_ refusal: Refusal) {
    self.init(refusal.code.rawValue, message: refusal.message, advice: refusal.advice)
    sentence = refusal.sentence
  }

  /// A fault with a text of a catalogue.
  package init(_ text: some SentenceTable, _ values: [SentenceParameter: String] = [:]) {
    let wording = text.filled(values)
    self.init(text.code, message: wording.message, advice: wording.advice)
    sentence = wording.sentence.unless(code: text.code)
  }
}

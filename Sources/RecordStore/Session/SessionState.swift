// How far a recording has come. The order of the states is the runner's matter; the store keeps
// what it is told.

package import VoiceTypes

/// How far a recording has come; the raw values are written and never reused.
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

  /// Whether the recording has, or may still get, results of its own.
  package var countsAsFirst: Bool {
    switch self {
    case .refused, .duplicate, .failed: false
    default: true
    }
  }
}

/// What went wrong with a recording, for people and for programs.
package struct StateFault: Sendable, Equatable {
  /// A stable name.
  package var code: String

  /// One sentence that names what was found.
  package var message: String

  /// One sentence that says what to do.
  package var advice: String

  /// What both are made of; nil where the code says all of it, or an earlier version wrote it.
  package var sentence: Sentence?

  package init(_ code: String, message: String, advice: String) {
    self.code = code
    self.message = message
    self.advice = advice
  }

  /// A refusal of the analysis.
  package init(_ refusal: Refusal) {
    self.init(refusal.code.rawValue, message: refusal.message, advice: refusal.advice)
    sentence = refusal.sentence
  }

  /// A fault with one of the sentences of a table.
  package init(_ text: some SentenceTable, _ values: [SentenceParameter: String] = [:]) {
    let wording = text.filled(values)
    self.init(text.code, message: wording.message, advice: wording.advice)
    sentence = wording.sentence.unless(code: text.code)
  }
}

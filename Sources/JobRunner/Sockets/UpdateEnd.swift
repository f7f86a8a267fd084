// The last line that a reader of the socket gets: why there is no more.

package import VoiceTypes

/// Why a reader of updates is told no more.
package struct UpdateEnd: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/update-end/1"

  var code: String
  var message: String
  var advice: String
  var sentence: Sentence?

  init(_ text: UpdateEndText, _ values: [SentenceParameter: String] = [:]) {
    let wording = text.filled(values)
    (code, message, advice) = (text.code, wording.message, wording.advice)
    sentence = wording.sentence.unless(code: text.code)
  }

  /// The line, with its end.
  var bytes: [UInt8] { Self.shape.json(of: self).lineBytes }

  private init(code: String, message: String, advice: String, sentence: Sentence?) {
    (self.code, self.message, self.advice) = (code, message, advice)
    self.sentence = sentence
  }

  /// JSON Schema of `sagevoice/update-end/1`, draft 2020-12.
  package static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:update-end:1",
      title: "sagevoice end of updates, the last line of `watch --socket`")
  }
}

extension UpdateEnd: Shaped {
  package static let shape = Shape(UpdateEnd.init(code:message:advice:sentence:)) {
    Derived("schema", always: schema)
    Field("code", \.code, .text)
    Field("message", \.message, .text)
    Field("advice", \.advice, .text)
    Field("sentence", \.sentence, ifThere: .shaped)
  }
}

/// The sentences of readers that are told no more.
package enum UpdateEndText: String, SentenceTable {
  package static let texts = TextCatalogue.watch

  case tooManyReaders = "too_many_readers"
  case unusableRequest = "unusable_request"
  case tooSlow = "too_slow"
  case storeUnreadable = "store_unreadable"
  case ended = "watch_ended"
}

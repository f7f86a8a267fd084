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
  case tooManyReaders = "too_many_readers"
  case unusableRequest = "unusable_request"
  case tooSlow = "too_slow"
  case storeUnreadable = "store_unreadable"
  case ended = "watch_ended"

  package var template: String {
    switch self {
    case .tooManyReaders: "{allowed} programs read from this socket already"
    case .unusableRequest: "the first line says nothing that can be followed: {problems}"
    case .tooSlow: "updates came faster than they were read"
    case .storeUnreadable: "what the store says cannot be read: {system}"
    case .ended: "the watch has ended"
    }
  }

  package var advice: String? {
    switch self {
    case .tooManyReaders: "close one of them, or use `sagevoice records follow`"
    case .unusableRequest:
      "send a line with an object that has the member session or user, or nothing"
    case .tooSlow: "connect again, and read without a pause"
    case .storeUnreadable:
      "connect again; if it stays so, run `sagevoice records verify`"
    case .ended: "start it, and connect again"
    }
  }
}

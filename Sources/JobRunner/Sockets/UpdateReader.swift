// State of one reader of the update socket: its request and its bounded buffer, without the socket.

internal import RecordStore
package import VoiceTypes

struct UpdateReader {
  /// Maximum length of the request in bytes [E].
  static let mostRequestBytes = 4096

  /// Maximum number of buffered bytes: some thousand lines [E].
  static let mostWaiting = 1 << 20

  /// Maximum number of updates held during the replay [E].
  static let mostHeld = 4096

  /// Buffered bytes below which the replay continues [E].
  private static let lowWater = 1 << 16

  enum Stage: Equatable {
    /// The request may still arrive.
    case asking
    /// The state in the store is replayed; updates are held.
    case catchingUp
    case live
    /// The buffer contains the last lines.
    case ending
  }

  private(set) var stage = Stage.asking
  private(set) var scope = ChangeFeed.Scope.all

  private var request: [UInt8] = []
  private var waiting: [UInt8] = []
  private var sent = 0
  private var isWithinLine = false
  private var held: [(number: Int, line: UpdateLine)] = []

  /// Phases of the replay, and the last update that may be older.
  private var replayed: [SessionID: JobPhase] = [:]
  private var replayedUpTo = 0

  var unsent: ArraySlice<UInt8> { waiting[sent...] }

  /// Whether the replay may continue.
  var hasRoom: Bool { unsent.count < Self.lowWater }

  var isOver: Bool { stage == .ending && unsent.isEmpty }

  /// Parses received bytes; those after the first line are ignored.
  mutating func receive(_ bytes: [UInt8], isEnd: Bool) {
    guard stage == .asking else { return }
    request += bytes
    if let end = request.firstIndex(of: UInt8(ascii: "\n")) {
      begin(request[..<end])
    } else if request.count > Self.mostRequestBytes {
      refuse("the request is larger than \(Self.mostRequestBytes) bytes")
    } else if isEnd {
      begin(request[...])
    }
  }

  /// Ends the time for the request.
  mutating func timeOut() {
    guard stage == .asking else { return }
    if request.isEmpty { return begin([]) }
    refuse("the line end is missing")
  }

  private mutating func refuse(_ problem: String) { end(.unusableRequest, [.problems: problem]) }

  private mutating func begin(_ line: ArraySlice<UInt8>) {
    request = []
    if !line.allSatisfy(Set(" \t\r".utf8).contains) {
      guard line.count <= Self.mostRequestBytes, let json = try? JSONValue.parse(Array(line)),
        case .object(let members) = json
      else { return refuse("the request is not a JSON object") }
      switch (members.first?.key, members.first?.value, members.count) {
      case (nil, _, _): break
      case ("session", .string(let text), 1):
        guard let session = SessionID(text) else {
          return refuse("the request names no session")
        }
        scope = .session(session)
      case ("user", .string(let text), 1) where !text.isEmpty: scope = .user(text)
      default: return refuse("the request has other members than session or user")
      }
    }
    stage = .catchingUp
  }

  /// Appends a line from the store.
  mutating func replay(_ line: UpdateLine) {
    replayed[line.session] = line.phase
    append(line.lineBytes)
  }

  /// Ends the replay and appends the held updates.
  /// - Parameter number: The last update before the end of the query.
  mutating func finishReplay(at number: Int) {
    guard stage == .catchingUp else { return }
    (stage, replayedUpTo) = (.live, number)
    let later = held
    held = []
    for (number, line) in later { publish(line, number) }
  }

  /// Appends or holds an update within the scope.
  mutating func publish(_ line: UpdateLine, _ number: Int) {
    switch stage {
    case .asking, .ending: return
    case .catchingUp:
      held.append((number, line))
      if held.count > Self.mostHeld { end(.tooSlow) }
    case .live:
      if number > replayedUpTo { replayed = [:] }
      // Phases up to that of the store are not repeated.
      if let phase = replayed[line.session], !line.phase.follows(phase) { return }
      append(line.lineBytes)
      if case .session = scope, line.isLast { finish() }
    }
  }

  /// Ends after the buffered lines.
  mutating func finish() { (stage, held, replayed) = (.ending, [], [:]) }

  /// Ends with a reason, which replaces the buffered lines except one in transmission.
  mutating func end(_ text: UpdateEndText, _ values: [SentenceParameter: String] = [:]) {
    guard stage != .ending else { return }
    let end = isWithinLine ? unsent.firstIndex(of: UInt8(ascii: "\n")) : nil
    let rest = end.map { Array(waiting[sent...$0]) } ?? []
    waiting = rest + UpdateEnd(text, values).lineBytes
    sent = 0
    finish()
  }

  private mutating func append(_ bytes: [UInt8]) {
    guard stage != .ending else { return }
    guard unsent.count + bytes.count <= Self.mostWaiting else { return end(.tooSlow) }
    if sent > waiting.count / 2 {
      waiting.removeFirst(sent)
      sent = 0
    }
    waiting += bytes
  }

  /// Removes sent bytes from the buffer.
  mutating func wrote(_ count: Int) {
    guard count > 0 else { return }
    sent += count
    isWithinLine = waiting[sent - 1] != UInt8(ascii: "\n")
    if sent == waiting.count { (waiting, sent) = ([], 0) }
  }
}

extension UpdateLine {
  /// Whether it is the last line of the recording.
  fileprivate var isLast: Bool {
    switch phase {
    case .complete, .error: true
    case .quickComplete: outcome != nil
    case .idle, .quickAnalysing, .comprehensiveAnalysing: false
    }
  }
}

/// Last line for a reader, with the reason.
package struct UpdateEnd: Sendable, Equatable {
  var code: String
  var message: String
  var advice: String
  var sentence: Sentence?
}

extension UpdateEnd: Shaped {
  package static let shape = Shape(UpdateEnd.init(code:message:advice:sentence:)) {
    Derived("schema", always: "sagevoice/update-end/1")
    Field("code", \.code, .text)
    Field("message", \.message, .text)
    Field("advice", \.advice, .text)
    Field("sentence", \.sentence, ifThere: .shaped)
  }

  init(_ text: UpdateEndText, _ values: [SentenceParameter: String] = [:]) {
    let wording = text.filled(values)
    self.init(
      code: text.code, message: wording.message, advice: wording.advice,
      sentence: wording.sentence.unless(code: text.code))
  }

  /// JSON Schema of `sagevoice/update-end/1`, draft 2020-12.
  package static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:update-end:1",
      title: "sagevoice end of updates, the last line of `watch --socket`")
  }
}

package enum UpdateEndText: String, SentenceTable {
  package static let texts = TextCatalogue.watch

  case tooManyReaders = "too_many_readers"
  case unusableRequest = "unusable_request"
  case tooSlow = "too_slow"
  case storeUnreadable = "store_unreadable"
  case ended = "watch_ended"
}

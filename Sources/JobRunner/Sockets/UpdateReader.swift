// One reader of the socket, without the socket: what it asked for, what it is told, and what waits
// for it to read. Memory is bounded, whatever it does.

internal import RecordStore
internal import VoiceTypes

/// What a reader of updates asked for, and what waits for it.
struct UpdateReader {
  /// Bytes of the first line at most [E].
  static let mostRequestBytes = 4096

  /// Bytes that wait at most: some thousand lines [E].
  static let mostWaiting = 1 << 20

  /// Lines that wait at most while the store is asked [E].
  static let mostHeld = 4096

  /// Below so many bytes more is read of the store [E].
  private static let fewBytes = 1 << 16

  enum Stage: Equatable {
    /// It may still say what it wants.
    case asking
    /// It is told what the store says; what happens meanwhile waits.
    case catchingUp
    case live
    /// What waits is the last that it is told.
    case ending
  }

  private(set) var stage = Stage.asking

  /// What it asked for.
  private(set) var scope = StoreFollower.Scope.all

  private var request: [UInt8] = []
  private var waiting: [UInt8] = []
  private var sent = 0
  private var isWithinLine = false
  private var held: [(number: Int, line: UpdateLine)] = []

  /// What the store said of sessions, and the last update that may be older than that.
  private var told: [SessionID: JobPhase] = [:]
  private var toldUpTo = 0

  /// What waits to be sent.
  var unsent: ArraySlice<UInt8> { waiting[sent...] }

  /// Whether it reads what it is told.
  var hasRoom: Bool { unsent.count < Self.fewBytes }

  /// Whether nothing more is to be done for it.
  var isOver: Bool { stage == .ending && unsent.isEmpty }

  // MARK: - What it asks for

  /// Takes in what it said; what comes behind the first line is not read.
  mutating func take(_ bytes: [UInt8], isEnd: Bool) {
    guard stage == .asking else { return }
    request += bytes
    if let end = request.firstIndex(of: UInt8(ascii: "\n")) {
      begin(request[..<end])
    } else if request.count > Self.mostRequestBytes {
      end(
        .unusableRequest, [.problems: "the request is larger than \(Self.mostRequestBytes) bytes"])
    } else if isEnd {
      begin(request[...])
    }
  }

  /// The time for saying something is over.
  mutating func waitNoLonger() {
    guard stage == .asking else { return }
    if request.isEmpty { return begin([]) }
    end(.unusableRequest, [.problems: "the line end is missing"])
  }

  private mutating func begin(_ line: ArraySlice<UInt8>) {
    request = []
    switch Self.scope(of: line) {
    case .success(let scope): (self.scope, stage) = (scope, .catchingUp)
    case .failure(let fault): end(.unusableRequest, [.problems: fault.problem])
    }
  }

  private static let blanks = Set(" \t\r".utf8)

  private struct RequestFault: Error { let problem: String }

  private static func scope(
    of line: ArraySlice<UInt8>
  ) -> Result<StoreFollower.Scope, RequestFault> {
    if line.allSatisfy(blanks.contains) { return .success(.all) }
    guard line.count <= mostRequestBytes, let json = try? JSONValue.parse(Array(line)),
      case .object(let members) = json
    else { return .failure(RequestFault(problem: "the request is not a JSON object")) }
    switch (members.first?.key, members.first?.value, members.count) {
    case (nil, _, _): return .success(.all)
    case ("session", .string(let text), 1):
      return SessionID(text).map { .success(.session($0)) }
        ?? .failure(RequestFault(problem: "the request names no session"))
    case ("user", .string(let text), 1) where !text.isEmpty: return .success(.user(text))
    default:
      return .failure(RequestFault(problem: "the request has other members than session or user"))
    }
  }

  // MARK: - What it is told

  /// Tells it what the store says.
  mutating func tellStored(_ line: UpdateLine) {
    told[line.session] = line.phase
    append(line.bytes)
  }

  /// The store has said all it has; what happened meanwhile follows.
  /// - Parameter number: The last update there was when the store had been asked.
  mutating func caughtUp(at number: Int) {
    guard stage == .catchingUp else { return }
    (stage, toldUpTo) = (.live, number)
    let later = held
    held = []
    for (number, line) in later { tell(line, number) }
  }

  /// Tells it of an update; the caller knows that it asked for the like.
  mutating func tell(_ line: UpdateLine, _ number: Int) {
    switch stage {
    case .asking, .ending: return
    case .catchingUp:
      held.append((number, line))
      if held.count > Self.mostHeld { end(.tooSlow) }
    case .live:
      if number > toldUpTo { told = [:] }
      // What the store knew already is not told again.
      if let phase = told[line.session], !line.phase.follows(phase) { return }
      append(line.bytes)
      if case .session = scope, line.isLast { finish() }
    }
  }

  /// Nothing more comes.
  mutating func finish() {
    (stage, held, told) = (.ending, [], [:])
  }

  /// Nothing more comes, and why; of what waits no more than a line that has begun goes before that.
  mutating func end(_ text: UpdateEndText, _ values: [SentenceParameter: String] = [:]) {
    guard stage != .ending else { return }
    let end = isWithinLine ? waiting[sent...].firstIndex(of: UInt8(ascii: "\n")) : nil
    let rest = end.map { Array(waiting[sent...$0]) } ?? []
    waiting = rest + UpdateEnd(text, values).bytes
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

  /// Takes in that so many bytes went.
  mutating func wrote(_ count: Int) {
    guard count > 0 else { return }
    sent += count
    isWithinLine = waiting[sent - 1] != UInt8(ascii: "\n")
    if sent == waiting.count { (waiting, sent) = ([], 0) }
  }
}

extension UpdateLine {
  /// Whether the recording has come to its end with it.
  fileprivate var isLast: Bool {
    switch phase {
    case .complete, .error: true
    case .quickComplete: outcome != nil
    case .idle, .quickAnalysing, .comprehensiveAnalysing: false
    }
  }
}

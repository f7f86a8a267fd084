// A request as the server's rooms see it, whatever brought it: a connection, or a test.

internal import VoiceTypes

/// What a request asks to be done.
package enum Method: String, Sendable, CaseIterable {
  case get = "GET"
  /// What `get` would answer, without what it would send.
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"
  /// Any other: no address has it.
  case other = ""

  /// Whether it leaves everything as it is, so that another site may let a browser send it.
  var isSafe: Bool { self == .get || self == .head }
}

/// A request.
package struct Call: Sendable {
  /// What is to be done.
  package let method: Method

  /// Where, without a query and without percent signs: nothing here has names that need them.
  package let path: String

  /// What follows the question mark, by name.
  package let query: [String: String]

  /// The headers, by their names in lower case; several of one name are joined as HTTP joins them.
  package let headers: [String: String]

  /// What was sent along.
  package let body: CallBody

  /// The address of whoever sent it, as far as it is known: of IPv6 its network, as one connection has all of it.
  package let peer: String

  /// What stands in the places of the path that are named.
  package internal(set) var parameters: [String: String] = [:]

  /// States a request; names of headers are taken in any case.
  package init(
    _ method: Method, _ path: String, query: [String: String] = [:],
    headers: [(name: String, value: String)] = [], body: CallBody = .none, peer: String = ""
  ) {
    (self.method, self.path, self.query) = (method, path, query)
    self.headers = Dictionary(
      headers.map { ($0.name.lowercased(), $0.value) },
      uniquingKeysWith: { first, second in first + (first.contains("=") ? "; " : ", ") + second })
    (self.body, self.peer) = (body, IPAddress.network(of: peer))
  }

  /// The media type of the body in lower case, without parameters; nil where none is named.
  var mediaType: String? {
    headers["content-type"].map { $0.prefix { $0 != ";" }.trimmed.lowercased() }
  }

  /// A cookie by its name; nil where none was sent.
  package func cookie(_ name: String) -> String? {
    for pair in (headers["cookie"] ?? "").split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].trimmed == name else { continue }
      return parts[1].trimmed
    }
    return nil
  }
}

/// What is sent with a request: read piece by piece, and never more than is allowed.
package struct CallBody: Sendable {
  /// The bytes that were announced; nil where nothing was.
  package let promisedBytes: Int?

  /// Hands the pieces over until there are no more, or one is not wanted.
  ///
  /// - Returns: Whether the sender came to its end.
  private let pieces: @Sendable (_ take: (ArraySlice<UInt8>) -> Bool) async -> Bool

  /// What it may take of the memory for bodies; nil for all that it needs.
  private let share: IntakeShare?

  /// A body in pieces.
  package init(
    promisedBytes: Int?, share: IntakeShare? = nil,
    pieces: @escaping @Sendable (_ take: (ArraySlice<UInt8>) -> Bool) async -> Bool
  ) {
    (self.promisedBytes, self.share, self.pieces) = (promisedBytes, share, pieces)
  }

  /// Nothing.
  package static let none = CallBody.bytes([])

  /// A body in memory.
  package static func bytes(_ bytes: [UInt8]) -> CallBody {
    CallBody(promisedBytes: bytes.count) { take in bytes.isEmpty || take(bytes[...]) }
  }

  /// All of it, of at most so many bytes.
  func read(atMost limit: Int) async throws(APIFault) -> [UInt8] {
    guard promisedBytes ?? 0 <= limit else { throw APIFault(.bodyTooLarge, detail: "\(limit)") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(promisedBytes ?? 0)
    var fault: APIFault?
    let isWhole = await pieces { piece in
      if bytes.count + piece.count > limit {
        fault = APIFault(.bodyTooLarge, detail: "\(limit)")
      } else if share?.take(piece.count) == false {
        fault = APIFault(.busy)
      } else {
        bytes += piece
      }
      return fault == nil
    }
    if let fault { throw fault }
    guard isWhole else { throw APIFault(.bodyBroken) }
    return bytes
  }

  /// The most values of JSON that is sent: no body of this interface has a tenth of them [E].
  private static let mostValues = 2000

  /// The JSON that it holds.
  func json(atMost limit: Int) async throws(APIFault) -> JSONValue {
    let bytes = try await read(atMost: limit)
    do {
      return try JSONValue.parse(bytes, .ofPeople(values: Self.mostValues))
    } catch {
      throw APIFault(.notJSON, detail: error.description)
    }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

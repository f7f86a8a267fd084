internal import VoiceTypes

package enum Method: String, Sendable, CaseIterable {
  case get = "GET"
  /// The `GET` response without its body.
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"
  /// Any other method; no route has it.
  case other = ""

  /// Whether the method is safe (RFC 9110, 9.2.1), so that it needs no CSRF check.
  var isSafe: Bool { self == .get || self == .head }
}

/// An HTTP request, independent of the transport.
package struct APIRequest: Sendable {
  package let method: Method

  /// The path without query. Percent-encoding is not decoded: no path of the interface needs it.
  package let path: String

  package let query: [String: String]

  /// The headers by lower-case name; repeated headers are joined (RFC 9110, 5.3).
  package let headers: [String: String]

  package let body: APIRequestBody

  /// The network address of the sender; of IPv6 the /64 network. Empty when unknown.
  package let peer: String

  package internal(set) var parameters: [String: String] = [:]

  /// Creates a request; header names are case-insensitive.
  package init(
    _ method: Method, _ path: String, query: [String: String] = [:],
    headers: [(name: String, value: String)] = [], body: APIRequestBody = .none, peer: String = ""
  ) {
    (self.method, self.path, self.query) = (method, path, query)
    self.headers = Dictionary(
      headers.map { ($0.name.lowercased(), $0.value) },
      uniquingKeysWith: { first, second in first + (first.contains("=") ? "; " : ", ") + second })
    (self.body, self.peer) = (body, IPAddress.network(of: peer))
  }

  /// The media type of the body in lower case, without parameters; nil without `Content-Type`.
  var mediaType: String? {
    headers["content-type"].map { $0.prefix { $0 != ";" }.trimmed.lowercased() }
  }

  /// Returns the value of a cookie; nil when the request has none of this name.
  package func cookie(_ name: String) -> String? {
    for pair in (headers["cookie"] ?? "").split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].trimmed == name else { continue }
      return parts[1].trimmed
    }
    return nil
  }
}

/// A request body that is read in pieces up to a size limit.
package struct APIRequestBody: Sendable {
  /// The value of `Content-Length`; nil without that header.
  package let promisedBytes: Int?

  /// Passes the pieces to `take` until the body ends or `take` returns false.
  ///
  /// - Returns: Whether the body arrived completely or `take` stopped it.
  private let pieces: @Sendable (_ take: (ArraySlice<UInt8>) -> Bool) async -> Bool

  /// The reservation in the memory budget; nil for no limit.
  private let share: BodyMemoryReservation?

  /// Creates a body that is read in pieces.
  package init(
    promisedBytes: Int?, share: BodyMemoryReservation? = nil,
    pieces: @escaping @Sendable (_ take: (ArraySlice<UInt8>) -> Bool) async -> Bool
  ) {
    (self.promisedBytes, self.share, self.pieces) = (promisedBytes, share, pieces)
  }

  package static let none = APIRequestBody.bytes([])

  package static func bytes(_ bytes: [UInt8]) -> APIRequestBody {
    APIRequestBody(promisedBytes: bytes.count) { take in bytes.isEmpty || take(bytes[...]) }
  }

  /// Reads the body.
  /// - Throws: `.bodyTooLarge` above `limit` bytes, `.busy` without free memory budget,
  ///   `.bodyBroken` for an incomplete body.
  func read(atMost limit: Int) async throws -> [UInt8] {
    guard promisedBytes ?? 0 <= limit else { throw APIFault(.bodyTooLarge, detail: "\(limit)") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(promisedBytes ?? 0)
    var fault: APIFault?
    let isWhole = await pieces { piece in
      if bytes.count + piece.count > limit {
        fault = APIFault(.bodyTooLarge, detail: "\(limit)")
      } else if share?.reserve(piece.count) == false {
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

  /// The maximum number of JSON values in a body; real bodies have less than a tenth [E].
  private static let mostValues = 2000

  /// Reads and parses a JSON body of at most `limit` bytes.
  func json(atMost limit: Int) async throws -> JSONValue {
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

internal import VoiceTypes

package struct RemoteRequest: Sendable {
  package let method: Method

  /// The path, relative to the path prefix of the server.
  package let path: String

  package var query: [(name: String, value: String)] = []

  /// The headers in addition to the standard ones.
  package var headers: [(name: String, value: String)] = []

  package var body: [UInt8] = []

  /// Creates a request without a body.
  package init(_ method: Method, _ path: String) { (self.method, self.path) = (method, path) }

  /// The path with the encoded query.
  package var target: String {
    guard !query.isEmpty else { return path }
    let pairs = query.map { "\($0.name)=\(PercentEncoding.encoded($0.value))" }
    return path + "?" + pairs.joined(separator: "&")
  }
}

package struct RemoteResponse: Sendable {
  package let status: Int

  /// The headers by lower-case name.
  package let headers: [String: String]

  package let body: [UInt8]

  package init(_ status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

package protocol RemoteServer: Sendable {
  /// Sends a request and returns the complete response.
  func send(_ request: RemoteRequest) async throws(RemoteServerError) -> RemoteResponse
}

package enum RemoteServerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The connection failed or the response is incomplete.
  case unreachable(String)
  case notAllowed(String)
  /// The response does not conform to the interface.
  case strange(String)
  /// The server reported an internal error.
  case failed(String)

  /// The cause and the remedy.
  package var description: String {
    switch self {
    case .unreachable(let why): "the server is unreachable: \(why); run the command again later"
    case .notAllowed(let why):
      "the server refuses the token: \(why); use a token of the role sync or admin"
    case .strange(let what):
      "the server is incompatible with this version: \(what); check the address"
    case .failed(let why): "the server failed: \(why); run the command again later"
    }
  }
}

/// A client that retries transient errors with exponential backoff.
struct RetryingClient: Sendable {
  /// The maximum number of attempts per request [E].
  private static let mostTries = 6

  /// The first delay; each further one doubles.
  private static let firstPause = Duration.milliseconds(500)

  let peer: any RemoteServer
  let pause: @Sendable (Duration) async -> Void

  /// Sends an idempotent request and returns the response.
  func send(_ request: RemoteRequest) async throws(RemoteServerError) -> RemoteResponse {
    var wait = Self.firstPause
    for attempt in 1...Self.mostTries {
      do throws(RemoteServerError) {
        let reply = try await peer.send(request)
        guard reply.status == 503, attempt < Self.mostTries else { return try checked(reply) }
      } catch {
        guard case .unreachable = error, attempt < Self.mostTries else { throw error }
      }
      await pause(wait)
      wait = wait * 2
    }
    throw .unreachable("server busy")
  }

  private func checked(_ reply: RemoteResponse) throws(RemoteServerError) -> RemoteResponse {
    switch reply.status {
    case 401, 403: throw .notAllowed(reply.message)
    case 503: throw .unreachable(reply.message)
    case 500...: throw .failed(reply.message)
    default: return reply
    }
  }
}

extension RemoteResponse {
  /// The error message of a response, in one line without control characters.
  var message: String {
    guard let json = try? JSONValue.parse(body), case .string(let message)? = json["message"] else {
      return "status \(status)"
    }
    return message.excerpt
  }
}

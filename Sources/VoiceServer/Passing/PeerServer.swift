// The server at the other end, as whoever passes histories on sees it.

internal import VoiceTypes

/// A request to another server.
package struct PeerRequest: Sendable {
  package let method: Method

  /// From the address of the server on.
  package let path: String

  package var query: [(name: String, value: String)] = []

  /// Besides those that every request has.
  package var headers: [(name: String, value: String)] = []

  package var body: [UInt8] = []

  /// A request without anything in it.
  package init(_ method: Method, _ path: String) { (self.method, self.path) = (method, path) }

  /// Path and query as HTTP has them.
  package var target: String {
    guard !query.isEmpty else { return path }
    let pairs = query.map { "\($0.name)=\(PercentText.encoded($0.value))" }
    return path + "?" + pairs.joined(separator: "&")
  }
}

/// What another server answered.
package struct PeerReply: Sendable {
  package let status: Int

  /// By their names in lower case.
  package let headers: [String: String]

  package let body: [UInt8]

  /// An answer.
  package init(_ status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

/// A server that can be asked.
package protocol PeerServer: Sendable {
  /// Sends a request and waits for all of the answer.
  func send(_ request: PeerRequest) async throws(PeerFault) -> PeerReply
}

/// Why a server did not do what it was asked for.
package enum PeerFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// It cannot be reached, or did not answer whole.
  case unreachable(String)
  /// It does not take the token.
  case notAllowed(String)
  /// It answered what such a server does not.
  case strange(String)
  /// It could not do its part.
  case failed(String)

  /// What is wrong and what to do.
  package var description: String {
    switch self {
    case .unreachable(let why): "the server cannot be reached: \(why); run the same again later"
    case .notAllowed(let why):
      "the server does not take the token: \(why); it has to be one of the role sync or admin"
    case .strange(let what):
      "this is no sagevoice-server, or another version: \(what); check the address"
    case .failed(let why): "the server could not do its part: \(why); run the same again later"
    }
  }
}

/// Asks a server, and again where it says that it will be able to in a moment.
struct PatientPeer: Sendable {
  /// How often a request is made that was put off, or whose answer was lost [E].
  private static let mostTries = 6

  /// How long is waited after the first time; twice as long each time.
  private static let firstPause = Duration.milliseconds(500)

  let peer: any PeerServer
  let pause: @Sendable (Duration) async -> Void

  /// The answer to a request that may be made again.
  func send(_ request: PeerRequest) async throws(PeerFault) -> PeerReply {
    var wait = Self.firstPause
    for attempt in 1...Self.mostTries {
      do throws(PeerFault) {
        let reply = try await peer.send(request)
        guard reply.status == 503, attempt < Self.mostTries else { return try checked(reply) }
      } catch {
        guard case .unreachable = error, attempt < Self.mostTries else { throw error }
      }
      await pause(wait)
      wait = wait * 2
    }
    throw .unreachable("it is busy")
  }

  private func checked(_ reply: PeerReply) throws(PeerFault) -> PeerReply {
    switch reply.status {
    case 401, 403: throw .notAllowed(reply.told)
    case 503: throw .unreachable(reply.told)
    case 500...: throw .failed(reply.told)
    default: return reply
    }
  }
}

extension PeerReply {
  /// What the server says of a fault, in one line without anything that a terminal obeys.
  var told: String {
    guard let json = try? JSONValue.parse(body), case .string(let message)? = json["message"] else {
      return "status \(status)"
    }
    return message.excerpt
  }
}

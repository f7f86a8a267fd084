// Actions of a person in a browser, one call each.

import TestSupport
import Testing
import VoicePipeline
import VoiceServer
import VoiceSynthesis
import VoiceTypes

extension Browser {
  static let profile: JSONValue = [
    "age": 34, "gender_identity": "woman", "sex_assigned_at_birth": "female",
    "voice_conditions": ["None"], "diagnosed_conditions": ["None"], "device_model": "microphone",
  ]

  static let consent: JSONValue = [
    "language": "en", "signed": true, "purposes": ["analysis", "storage"],
  ]

  static let account: JSONValue = ["email": "ida@example.org", "password": "a long password"]

  /// Signs up as a guest.
  func signUp() async throws -> Browser {
    try await json(.post, "/v1/people", status: 201)
    return self
  }

  /// Signs up as a guest, or with an account, and goes as far as the first recording.
  @discardableResult
  func goToFirstVowel(with account: JSONValue? = nil) async throws -> Browser {
    try await json(.post, account == nil ? "/v1/people" : "/v1/accounts", account, status: 201)
    try await tell("explainer_read")
    try await json(.put, "/v1/me/consent", Self.consent)
    let journey = try await json(.put, "/v1/me/profile", Self.profile)
    #expect(journey["step"] == "sustained_vowel_test")
    return self
  }

  @discardableResult
  func tell(_ event: String, answer: String? = nil, status: Int = 200) async throws -> JSONValue {
    var members: [JSONValue.Member] = [.init("event", .string(event))]
    if let answer { members.append(.init("answer", .string(answer))) }
    return try await json(.post, "/v1/me/journey/events", .object(members), status: status)
  }

  /// Sends a recording.
  func record(
    _ bytes: [UInt8], _ headers: [(name: String, value: String)] = []
  ) async throws -> APIResponse {
    try await send(
      .post, "/v1/me/recordings", bytes: bytes, [("Content-Type", "audio/wav")] + headers)
  }

  /// Records and sends a vowel that can be used, and waits until it has been judged.
  @discardableResult
  func take(_ number: Int) async throws -> APIResponse { try await take(Voices.long(number)) }

  /// Records and sends a vowel, and waits until it has been judged.
  @discardableResult
  func take(_ bytes: [UInt8]) async throws -> APIResponse {
    try await tell("microphone", answer: "granted")
    let reply = try await record(bytes)
    try await settle()
    return reply
  }

  /// Records the vowels, skips the reading, and waits for the result.
  func finish(_ vowels: [[UInt8]]) async throws -> JSONValue {
    for vowel in vowels { try await take(vowel) }
    try await tell("skipped")
    try await settle()
    return try await json(.get, "/v1/me/journey")
  }

  /// Waits for the end of the analysis of a recording; archiving is its last step.
  func waitForEnd(of place: String) async throws {
    let reply = try await send(.get, place + "/updates")
    guard case .stream(let stream) = reply.content else { return }
    for await _ in stream {}
  }

  /// Waits until no background work remains.
  func settle() async throws {
    for _ in 0..<2000 {
      if try await json(.get, "/v1/me/journey")["waits"] == false { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("the journey does not continue")
  }
}

/// Recordings of a synthetic voice.
enum Voices {
  /// Three seconds, long enough for a baseline, different for every number.
  static func long(_ number: Int) -> [UInt8] { long(number, jitter: 0.4, shimmer: 2) }

  /// The same voice, far less regular.
  static func perturbed(_ number: Int) -> [UInt8] { long(number, jitter: 3.5, shimmer: 9) }

  private static func long(_ number: Int, jitter: Double, shimmer: Double) -> [UInt8] {
    let voice = SyntheticVoice(f0: 200, vowel: .a, duration: 3, seed: UInt64(number)).with {
      ($0.jitterPercent, $0.shimmerPercent, $0.hnr) = (jitter, shimmer, 25)
    }
    return WAVEncoder.pcm16(voice.synthesize().signal)
  }

  /// A file that no tier can measure, another one for every number.
  static func silent(_ number: Int) -> [UInt8] {
    WAVEncoder.pcm16(
      Signal(samples: [Double](repeating: 0, count: 44_100 + number), sampleRate: 44_100))
  }

  /// A file that no tier can measure.
  static let silence = WAVEncoder.pcm16(
    Signal(samples: [Double](repeating: 0, count: 44_100), sampleRate: 44_100))
}

/// A server with a guest who has recorded a vowel; with a database, a person with an account.
struct Ward {
  let server: TestServer
  let guest: Browser
  let session: String
  let person: String

  init(on database: TestDatabase? = nil) async throws {
    server = try TestServer(on: database)
    guest = try await Browser(server)
    try await guest.goToFirstVowel(with: database == nil ? nil : Browser.account)
    let place = try #require(try await guest.take(1).header("Location"))
    try await guest.waitForEnd(of: place)
    session = try #require(place.split(separator: "/").last.map(String.init))
    person = try await server.hash(of: guest)
  }

  func staff(_ role: StaffRole, name: String = "Clara") async throws -> Browser {
    try await Browser(server, bearer: server.token(role, name: name))
  }
}

// Accounts under load and attack: concurrent sign-ins, common passwords, many guesses, and their
// log lines.

import Foundation
import RecordStore
import Synchronization
import TestSupport
import Testing
import VoiceTypes

@testable import VoiceServer

/// A hasher that runs `onMatch` in the middle of the first check, and notes the passwords in the order of the checks.
private final class HookedHasher: PasswordHasher {
  private let hook = Mutex<(@Sendable () -> Void)?>(nil)
  private let checked = Mutex<[String]>([])

  var onMatch: (@Sendable () -> Void)? {
    get { hook.withLock { $0 } }
    set { hook.withLock { $0 = newValue } }
  }

  var order: [String] { checked.withLock { $0 } }

  func hash(_ password: [UInt8]) -> String? { QuickHasher().hash(password) }

  func matches(_ password: [UInt8], _ kept: String) -> Bool {
    checked.withLock { $0.append(String(decoding: password, as: UTF8.self)) }
    let act = hook.withLock { hook in
      defer { hook = nil }
      return hook
    }
    act?()
    return QuickHasher().matches(password, kept)
  }
}

/// Says of the first of several calls that it is the first.
private final class Once: Sendable {
  private let count = Mutex(0)

  var isFirst: Bool {
    count.withLock { count in
      count += 1
      return count == 1
    }
  }
}

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct AccountSafetyTests {
    private static let own: JSONValue = ["email": "ida@example.org", "password": "a long password"]
    private static let wrong: JSONValue = [
      "email": "ida@example.org", "password": "another password",
    ]

    // MARK: - Concurrency

    @Test func `a failed sign-in during account creation does not affect the account`()
      async throws
    {
      let files = FaultyFileSystem()
      let server = try TestServer(files: files)
      let steps = StepExecutor()
      let (owner, intruder) = (try await Browser(server), try await Browser(server, peer: "b"))
      let attack = Task(executorPreference: steps) {
        try await intruder.send(.post, "/v1/sign-in", json: Self.wrong).status
      }
      let isFirst = Once()
      // The account has its file, and its journey has not begun.
      files.meddler = { step in
        guard step.hasPrefix("flush the folder"), step.hasSuffix("/accounts"),
          isFirst.isFirst
        else { return }
        steps.runUntilIdle()
      }

      try await owner.json(.post, "/v1/accounts", Self.own, status: 201)
      let statuses = try await steps.results(of: [attack])

      #expect(!isFirst.isFirst && statuses == [401])
      #expect(try await owner.send(.get, "/v1/me/account").status == 200)
      try await Browser(server).json(.post, "/v1/sign-in", Self.own)
      await server.desk.stop()
    }

    @Test func `changing the password ends sign-ins with the old one`()
      async throws
    {
      let files = FaultyFileSystem()
      let server = try TestServer(files: files)
      let (owner, intruder) = (try await Browser(server), try await Browser(server, peer: "b"))
      try await owner.json(.post, "/v1/accounts", Self.own, status: 201)
      let steps = StepExecutor()
      let change = Task(executorPreference: steps) {
        try await owner.send(
          .put, "/v1/me/password", json: ["old": "a long password", "new": "another password"]
        ).status
      }
      // The intruder's password has been checked, and the sign-in is about to be written.
      let isFirst = Once()
      files.meddler = { step in
        guard step.hasPrefix("write "), step.contains("/sign-ins/"), isFirst.isFirst else { return }
        steps.runUntilIdle()
      }

      try await intruder.json(.post, "/v1/sign-in", Self.own)
      let statuses = try await steps.results(of: [change])

      #expect(statuses == [204])
      #expect(try await intruder.send(.get, "/v1/me/journey").status == 401)
      await server.desk.stop()
    }

    /// Sends a guess of each browser but the first, and then the sign-in of the owner, all while a wrong password of the
    /// first one is checked. The owner is signed in.
    /// - Returns: The status of the first guess, the replies to the others, and how many checks came before the owner's.
    private static func rush(
      _ guessers: [Browser], before owner: Browser, _ hasher: HookedHasher,
      _ guess: (Int) -> JSONValue
    ) async throws -> (first: Int, replies: [APIResponse], place: Int) {
      let before = hasher.order.count
      let steps = StepExecutor()
      let guesses = guessers.dropFirst().enumerated().map { number, browser in
        let json = guess(number)
        return Task(executorPreference: steps) {
          try await browser.send(.post, "/v1/sign-in", json: json)
        }
      }
      let signIn = Task(executorPreference: steps) {
        try await owner.send(.post, "/v1/sign-in", json: own).status
      }
      hasher.onMatch = { steps.runUntilIdle() }

      let first = try await guessers[0].send(.post, "/v1/sign-in", json: wrong).status
      #expect(try await steps.results(of: [signIn]) == [200])
      let replies = try await steps.results(of: guesses)
      let order = hasher.order.dropFirst(before)
      return (first, replies, try #require(order.firstIndex(of: "a long password")) - before)
    }

    @Test func `guesses from one address have a short queue of their own`() async throws {
      let hasher = HookedHasher()
      let server = try TestServer(passwords: hasher)
      try await Browser(server).json(.post, "/v1/accounts", Self.own, status: 201)
      func browsers(_ count: Int, _ peer: String) async throws -> [Browser] {
        var browsers: [Browser] = []
        for _ in 0..<count { browsers.append(try await Browser(server, peer: peer)) }
        return browsers
      }
      let guessers = try await browsers(13, "192.0.2.1")
      let owner = try await browsers(1, "192.0.2.2")[0]
      let (first, replies, place) = try await Self.rush(guessers, before: owner, hasher) {
        ["email": .string("guess\($0)@example.org"), "password": .string("guess number \($0)")]
      }

      #expect(first == 401)
      // An address has at most eight requests at a time, the first ones included.
      #expect(
        replies.map(\.status).sorted()
          == Array(repeating: 401, count: 7) + Array(repeating: 429, count: 5))
      #expect(replies.allSatisfy { $0.status == 401 || $0.header("Retry-After") == "1" })
      // One more guess at most comes before the owner.
      #expect(place <= 2)
      await server.desk.stop()
    }

    @Test func `guesses from 60 addresses delay an address without failures by two hashes at most`()
      async throws
    {
      let hasher = HookedHasher()
      let server = try TestServer(passwords: hasher)
      try await Browser(server).json(.post, "/v1/accounts", Self.own, status: 201)
      var guessers: [Browser] = []
      for number in 1...60 {
        let guesser = try await Browser(server, peer: "192.0.2.\(number)")
        guessers.append(guesser)
        #expect(try await guesser.send(.post, "/v1/sign-in", json: Self.wrong).status == 401)
      }
      let owner = try await Browser(server, peer: "198.51.100.1")
      let (_, _, place) = try await Self.rush(guessers, before: owner, hasher) { number in
        // The owner's account is among the targets.
        let target = number < 8 ? "ida" : "guess\(number)"
        return ["email": .string("\(target)@example.org"), "password": "another password"]
      }

      #expect(place <= 2)
      await server.desk.stop()
    }

    @Test func `first guesses from 60 addresses delay a new address by one hash per address`()
      async throws
    {
      let hasher = HookedHasher()
      let queue = PasswordQueue(hasher, cores: 1)
      let steps = StepExecutor()
      hasher.onMatch = { steps.runUntilIdle() }
      // Two guesses of each address.
      let guesses = (0..<120).map { number in
        Task(executorPreference: steps) {
          try await Self.isRight("guess", in: queue, from: "192.0.2.\(1 + number / 2)")
        }
      }
      let signIn = Task(executorPreference: steps) {
        try await Self.isRight("right", in: queue, from: "198.51.100.1")
      }

      #expect(try await !Self.isRight("guess", in: queue, from: "198.51.100.2"))
      #expect(try await steps.results(of: [signIn]) == [true])
      #expect(try await steps.results(of: guesses).allSatisfy { !$0 })
      #expect(try #require(hasher.order.firstIndex(of: "right")) <= 61)
    }

    @Test func `guesses beyond the longest queue are refused`() async throws {
      let hasher = HookedHasher()
      let queue = PasswordQueue(hasher, cores: 1)
      let steps = StepExecutor()
      hasher.onMatch = { steps.runUntilIdle() }
      let more = 5
      let guesses = (0..<PasswordQueue.mostWaiting + more).map { number in
        Task(executorPreference: steps) { () async throws -> APIFault? in
          do throws(APIFault) {
            _ = try await Self.isRight("guess", in: queue, from: "\(number)")
            return nil
          } catch {
            return error
          }
        }
      }

      _ = try await Self.isRight("guess", in: queue, from: "198.51.100.1")
      let faults = try await steps.results(of: guesses).compactMap(\.self)

      #expect(faults == [APIFault](repeating: APIFault(.busy), count: more))
    }

    @Test func `every priority starts while the other two wait`() async throws {
      let hasher = HookedHasher()
      let queue = PasswordQueue(hasher, cores: 1)
      let steps = StepExecutor()
      hasher.onMatch = { steps.runUntilIdle() }
      let others = (0..<40).map { number in
        Task(executorPreference: steps) {
          try await Self.isRight(
            "guess", in: queue, from: "192.0.2.\(number)", number < 20 ? .known : .normal)
        }
      }
      let signIn = Task(executorPreference: steps) {
        try await Self.isRight("right", in: queue, from: "198.51.100.1")
      }

      _ = try await Self.isRight("guess", in: queue, from: "198.51.100.2")
      #expect(try await steps.results(of: [signIn]) == [true])
      _ = try await steps.results(of: others)
      #expect(try #require(hasher.order.firstIndex(of: "right")) <= 4)
    }

    @Test func `an address is known for 30 days after its latest sign-in`() {
      let (limits, day) = (SignInRateLimits(), Duration.seconds(86_400))
      for number in [0, 29] { limits.successes.record("192.0.2.1", at: day * number) }

      #expect(limits.priority(of: "192.0.2.1", at: day * 58) == .known)
      #expect(limits.priority(of: "192.0.2.1", at: day * 59) == .high)
      limits.failures.record("192.0.2.1", at: day * 40)
      #expect(limits.priority(of: "192.0.2.1", at: day * 40 + .seconds(60)) == .normal)
      for number in 0..<10_001 { limits.successes.record("\(number)", at: day * 60) }
      #expect(limits.priority(of: "10000", at: day * 60) == .known)
      #expect(limits.priority(of: "192.0.2.1", at: day * 58) == .high)
    }

    /// Compares a password with "right" in the queue, by default from an address without sign-ins.
    private static func isRight(
      _ password: String, in queue: PasswordQueue, from peer: String,
      _ priority: PasswordQueue.Priority = .high
    ) async throws(APIFault) -> Bool {
      try await queue.matches(
        Array(password.utf8), QuickHasher().hash(Array("right".utf8)),
        for: PasswordQueue.Client(peer: peer, priority: priority))
    }

    @Test func `first guesses from 60 addresses delay an address with a sign-in by one hash`()
      async throws
    {
      let hasher = HookedHasher()
      let server = try TestServer(passwords: hasher)
      try await Browser(server).json(.post, "/v1/accounts", Self.own, status: 201)
      let earlier = try await Browser(server, peer: "198.51.100.1")
      #expect(try await earlier.send(.post, "/v1/sign-in", json: Self.own).status == 200)
      let owner = try await Browser(server, peer: "198.51.100.1")
      var guessers: [Browser] = []
      for number in 1...60 {
        guessers.append(try await Browser(server, peer: "192.0.2.\(number)"))
      }
      let (_, _, place) = try await Self.rush(guessers, before: owner, hasher) {
        ["email": .string("guess\($0)@example.org"), "password": "another password"]
      }

      #expect(place <= 1)
      await server.desk.stop()
    }

    // MARK: - Look-ups

    @Test func `an account and its sign-ins are found without reading those of others`()
      async throws
    {
      let files = FaultyFileSystem()
      let server = try TestServer(files: files)
      for number in 1...20 {
        try await Browser(server).json(
          .post, "/v1/accounts",
          ["email": .string("p\(number)@example.org"), "password": "a long password"], status: 201)
      }
      let owner = try await Browser(server)
      try await owner.json(.post, "/v1/accounts", Self.own, status: 201)
      func reads(_ folder: String, of path: String, _ method: VoiceServer.Method = .get)
        async throws
        -> Int
      {
        let before = files.names.count
        let reply = try await owner.send(method, path)
        #expect([200, 204].contains(reply.status))
        return files.names.dropFirst(before).count {
          $0.hasPrefix("read ") && !$0.hasPrefix("read the attributes of")
            && $0.contains("/\(folder)/")
        }
      }

      #expect(try await reads("accounts", of: "/v1/me/account") == 1)
      // One for the cookie, and one for the row.
      #expect(try await reads("sign-ins", of: "/v1/me/sign-ins") == 2)
      #expect(try await reads("sign-ins", of: "/v1/me/sign-ins", .delete) <= 2)
      await server.desk.stop()

      let next = try TestServer(after: server)
      let again = try await Browser(next, cookie: owner.sent)
      #expect(try await again.send(.get, "/v1/me/account").status == 200)
      #expect(try await again.json(.get, "/v1/me/sign-ins").elements.count == 1)
      await next.desk.stop()
    }

    // MARK: - Event streams

    /// Ways in which the sign-in of a browser ends, the second browser being signed in to the same account.
    enum Ending: CaseIterable {
      case signOut
      case signOutByTheOther
      case passwordChangeByTheOther
      case erasure
    }

    @Test(arguments: Ending.allCases)
    func `an event stream ends with its sign-in`(_ ending: Ending) async throws {
      let server = try TestServer()
      let (first, second) = (try await Browser(server), try await Browser(server))
      try await first.json(.post, "/v1/accounts", Self.own, status: 201)
      try await second.json(.post, "/v1/sign-in", Self.own)
      let reply = try await first.send(.get, "/v1/me/updates")

      let ended =
        switch ending {
        case .signOut: try await first.send(.delete, "/v1/sign-in")
        case .signOutByTheOther: try await second.send(.delete, "/v1/me/sign-ins")
        case .passwordChangeByTheOther:
          try await second.send(
            .put, "/v1/me/password", json: ["old": "a long password", "new": "another password"])
        case .erasure: try await second.send(.delete, "/v1/me")
        }

      #expect(ended.status == 204)
      #expect(try await reply.ends())
      await server.desk.stop()
    }

    // MARK: - The log

    @Test func `sign-ins and refusals are logged without personal data`() async throws {
      let log = LogLines()
      let server = try TestServer(logger: log.logger)
      let peer = "192.0.2.77"
      let owner = try await Browser(server, peer: "198.51.100.1")
      try await owner.json(.post, "/v1/accounts", Self.own, status: 201)
      for _ in 1...8 {
        try await Browser(server, peer: peer).send(.post, "/v1/sign-in", json: Self.wrong)
      }
      let second = try await Browser(server, peer: "198.51.100.2")
      try await second.json(.post, "/v1/sign-in", Self.own)
      try await second.send(
        .put, "/v1/me/password", json: ["old": "a long password", "new": "another password"])
      for _ in 1...40 {
        try await Browser(server, bearer: "sagevoice_no_such_token", peer: peer)
          .send(.get, "/v1/staff/me")
      }

      let expected =
        ["account_created"] + [String](repeating: "sign_in_failed", count: 5)
        + ["sign_in_throttled", "signed_in", "password_changed"]
        + [String](repeating: "staff_token_refused", count: 10)
      let events = log.all.map { String($0.prefix { $0 != " " }) }
      #expect(events == expected)
      let audit = try server.lines(of: "sagevoice-server").compactMap {
        try JSONValue(parsing: $0)["action"]?.asText
      }
      #expect(audit.filter(Set(expected).contains) == expected)
      // The same account and the same network have the same pseudonyms, and others have others.
      let failed = Set(log.all.filter { $0.hasPrefix("sign_in_failed") })
      #expect(
        failed.count == 1
          && failed.first?.contains(/account=[0-9a-f]{12} network=[0-9a-f]{12}$/) == true)
      let all = try log.all.joined() + server.lines(of: "sagevoice-server").joined()
      for text in ["example", "ida", peer, "198.51", "password=", "no_such_token"] {
        #expect(!all.contains(text), "\(text)")
      }
      await server.desk.stop()
    }
  }
}

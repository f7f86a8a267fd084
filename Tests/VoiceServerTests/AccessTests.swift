// Access to every address of the table by every kind of user. An address without an expectation
// fails.

import RecordStore
import TestSupport
import Testing
import VoiceServer
import VoiceTypes

/// Who asks.
private enum Asker: String, CaseIterable {
  case nobody
  case guest
  case other
  case intake
  case clinician
  case admin
  case sync

  var role: StaffRole? { StaffRole(rawValue: rawValue) }
}

/// Users with access, and the answer to an empty request.
private enum Expectation {
  case anyone(Int)
  /// Users who are not signed in as a person.
  case newcomers(Int, others: Int)
  /// A guest's own data; sessions of others are not found. Nil if the answer depends on a baseline.
  case own(Int?)
  case staff([StaffRole], Int?)

  static let intake: [StaffRole] = [.intake, .clinician, .admin]
  static let programs: [StaffRole] = [.admin, .sync]
  static let clinical: [StaffRole] = [.clinician, .admin]

  /// The expected status for a user; nil if it depends on the progress.
  func status(for asker: Asker, isOfSession: Bool) -> Int? {
    switch self {
    case .anyone(let status): return status
    case .newcomers(let status, let others):
      return [.guest, .other].contains(asker) ? others : status
    case .own(let status):
      switch asker {
      case .guest: return status
      case .other: return isOfSession ? 404 : nil
      default: return 401
      }
    case .staff(let roles, let status):
      guard let role = asker.role else { return 401 }
      return roles.contains(role) ? status : 403
    }
  }
}

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct AccessTests {
    /// By the names of operations.
    private static let expected: [String: Expectation] = [
      "health": .anyone(200), "readiness": .anyone(200), "metrics": .anyone(200),
      "openAPI": .anyone(200), "home": .anyone(200), "staffPage": .anyone(200),
      "pageFile": .anyone(200), "worker": .anyone(200), "texts": .anyone(200),
      "signUp": .newcomers(201, others: 409),
      "makeAccount": .anyone(400), "signIn": .newcomers(400, others: 409), "account": .own(404),
      "changePassword": .own(400), "signIns": .own(200), "endOtherSignIns": .own(204),
      "endSignIn": .own(404), "resetPassword": .anyone(400),
      "issuePasswordReset": .staff([.admin], 404),

      "signOut": .own(204), "profile": .own(200), "giveProfile": .own(200),
      "giveConsent": .own(400), "journey": .own(200), "submitJourneyEvent": .own(400),
      "journeyUpdates": .own(200), "record": .own(415), "sessions": .own(200),
      "session": .own(200), "sessionUpdates": .own(200), "sessionDocument": .own(200),
      "sessionRecording": .own(200), "sessionReport": .own(200), "baseline": .own(nil),
      "progress": .own(nil), "sessionFindings": .own(200), "history": .own(200),
      "export": .own(200), "erase": .own(204),

      "staffSignIn": .staff(Expectation.intake, 201),
      "staffSignOut": .staff(Expectation.intake, 204),
      "staffSelf": .staff(Expectation.intake, 200),
      "staffPeople": .staff(Expectation.intake, 200),
      "registerPerson": .staff(Expectation.intake, 400),
      "staffPerson": .staff(Expectation.intake, 200),
      "correctPerson": .staff(Expectation.intake, 400),
      "staffJourney": .staff(Expectation.intake, 200),
      "staffBaseline": .staff(Expectation.clinical, nil),
      "staffProgress": .staff(Expectation.clinical, nil),
      "staffHistory": .staff(Expectation.clinical, 200),
      "staffSessions": .staff(Expectation.clinical, 200),
      "staffSession": .staff(Expectation.clinical, 200),
      "staffDocument": .staff(Expectation.clinical, 200),
      "staffRecording": .staff(Expectation.clinical, 200),
      "staffReport": .staff(Expectation.clinical, 200),
      "reviewSession": .staff(Expectation.clinical, 200),
      "amendSession": .staff(Expectation.clinical, 400),
      "staffAlerts": .staff(Expectation.clinical, 200),
      "acknowledgeAlert": .staff(Expectation.clinical, 404),
      "staffExport": .staff([.admin], 200), "staffTokens": .staff([.admin], 200),
      "makeStaffToken": .staff([.admin], 400), "endStaffToken": .staff([.admin], 404),
      "staffErase": .staff([.admin], 204),
      "passingSessions": .staff(Expectation.programs, 200),
      "packSession": .staff(Expectation.programs, 404),
      "takeSession": .staff(Expectation.programs, 415),
      "passingPeople": .staff(Expectation.programs, 200),
      "packPerson": .staff(Expectation.programs, 404),
      "takePerson": .staff(Expectation.programs, 415),
    ]

    /// Operations after which the person is missing for the next address.
    private static let lasting: Set<String> = ["signUp", "signOut", "erase", "staffErase"]

    /// Empty lists: there are no alerts, and guest data are not transferred.
    private static let empty: Set<String> = ["staffAlerts", "passingSessions", "passingPeople"]

    private struct Scene {
      let server: TestServer
      let guest: Browser
      let other: Browser
      let session: String
      let person: String

      init() async throws {
        server = try TestServer()
        other = try await Browser(server).signUp()
        guest = try await Browser(server).goToFirstVowel()
        let place = try #require(try await guest.take(1).header("Location"))
        try await guest.waitForEnd(of: place)
        session = try #require(place.split(separator: "/").last.map(String.init))
        person = try await server.hash(of: guest)
      }

      func path(of route: Route) -> String {
        [
          "{session}": session, "{document}": "quick", "{person}": person, "{alert}": "none",
          "{token}": "none", "{file}": "app.js", "{language}": "en",
        ].reduce(route.path) { $0.replacing($1.key, with: $1.value) }
      }
    }

    private func browser(_ asker: Asker, _ scene: Scene, fresh: Bool) async throws -> Browser {
      switch asker {
      case .nobody: return try await Browser(scene.server)
      case .guest where !fresh: return scene.guest
      case .other where !fresh: return scene.other
      case .guest, .other:
        let browser = try await Browser(scene.server).signUp()
        return browser
      case .intake, .clinician, .admin, .sync:
        let role = try #require(asker.role)
        return try await Browser(scene.server, bearer: scene.server.token(role))
      }
    }

    @Test func `every route admits exactly its documented roles`() async throws {
      let scene = try await Scene()
      let routes = scene.server.table.routes
      let ordered =
        routes.filter { !Self.lasting.contains($0.name) }
        + routes.filter { Self.lasting.contains($0.name) }
      var asked = 0

      for route in ordered {
        let expectation = try #require(Self.expected[route.name], "\(route.name) is new")
        for asker in Asker.allCases {
          let browser = try await browser(asker, scene, fresh: Self.lasting.contains(route.name))
          let reply = try await browser.send(
            route.method, scene.path(of: route), json: route.method == .get ? nil : [:])
          let status = expectation.status(for: asker, isOfSession: route.path.contains("{session}"))
          asked += 1
          if let status {
            #expect(reply.status == status, "\(asker) \(route.name)")
          } else {
            #expect(![401, 403].contains(reply.status), "\(asker) \(route.name)")
          }
        }
      }

      #expect(Set(Self.expected.keys) == Set(routes.map(\.name)))
      #expect(asked == 7 * routes.count && asked >= 7 * 50)
      await scene.server.desk.stop()
    }

    @Test func `the API document states the access rule of every route`() async throws {
      let server = try TestServer()
      let document = try await Browser(server).json(.get, "/openapi.json")

      for route in server.table.routes {
        let security = document[
          path: ["paths", .key(route.path), .key(route.method.rawValue.lowercased()), "security"]]
        switch Self.expected[route.name] ?? .anyone(0) {
        case .anyone, .newcomers: #expect(security == [], "\(route.name)")
        case .own: #expect(security == [["cookie": []]], "\(route.name)")
        case .staff(let roles, _):
          let names = JSONValue.array(roles.map { .string($0.rawValue) })
          #expect(security == [["staffToken": names], ["staffCookie": names]], "\(route.name)")
        }
      }
      let schemes = try #require(document[path: ["components", "securitySchemes"]])
      #expect(schemes.keys == ["cookie", "staffToken", "staffCookie"])
      await server.desk.stop()
    }

    @Test func `each staff access to a person is logged with the token name`() async throws {
      let scene = try await Scene()
      let admin = try await Browser(scene.server, bearer: scene.server.token(.admin, name: "Ada"))
      let looks = scene.server.table.routes.filter { route in
        guard case .staff = route.access, route.method == .get else { return false }
        return !["staffSelf", "staffTokens"].contains(route.name)
      }
      var missing: [String] = []
      var ofHead: [String] = []

      for route in looks {
        let atFirst = try scene.server.lines(of: "staff/Ada").count
        _ = try await admin.send(.head, scene.path(of: route))
        let before = try scene.server.lines(of: "staff/Ada").count
        if before != atFirst { ofHead.append(route.name) }
        let reply = try await admin.send(.get, scene.path(of: route))
        let after = try scene.server.lines(of: "staff/Ada").count
        if reply.status == 200, after == before, !Self.empty.contains(route.name) {
          missing.append(route.name)
        }
      }

      #expect(looks.count >= 13)
      #expect(missing == [])
      #expect(ofHead == [])
      // A guest's reading of own data is no logged access.
      let lines = try scene.server.lines(of: "staff/Ada").count
      try await scene.guest.json(.get, "/v1/me/profile")
      #expect(try scene.server.lines(of: "staff/Ada").count == lines)
      await scene.server.desk.stop()
    }
  }
}

// Sessions and alerts for staff, and corrections by staff.

import Foundation
import RecordStore
import TestSupport
import Testing
import VoiceServer
import VoiceTypes

/// One after the other: every server has a runner with its threads.
extension ServerTests {
  @Suite struct StaffSessionTests {
    @Test func `staff find, sign off and open the report of a session`()
      async throws
    {
      let ward = try await Ward()
      let clinician = try await ward.staff(.clinician)
      func found(_ query: [String: String]) async throws -> [JSONValue] {
        let reply = try await clinician.send(.get, "/v1/staff/sessions", query: query)
        return try JSONValue.parse(try reply.bytes)["sessions"]?.elements ?? []
      }
      let unsigned = try await found(["reviewed": "false"])
      let path = "/v1/staff/sessions/\(ward.session)"

      let review = try await clinician.json(.put, path + "/review", ["note": "looked at"])
      let report = try await clinician.send(.get, path + "/report", query: ["lang": "de"])

      #expect(unsigned.map { $0["session_id"] } == [.string(ward.session)])
      #expect(unsigned.first?["user_id"]?.stringValue?.hasPrefix("guest-") == true)
      #expect(review["by"] == "staff/Clara" && review["note"] == "looked at")
      #expect(try await found(["reviewed": "false"]).isEmpty)
      #expect(try await found(["reviewed": "true", "person": ward.person]).count == 1)
      #expect(try await found(["tier": "comprehensive"]).count == 1)
      #expect(try await found(["verdict": "fail"]).isEmpty)
      #expect(try await found(["until": "2001-01-01T00:00:00Z"]).isEmpty)
      #expect(report.header("Content-Security-Policy")?.contains("'sha256-") == true)
      #expect(String(decoding: try report.bytes, as: UTF8.self).contains("<html lang=\"de\">"))
      for (name, value) in [
        ("tier", "x"), ("from", "yesterday"), ("after", "x"), ("person", "x"), ("reviewed", "1"),
      ] {
        let reply = try await clinician.send(.get, "/v1/staff/sessions", query: [name: value])
        #expect(reply.status == 400, "\(name)")
      }
      await ward.server.desk.stop()
    }

    @Test func `a session with a damaged header stays in the list of staff`() async throws {
      let ward = try await Ward()
      let clinician = try await ward.staff(.clinician)
      let header = ward.server.folder + "/store/sessions/\(ward.session)/header.json"
      try Data("{".utf8).write(to: URL(fileURLWithPath: header))

      let rows = try await clinician.json(.get, "/v1/staff/sessions")["sessions"]?.elements ?? []

      #expect(rows.map { $0["session_id"] } == [.string(ward.session)])
      #expect(rows.first?["reviewed"] == .null)
      await ward.server.desk.stop()
    }

    @Test func `a corrected session is a new one that names the old one`() async throws {
      let ward = try await Ward()
      let clinician = try await ward.staff(.clinician)
      let path = "/v1/staff/sessions/\(ward.session)"

      let made = try await clinician.json(
        .post, path + "/amendments", ["reason": "another age", "profile": ["age": 61]],
        status: 201)
      let id = try #require(made["session_id"]).asText
      let answers = try await clinician.json(.get, "/v1/staff/sessions/\(id)/documents/answers")
      let former = try await clinician.json(.get, path + "/documents/answers")

      #expect(made["parent"] == .string(ward.session) && made["reviewed"] == .null)
      #expect(answers.text(.compact).contains("\"age\":61"))
      #expect(!former.text(.compact).contains("\"age\":61"))
      let log = try String(
        contentsOfFile: ward.server.folder + "/store/sessions/\(id)/audit.log", encoding: .utf8)
      #expect(log.contains(#""actor":"staff/Clara","action":"amended""#))
      await ward.server.desk.stop()
    }

    @Test func `an alert is acknowledged once, by the first user`() async throws {
      let ward = try await Ward()
      let store = ward.server.desk.store
      let session = try #require(SessionID(ward.session))
      try store.raise(
        [.init(rule: .twoFamilies, sessionID: ward.session, families: [.jitter, .shimmer])],
        by: session, for: UserHash(text: ward.person))
      let (clara, omar) = (
        try await ward.staff(.clinician), try await ward.staff(.clinician, name: "Omar")
      )
      let open = try await clara.send(.get, "/v1/staff/alerts", query: ["open": "true"])
      let row = try #require(try JSONValue.parse(try open.bytes)["alerts"]?.elements.first)
      let id = try #require(row[path: ["alert", "id"]]).asText
      let path = "/v1/staff/people/\(ward.person)/alerts/\(id)/acknowledgement"

      let first = try await clara.json(.put, path, ["note": "seen"])
      let second = try await omar.json(.put, path, [:])

      #expect(first[path: ["acknowledged", "by"]] == "staff/Clara")
      #expect(second[path: ["acknowledged", "by"]] == "staff/Clara")
      let left = try await clara.send(.get, "/v1/staff/alerts", query: ["open": "true"])
      #expect(try JSONValue.parse(try left.bytes)["alerts"] == [])
      #expect(try await clara.json(.get, "/v1/staff/alerts")["alerts"]?.elements.count == 1)
      await ward.server.desk.stop()
    }

    @Test func `missing items of every kind are reported as not found`() async throws {
      let ward = try await Ward()
      let admin = try await ward.staff(.admin)
      let nobody = String(repeating: "0", count: 64)

      for path in [
        "/v1/staff/people/\(nobody)", "/v1/staff/people/x", "/v1/staff/people/\(nobody)/history",
        "/v1/staff/people/\(nobody)/export", "/v1/staff/sessions/x",
        "/v1/staff/sessions/\(SessionID.fresh().text)/report",
        "/v1/staff/sessions/\(ward.session)/documents/header",
      ] {
        #expect(try await admin.json(.get, path, status: 404)["code"] == "not_found", "\(path)")
      }
      #expect(try await admin.send(.delete, "/v1/staff/people/\(nobody)").status == 404)
      await ward.server.desk.stop()
    }

    @Test func `a person removed by an administrator is signed out everywhere`() async throws {
      let ward = try await Ward()
      let admin = try await ward.staff(.admin)
      let path = "/v1/staff/people/\(ward.person)"
      let copy = try await admin.send(.get, path + "/export").bytes

      #expect(try await admin.send(.delete, path).status == 204)

      #expect(Data(copy).range(of: Data(ward.session.utf8)) != nil)
      #expect(try await admin.send(.get, path).status == 404)
      #expect(try await ward.guest.send(.get, "/v1/me/journey").status == 401)
      #expect(ward.server.files("store.server/sign-ins").isEmpty)
      #expect(ward.server.files("store/sessions").isEmpty)
      await ward.server.desk.stop()
    }
  }
}

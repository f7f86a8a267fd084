// Effects of consent in the watcher.

import Foundation
import JobRunner
import RecordStore
import TestSupport
import Testing
import VoiceTypes

@Suite struct ConsentTests {
  private static func sidecar(signed: Bool, _ purposes: String, age: Int = 34) -> String {
    """
    {"profile": {"user_id": "anna-77", "age": \(age), "voice_conditions": ["a hoarse week"]},
     "consent": {"signed": \(signed), "at": "2026-01-01T09:00:00Z", "version": "3",
                 "purposes": [\(purposes)]}}
    """
  }

  private func drained(
    _ sidecar: String?, _ rule: ConsentRule = .optional, _ tiers: WantedTiers = .both
  ) throws -> Inbox {
    let inbox = try Inbox()
    (inbox.settings.consent, inbox.settings.tiers) = (rule, tiers)
    try inbox.deliver(with: sidecar)
    return inbox
  }

  private func documents(_ inbox: Inbox) throws -> [SessionDocument] {
    let session = try #require(try inbox.openStore().existingSession(inbox.session().id))
    return try SessionDocument.allCases.filter { try session.read($0) != nil }
  }

  private func code(_ inbox: Inbox) throws -> String? {
    try inbox.openStore().existingSession(inbox.session().id)?.state()?.fault?.code
  }

  @Test func `with consent to storage everything is stored`() throws {
    let inbox = try drained(Self.sidecar(signed: true, #""analysis", "storage""#))

    #expect(try documents(inbox).contains(.computed) && documents(inbox).contains(.audio))
  }

  @Test(arguments: WantedTiers.allCases)
  func `without consent to storage only the quick answer is stored`(tiers: WantedTiers) throws {
    let inbox = try drained(Self.sidecar(signed: true, #""analysis""#), .optional, tiers)

    let expected: [SessionDocument] =
      tiers == .comprehensive ? [.header, .state] : [.header, .quick, .state]
    #expect(try documents(inbox) == expected)
    #expect(try inbox.left() == [] && inbox.work() == [])
    #expect(inbox.stored("failed") == [] && inbox.stored("people") == [])
    if tiers != .quick { #expect(try code(inbox) == "consent_missing") }
    #expect(try FolderSearch.findings(of: ["anna-77", "hoarse week"], in: inbox.storePath) == [])
    #expect(try inbox.findings() == [])
  }

  @Test(arguments: [("", true), (#""storage""#, true), (#""analysis", "storage""#, false)])
  func `without consent to analysis there is no analysis`(purposes: String, signed: Bool) throws {
    let inbox = try drained(Self.sidecar(signed: signed, purposes))

    let mayKeep = signed && purposes.contains("storage")
    #expect(try documents(inbox) == (mayKeep ? [.header, .answers, .state] : [.header, .state]))
    #expect(try code(inbox) == "consent_missing")
  }

  @Test func `from 13 to 17 years, consent needs a guardian`() throws {
    let inbox = try drained(Self.sidecar(signed: true, #""analysis", "storage""#, age: 15))

    #expect(try code(inbox) == "consent_missing")
  }

  @Test func `the setting decides about recordings without consent`() throws {
    let told = try drained(nil)
    let required = try drained(nil, .required)

    #expect(try documents(told).contains(.computed))
    #expect(try documents(required) == [.header, .quick, .state])
  }

  @Test func `an earlier consent applies to later recordings`() throws {
    let inbox = try drained(Self.sidecar(signed: true, #""analysis", "storage""#), .required)

    try inbox.deliver(Recordings.voice(2), "b.wav", with: #"{"user_id": "anna-77"}"#)

    let second = try #require(try inbox.sessions().first { $0.name == "b.wav" })
    #expect(second.state == .filed)
  }

  @Test func `a consent without a signature is stored and has no effect`() throws {
    let inbox = try drained(#"{"user_id": "anna-77", "consent": {"research": true}}"#)

    #expect(try documents(inbox).contains(.computed))
  }

  @Test func `an invalid consent is a fault of the sidecar`() throws {
    let inbox = try drained(
      #"{"user_id": "anna-77", "consent": {"signed": true, "purposes": ["all"]}}"#)

    #expect(try inbox.codes() == ["profile_invalid"])
  }
}

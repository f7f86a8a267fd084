import TestSupport
import Testing
import VoiceTypes

@Suite struct ConsentTests {
  private func consent(guardian: GuardianConsent? = nil) -> Consent {
    Consent(
      isSigned: true, at: "2026-01-31", version: "1", purposes: [.analysis, .storage],
      guardian: guardian)
  }

  @Test func `consent allows only the agreed purposes`() {
    let age = Age(years: 34)

    #expect(
      ConsentPurpose.allCases.filter { consent().allows($0, at: age) } == [.analysis, .storage])
    var declined = consent()
    declined.isSigned = false
    #expect(ConsentPurpose.allCases.allSatisfy { !declined.allows($0, at: age) })
  }

  @Test(arguments: 13...120)
  func `from 13 to 17 years a guardian signs too`(years: Int) {
    let age = Age(years: years)
    let isGuarded = years <= 17

    #expect(consent().allows(.analysis, at: age) == !isGuarded)
    #expect(consent().lacksGuardian(at: age) == isGuarded)
    let declined = GuardianConsent(isSigned: false, at: nil)
    #expect(consent(guardian: declined).allows(.analysis, at: age) == !isGuarded)
    let signed = GuardianConsent(isSigned: true, at: "2026-01-31")
    #expect(consent(guardian: signed).allows(.analysis, at: age))
  }

  @Test func `neither a declined consent nor an unknown age needs a guardian`() {
    let declined = Consent(isSigned: false, at: nil, version: nil, purposes: [])

    #expect(!declined.lacksGuardian(at: Age(years: 13)))
    #expect(consent().allows(.storage, at: nil))
  }

  @Test func `a consent is written as read`() throws {
    for json in [SamplePerson.consent, ["signed": false, "purposes": []]] {
      #expect(try Consent(json: json).json == json)
    }
  }

  @Test func `a consent with custom text is not recognised`() throws {
    let error = try #require(throws: FileFaults.self) { try Consent(json: ["research": true]) }

    #expect(
      error.faults.map(\.place) == ["consent.research", "consent.signed", "consent.purposes"])
    #expect(error.faults.map(\.kind) == [.invalid, .missing, .missing])
  }

  @Test(
    arguments: [
      (true, [ConsentPurpose.analysis, .storage], "2026-02-01T00:00:00Z", false),
      (true, [.analysis, .research], "2026-02-01T00:00:00Z", true),
      (false, [.analysis, .storage], "2026-02-01T00:00:00Z", true),
      (false, [], "2025-12-01T00:00:00Z", false), (false, [], nil, false),
      (false, [], "2026-01-01T01:00:00+01:00", true),
    ] as [(Bool, [ConsentPurpose], String?, Bool)])
  func `the latest consent decides about storage`(
    isSigned: Bool, purposes: [ConsentPurpose], at: String?, isTakenBack: Bool
  ) {
    let former = Consent(
      isSigned: true, at: "2026-01-01T00:00:00Z", version: "1", purposes: [.analysis, .storage])
    let told = Consent(isSigned: isSigned, at: at, version: "1", purposes: purposes)

    #expect(told.withdrawsStorageConsent(after: former) == isTakenBack)
    let isStorage = isSigned && purposes.contains(.storage)
    #expect(told.withdrawsStorageConsent(after: nil) == (!isStorage && at != nil))
  }
}

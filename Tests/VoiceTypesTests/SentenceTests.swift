import Testing

@testable import VoiceTypes

@Suite struct SentenceTests {
  @Test func `parameters are filled in, in text and advice`() {
    let wording = CheckText.channelIsFaint.filled([.loudChannel: "2"])

    #expect(wording.message.contains("channel 2") || wording.advice.contains("2"))
    #expect(!wording.both.contains("{"))
    #expect(
      wording.sentence == Sentence(id: "level.faint_channel", parameters: ["loud_channel": "2"]))
    #expect(CheckText.channelIsFaint.code == "level")
    #expect(CheckText.channelIsFaint.parameters == [.loudChannel])
  }

  @Test(arguments: ["{found}", "{", "}", "a {needed} b", ""])
  func `filled-in values are not expanded again`(value: String) {
    let filled = MessageTemplate("{needed} and {found}")
      .filled(with: ["needed": value, "found": "x"])

    #expect(filled == "\(value) and x")
  }

  @Test func `a name without a value stays, and a text without names too`() {
    #expect(MessageTemplate("a {b} c").filled(with: [:]) == "a {b} c")
    #expect(MessageTemplate("a {b").filled(with: ["b": "x"]) == "a {b")
    #expect(MessageTemplate("100 %").filled(with: [:]) == "100 %")
  }

  @Test func `a sentence that equals its code is omitted`() {
    #expect(Unavailability.notInTier.sentence == nil)
    #expect(Unavailability.takenByName.sentence?.id == "not_requested.taken_by_name")
    #expect(Unavailability.tooFewPeriods(needed: 5, found: 3).sentence?.id == "too_few_periods")
  }

  @Test func `every reason that is given has a sentence of its code`() {
    for text in ReasonText.allCases {
      #expect(Unavailability(text).code.rawValue == text.code)
    }
    let without = ReasonCode.allCases.filter { code in
      !ReasonText.allCases.contains { $0.code == code.rawValue }
    }
    // Nothing gives these.
    #expect(without == [.noProfile, .noBaseline])
  }

  @Test func `every refusal has a sentence of its code and advice`() {
    for text in RefusalText.allCases {
      #expect(Refusal(text).code.rawValue == text.code)
      #expect(text.advice?.isEmpty == false)
    }
    let without = RefusalCode.allCases.filter { code in
      !RefusalText.allCases.contains { $0.code == code.rawValue }
    }
    #expect(without == [])
  }

  @Test func `a refusal of speech asks for sentences and keeps the found values`() {
    let refusal = Refusal(.tooShort, [.found: "0.1 s", .needed: "0.5 s"])

    let speech = refusal.ofSpeech
    #expect(speech.message == refusal.message)
    #expect(speech.advice == "record two or more read sentences, 5 s or longer")
    #expect(speech.code == .tooShort)
    #expect(Refusal(RefusalText.silent).ofSpeech == Refusal(RefusalText.silent))
  }

  @Test func `documents of versions without sentences are read`() throws {
    let json: JSONValue = [
      "id": "peak", "verdict": "warn", "value": .number(-0.1), "unit": "dbfs",
      "limit": .number(-0.5),
      "message": "close",
    ]

    let check = try QualityCheck.shape.codec.read(json, at: "check")
    #expect(check.sentence == nil)
    #expect(QualityCheck.shape.json(of: check) == json)
  }
}

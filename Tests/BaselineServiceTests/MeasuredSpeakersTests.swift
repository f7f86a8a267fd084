import BaselineService
import RealModule
import Testing
import VoiceTypes

@Suite struct MeasuredSpeakersTests {
  @Test func `a person with many recordings counts once, with their mean`() throws {
    var corpus = SampleCorpus(women: 1, men: 0)
    corpus.add("x1_a.wav", of: "x", SampleVowel().with { $0.jitter = 0.1 })
    corpus.add("x2_a.wav", of: "x", SampleVowel().with { $0.jitter = 0.4 })

    let people = try corpus.people()

    #expect(people.count == 2)
    // The mean of logarithms: √(0.1 · 0.4).
    let jitter = try #require(people.speakers[1].values[.jitterPPQ5])
    #expect((jitter - 0.2).magnitude < 1e-15)
    #expect(people.distribution(of: .jitterPPQ5, in: [.from18To59], .combined)?.speakers == 2)
  }

  @Test func `vowels are not mixed in one person`() throws {
    var corpus = SampleCorpus(women: 0, men: 0)
    corpus.add("x_i.wav", of: "x", SampleVowel().with { $0.hnr = 30 })
    corpus.add("x_a.wav", of: "x", SampleVowel().with { $0.hnr = 20 })

    let people = try corpus.people()

    #expect(people.speakers.map { $0.values[.hnrMean] } == [20])
  }

  @Test func `the next best kind counts where the first cannot be used`() throws {
    var corpus = SampleCorpus(women: 0, men: 0)
    corpus.add("x_a.wav", of: "x")
    corpus.silence("x_a.wav")
    corpus.add("x_i.wav", of: "x", SampleVowel().with { $0.jitter = 0.3 })
    corpus.add("x_high.wav", of: "x", SampleVowel().with { $0.jitter = 0.4 })

    let people = try corpus.people()

    let jitter = try #require(people.speakers.first?.values[.jitterPPQ5])
    #expect((jitter - 0.3).magnitude < 1e-15)
    #expect(people.leftOut == [:])
  }

  @Test func `what depends on the vowel is that of the first kind alone`() throws {
    var corpus = SampleCorpus(women: 0, men: 0)
    for file in ["x_i.wav", "y_a.wav"] {
      corpus.add(file, of: String(file.prefix(1)))
      guard case .complete(var findings) = corpus.vowels[file]?.document.outcome else { continue }
      findings.biomarkers[.h1H2] = Measured(5)
      corpus.vowels[file]?.document.outcome = .complete(findings)
    }

    let people = try corpus.people()

    #expect(people.speakers.map { $0.values[.h1H2] } == [nil, 5])
    #expect(people.speakers.map { $0.values[.hnrMean] } == [nil, 22])
    #expect(people.speakers.map { $0.values[.shimmerAPQ3] != nil } == [false, true])
    #expect(people.speakers.map { $0.values[.cpps] } == [16, 16])
    #expect(people.speakers.map { $0.values[.jitterPPQ5] != nil } == [true, true])
  }

  @Test func `an irregular voice counts like any other`() throws {
    var corpus = SampleCorpus(women: 0, men: 0)
    corpus.add("x_a.wav", of: "x", SampleVowel().with { $0.type = 2 })
    corpus.add("y_a.wav", of: "y", SampleVowel().with { $0.confidence = 10 })

    #expect(try corpus.people().count == 2)
  }

  @Test func `a recording with a check that failed counts only where it is asked for`() throws {
    var corpus = SampleCorpus(women: 0, men: 0)
    corpus.add("x_a.wav", of: "x")
    corpus.vowels["x_a.wav"]?.document.quality = RecordingQualityReport(checks: [
      QualityCheck(id: .clipping, verdict: .fail, value: 3, unit: "percent", limit: 0.01)
    ])

    #expect(try corpus.people().leftOut == [.noUsableRecording: 1])

    var plan = corpus.plan()
    plan.countsFailedChecks = true
    let people = MeasuredSpeakers(in: try corpus.manifest, by: plan, vowels: corpus.vowels)
    #expect(people.count == 1)
  }

  @Test func `kinds with a bar between them are one kind`() throws {
    var corpus = SampleCorpus(women: 0, men: 0)
    corpus.add("x_a.wav", of: "x")
    corpus.add("y_e.wav", of: "y")
    corpus.add("z_i.wav", of: "z")

    let people = try corpus.people(["*_a.wav|*_e.wav", "*_i.wav"])

    #expect(people.speakers.map { $0.values[.hnrMean] } == [22, 22, nil])
  }

  @Test func `people who do not count are left out, and counted by reason`() throws {
    var corpus = SampleCorpus(women: 2, men: 1)
    corpus.add("a_a.wav", of: "a", health: "hoarse")
    corpus.add("b_a.wav", of: "b", health: "")
    corpus.add("c1_a.wav", of: "c")
    corpus.add("c2_a.wav", of: "c", health: "well (asthma)")
    corpus.add("d_a.wav", of: "d", sex: "")
    corpus.add("e_a.wav", of: "e", age: "")
    corpus.add("f_a.wav", of: "f", age: "12")
    corpus.add("g_a.wav", of: "g")
    corpus.silence("g_a.wav")
    corpus.add("h_u.wav", of: "h")

    let people = try corpus.people()

    #expect(people.count == 3)
    #expect(people.leftOut == [.anotherGroup: 3, .unknownPerson: 3, .noUsableRecording: 1])
    #expect(
      try corpus.plan().recordings(in: corpus.manifest).map(\.file)
        == ["s0_a.wav", "s1_a.wav", "s2_a.wav", "g_a.wav"])
  }

  @Test func `groups are told apart, and combined holds both`() throws {
    var corpus = SampleCorpus(women: 3, men: 2)
    corpus.add("old_a.wav", of: "old", sex: "m", age: "60")

    let people = try corpus.people()
    let counts = ReferenceCategory.allCases.map { category in
      [AgeBand.from18To59, .from60To90].map { people.people(in: [$0], category).count }
    }

    #expect(counts == [[3, 0], [2, 1], [5, 1]])
  }
}

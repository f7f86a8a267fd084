import Testing
import VoiceTypes

@Suite struct SignalTests {
  private let signal = Signal(samples: [Double](repeating: 0, count: 8), sampleRate: 4)

  @Test func `the duration is samples over rate`() {
    #expect(signal.duration == 2)
  }

  @Test func `sample 0 lies half a sample period after the start`() {
    #expect(signal.samplePeriod == 0.25)
    #expect(signal.firstSampleTime == 0.125)
    #expect(signal.time(ofSample: 0) == 0.125)
  }

  @Test func `the last sample lies half a sample period before the end`() {
    #expect(signal.time(ofSample: 7) == 1.875)
  }

  @Test func `a signal without samples lasts nothing`() {
    #expect(Signal(samples: [], sampleRate: 44_100).duration == 0)
  }
}

@Suite struct UnitTests {
  @Test func `a quantity names its unit, with a fraction only if it has one`() {
    #expect(Hertz(75).description == "75 Hz")
    #expect(Seconds(0.5).description == "0.5 s")
    #expect(Seconds(7.058866213151927).description == "7.059 s")
    #expect(Decibels(-3.25).description == "-3.25 dB")
  }

  @Test func `quantities compare by their number`() {
    #expect(Hertz(75) < 600)
    #expect(Seconds(2) == 2.0)
  }
}

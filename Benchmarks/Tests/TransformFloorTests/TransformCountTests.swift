// Counts of transforms, compared with the definitions.

import DSPCore
import Testing
import TransformFloor
import VoiceSynthesis
import VoiceTypes

/// A steady voice. No frame needs a second pass.
private let voice = SyntheticVoice(f0: 120, vowel: .a, duration: 2).synthesize().signal

/// The planner flag of FFTW that the core uses: FFTW_ESTIMATE, 1 << 6.
private let estimate: UInt32 = 64

/// One after another: the counter counts for one thread.
@Suite(.serialized)
struct TransformCountTests {
  @Test
  func `pitch makes a transform per frame and one back for two`() {
    var workspace = AnalysisWorkspace()
    let settings = PitchSettings(range: .praatStandard)
    var frames = 0

    let tallies = TransformCounter.count {
      let track = PitchTracker.track(voice, settings: settings, workspace: &workspace)
      frames = track.frameCount
    }

    // A window of three periods of 75 Hz, 1762 samples, and the lags up to its half that
    // interpolation may touch: 588 + 2 + 70 + 2, or 702 + 4 for the highest candidates, and one.
    let size = 2560
    let pairs = tallies.map(\.count)
    #expect(tallies.map(\.size) == [size, size])
    #expect(tallies.map(\.direction) == [.forward, .inverse])
    #expect(tallies.map(\.flags) == [estimate, estimate])
    // The power spectra of two frames share an inverse transform. One pair more for the window itself.
    #expect(pairs == [frames + 1, (frames + 1) / 2 + 1])
  }

  @Test
  func `harmonicity makes two transforms and one back per frame`() {
    var workspace = AnalysisWorkspace()
    var frames = 0

    let tallies = TransformCounter.count {
      let harmonicity = Harmonicity.crossCorrelation(
        of: voice, floor: 75, sincWindow: .fixedHalfWidth, workspace: &workspace)
      frames = harmonicity.frames.count
    }

    // A window of one period, 586 samples, and as many lags and two.
    #expect(
      tallies == [
        TransformTally(size: 1280, direction: .forward, flags: estimate, count: 2 * frames),
        TransformTally(size: 1280, direction: .inverse, flags: estimate, count: frames),
      ])
  }

  @Test
  func `the pulse search makes two transforms and one back per match`() {
    var workspace = AnalysisWorkspace()
    let track = PitchTracker.track(
      voice, settings: PitchSettings(range: .praatStandard), workspace: &workspace)
    var pulses = 0

    let tallies = TransformCounter.count {
      pulses =
        GlottalPulses.find(
          in: voice, pitch: track, fallback: .stepOnePeriod, workspace: &workspace
        ).count
    }

    let forward = tallies.filter { $0.direction == .forward }.reduce(0) { $0 + $1.count }
    let inverse = tallies.filter { $0.direction == .inverse }.reduce(0) { $0 + $1.count }
    #expect(forward == 2 * inverse)
    // Every pulse but the first is a match; at either end the search continues until it fails.
    #expect((pulses - 1...pulses + 1).contains(inverse))
  }

  @Test
  func `a cepstrogram makes three transforms for two frames and a pair to resample`() {
    var workspace = AnalysisWorkspace()
    var frames = 0

    let tallies = TransformCounter.count {
      let track = CepstralPeakProminence.track(
        voice, definition: .praat6_1, sincWindow: .fixedHalfWidth, workspace: &workspace)
      frames = track.frames.count
    }

    // A frame of 0.1 s at 10 kHz; two seconds and twice 1000 zeros at 44.1 kHz. The log spectra of two
    // frames share an inverse transform.
    #expect(
      tallies == [
        TransformTally(size: 131_072, direction: .forward, flags: estimate, count: 1),
        TransformTally(size: 131_072, direction: .inverse, flags: estimate, count: 1),
        TransformTally(size: 1024, direction: .forward, flags: estimate, count: frames),
        TransformTally(size: 1024, direction: .inverse, flags: estimate, count: (frames + 1) / 2),
      ])
  }

  @Test
  func `the floor executes what was counted`() {
    let counted = [
      TransformTally(size: 1280, direction: .forward, flags: estimate, count: 20),
      TransformTally(size: 1280, direction: .inverse, flags: estimate, count: 10),
      TransformTally(size: 512, direction: .forward, flags: estimate, count: 3),
      TransformTally(size: 640, direction: .inverse, flags: estimate, count: 7),
    ]
    let floor = TransformFloor(of: counted)

    let executed = TransformCounter.count { floor.run() }

    #expect(executed == counted)
  }
}

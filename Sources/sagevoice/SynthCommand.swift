import ArgumentParser
import CommandSupport
import VoiceReport
import VoiceSynthesis
import VoiceTypes

struct SynthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synth",
    abstract: "Write a synthetic voice with known F0, jitter, shimmer and HNR.",
    discussion: HelpText.discussion(
      """
      OUT.json next to OUT.wav contains the true values. The same options give the same bytes. \
      Jitter and shimmer are those of the glottal pulses. The filter of the vowels a and u \
      averages neighbouring cycles and changes their jitter, in some cases by half. --vowel none \
      writes the pulses without a filter.
      """,
      examples: [
        "sagevoice synth a.wav",
        "sagevoice synth --f0 200 --jitter 1 --hnr 20 --seconds 5 rough.wav",
      ]))

  @Option(
    help: "Fundamental frequency in Hz, 20 to 1000.", takes: OptionValue.number)
  var f0 = 120.0

  @Option(
    help: "Local jitter in percent.", takes: OptionValue.number)
  var jitter = 0.0

  @Option(
    help: "Local shimmer in percent.", takes: OptionValue.number)
  var shimmer = 0.0

  @Option(
    help: "Harmonics-to-noise ratio in dB, -20 to 120. Default: no noise.",
    takes: OptionValue.number)
  var hnr: Double?

  @Option(
    help: "Duration in seconds, including silence.", takes: OptionValue.number)
  var seconds = 3.0

  @Option(help: "Vowel, or none for a pulse train.")
  var vowel: Vowel = .a

  @Option(
    help: "Seed of the random numbers.", takes: OptionValue.seed)
  var seed: UInt64 = 1

  @Option(
    help: "Sample rate in Hz, a whole number.", takes: OptionValue.wholeNumber(from: 1))
  var sampleRate = 44_100

  @Option(
    help: "Silence before the voice, in seconds.", takes: OptionValue.number)
  var onsetSilence = 0.0

  @Option(
    help: "Silence after the voice, in seconds.", takes: OptionValue.number)
  var offsetSilence = 0.0

  @OptionGroup(title: "Modulation options") var modulations: ModulationOptions

  @Argument(
    help: "WAV file to write, 16-bit mono.", completion: .file(extensions: ["wav"]))
  var out: String

  func validate() throws {
    guard out.lowercased().hasSuffix(".wav") else {
      throw ValidationError("OUT must end in .wav; the true values go to OUT.json.")
    }
    do {
      try voice.validate()
    } catch .outOfRange(let setting, let value, let allowed) {
      let ends = [allowed.lowerBound, allowed.upperBound].map(NumberFormat.typed)
      throw ValidationError(
        "The value '\(NumberFormat.typed(value))' is invalid for "
          + "'\(Self.options[setting] ?? setting)': expected a number from \(ends[0]) "
          + "to \(ends[1])."
      )
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Option names by voice parameter, for error messages.
  private static let options = [
    "f0": "--f0", "jitterPercent": "--jitter", "shimmerPercent": "--shimmer", "hnr": "--hnr",
    "duration": "--seconds", "sampleRate": "--sample-rate",
    "vibrato.rate": "--vibrato-rate", "vibrato.extentPercent": "--vibrato",
    "f0Tremor.rate": "--tremor-rate", "f0Tremor.extentPercent": "--f0-tremor",
    "amplitudeTremor.rate": "--tremor-rate",
    "amplitudeTremor.extentPercent": "--amplitude-tremor",
    "periodAlternationPercent": "--period-alternation",
    "amplitudeAlternationPercent": "--amplitude-alternation",
    "chaos.extentPercent": "--chaos", "onsetSilence": "--onset-silence",
    "offsetSilence": "--offset-silence",
  ]

  func run() throws {
    let recording = voice.synthesize()
    let place = OutputFolder.place(of: out)
    let truthName = place.name.dropLast(".wav".count) + ".json"
    do {
      let folder = try OutputFolder(creating: place.folder)
      try folder.write(WAVEncoder.pcm16(recording.signal), as: place.name)
      try folder.write(recording.truth.json.fileText, as: String(truthName))
    } catch {
      StandardStreams.note(error.message)
      try error.status.end()
    }
  }

  private var voice: SyntheticVoice {
    SyntheticVoice(f0: Hertz(f0), vowel: vowel, duration: Seconds(seconds), seed: seed).with {
      $0.jitterPercent = jitter
      $0.shimmerPercent = shimmer
      $0.hnr = hnr.map { Decibels($0) }
      $0.sampleRate = Hertz(Double(sampleRate))
      $0.vibrato = modulations.vibratoModulation
      $0.f0Tremor = modulations.f0Modulation
      $0.amplitudeTremor = modulations.amplitudeModulation
      $0.periodAlternationPercent = modulations.periodAlternation
      $0.amplitudeAlternationPercent = modulations.amplitudeAlternation
      if modulations.chaos != 0 { $0.cyclePattern = .chaos(extentPercent: modulations.chaos) }
      $0.onsetSilence = Seconds(onsetSilence)
      $0.offsetSilence = Seconds(offsetSilence)
    }
  }
}

/// Modulations of the synthetic voice.
struct ModulationOptions: ParsableArguments {
  @Option(
    help: "Extent of vibrato, in percent of F0.", takes: OptionValue.number)
  var vibrato = 0.0

  @Option(
    help: "Rate of vibrato in Hz.", takes: OptionValue.number)
  var vibratoRate = 5.5

  @Option(
    help: "Extent of F0 tremor in percent.", takes: OptionValue.number)
  var f0Tremor = 0.0

  @Option(
    help: "Extent of amplitude tremor in percent.", takes: OptionValue.number)
  var amplitudeTremor = 0.0

  @Option(
    help: "Rate of both tremors in Hz.", takes: OptionValue.number)
  var tremorRate = 5.0

  @Option(
    help: "Difference between consecutive periods in percent.", takes: OptionValue.number)
  var periodAlternation = 0.0

  @Option(
    help: "Difference between consecutive amplitudes in percent.", takes: OptionValue.number)
  var amplitudeAlternation = 0.0

  @Option(
    help: "Extent of chaotic periods and amplitudes in percent, 0 to 60.", takes: OptionValue.number
  )
  var chaos = 0.0

  var vibratoModulation: Modulation? { modulation(rate: vibratoRate, extent: vibrato) }

  var f0Modulation: Modulation? { modulation(rate: tremorRate, extent: f0Tremor) }

  var amplitudeModulation: Modulation? { modulation(rate: tremorRate, extent: amplitudeTremor) }

  private func modulation(rate: Double, extent: Double) -> Modulation? {
    extent == 0 ? nil : Modulation(rate: Hertz(rate), extentPercent: extent)
  }
}

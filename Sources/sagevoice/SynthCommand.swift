import ArgumentParser
import CommandSupport
import VoiceSynthesis
import VoiceTypes

struct SynthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synth",
    abstract: "Write a synthetic voice whose F0, jitter, shimmer and HNR are known exactly.",
    discussion: """
      The truth goes beside the sound as JSON: OUT.wav has its truth in OUT.json. The same options \
      give the same bytes. Use it to check this or any other tool.
      """)

  @Option(
    help: "Fundamental frequency in hertz.", takes: OptionValue.number)
  var f0 = 120.0

  @Option(help: "Local jitter in percent.", takes: OptionValue.number)
  var jitter = 0.0

  @Option(help: "Local shimmer in percent.", takes: OptionValue.number)
  var shimmer = 0.0

  @Option(
    help: "Harmonics-to-noise ratio in decibels; no noise unless given.",
    takes: OptionValue.number)
  var hnr: Double?

  @Option(
    help: "Length of the recording in seconds, silences included.",
    takes: OptionValue.number)
  var seconds = 3.0

  @Option(help: "a, i, u, or none for bare pulses.")
  var vowel: Vowel = .a

  @Option(
    help: "Chooses the random sequences.", takes: OptionValue.seed)
  var seed: UInt64 = 1

  @Option(help: "Samples per second.", takes: OptionValue.number)
  var sampleRate = 44_100.0

  @Option(
    help: "Extent of a vibrato in percent of F0, at --vibrato-rate.",
    takes: OptionValue.number)
  var vibrato = 0.0

  @Option(
    help: "Rate of the vibrato in hertz.", takes: OptionValue.number)
  var vibratoRate = 5.5

  @Option(
    help: "Extent of an F0 tremor in percent, at --tremor-rate.",
    takes: OptionValue.number)
  var f0Tremor = 0.0

  @Option(
    help: "Extent of an amplitude tremor in percent, at --tremor-rate.",
    takes: OptionValue.number)
  var amplitudeTremor = 0.0

  @Option(
    help: "Rate of both tremors in hertz.", takes: OptionValue.number)
  var tremorRate = 5.0

  @Option(
    help: "Difference between every two neighbouring periods in percent.",
    takes: OptionValue.number)
  var periodAlternation = 0.0

  @Option(
    help: "Difference between every two neighbouring amplitudes in percent.",
    takes: OptionValue.number)
  var amplitudeAlternation = 0.0

  @Option(
    help: "Extent of chaotic periods and amplitudes in percent.",
    takes: OptionValue.number)
  var chaos = 0.0

  @Option(
    help: "Silence before the voice, in seconds.",
    takes: OptionValue.number)
  var onsetSilence = 0.0

  @Option(
    help: "Silence after the voice, in seconds.",
    takes: OptionValue.number)
  var offsetSilence = 0.0

  @Argument(help: "The WAV file to write: 16-bit mono.", completion: .file(extensions: ["wav"]))
  var out: String

  func validate() throws {
    guard out.lowercased().hasSuffix(".wav") else {
      throw ValidationError("OUT must end in .wav, so that the truth can stand beside it.")
    }
    guard sampleRate == sampleRate.rounded() else {
      throw ValidationError("--sample-rate takes a whole number: a WAV header holds no other.")
    }
    do {
      try voice.validate()
    } catch .outOfRange(let setting, let value, let allowed) {
      let ends = [allowed.lowerBound, allowed.upperBound].map(NumberText.typed)
      throw ValidationError(
        "The value '\(NumberText.typed(value))' is invalid for "
          + "'\(Self.options[setting] ?? setting)': it takes a number from \(ends[0]) to \(ends[1])."
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
      $0.sampleRate = Hertz(sampleRate)
      $0.vibrato = modulation(rate: vibratoRate, extent: vibrato)
      $0.f0Tremor = modulation(rate: tremorRate, extent: f0Tremor)
      $0.amplitudeTremor = modulation(rate: tremorRate, extent: amplitudeTremor)
      $0.periodAlternationPercent = periodAlternation
      $0.amplitudeAlternationPercent = amplitudeAlternation
      if chaos != 0 { $0.cyclePattern = .chaos(extentPercent: chaos) }
      $0.onsetSilence = Seconds(onsetSilence)
      $0.offsetSilence = Seconds(offsetSilence)
    }
  }

  private func modulation(rate: Double, extent: Double) -> Modulation? {
    extent == 0 ? nil : Modulation(rate: Hertz(rate), extentPercent: extent)
  }
}

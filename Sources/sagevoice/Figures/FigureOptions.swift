import ArgumentParser
import CommandSupport
import DSPCore
import VoiceReport
import VoiceTypes

extension FigureKind: ExpressibleByArgument {}

/// The options of a spectrogram.
struct SpectrogramOptions: ParsableArguments {
  @Option(
    help: """
      Spectrogram: length of the Gaussian window in seconds, 0.001 to 0.1. Default: 0.005.
      """, takes: OptionValue.seconds(in: 0.001...0.1))
  var spectrogramWindow: Double?

  @Option(
    help: """
      Spectrogram: maximum frequency in Hz, 100 to 100000. Default: 5000.
      """, takes: OptionValue.number(in: 100...100_000, unit: "Hz"))
  var spectrogramCeiling: Double?

  @Option(
    help: "Spectrogram: dynamic range in dB, 10 to 120. Default: 50.",
    takes: OptionValue.number(in: 10...120, unit: "dB"))
  var dynamicRange: Double?

  @Option(
    help: "Spectrogram: pre-emphasis in dB per octave, 0 to 24. Default: 6.",
    takes: OptionValue.number(in: 0...24, unit: "dB"))
  var preEmphasis: Double?

  /// Whether any option is given.
  var isGiven: Bool {
    [spectrogramWindow, spectrogramCeiling, dynamicRange, preEmphasis].contains { $0 != nil }
  }

  var settings: SpectrogramSettings {
    var settings = SpectrogramSettings()
    settings.windowLength = spectrogramWindow.map(Seconds.init) ?? settings.windowLength
    settings.maximumFrequency = spectrogramCeiling.map(Hertz.init) ?? settings.maximumFrequency
    settings.dynamicRange = dynamicRange.map(Decibels.init) ?? settings.dynamicRange
    settings.preEmphasis = preEmphasis.map(Decibels.init) ?? settings.preEmphasis
    return settings
  }
}

extension OptionValue {
  /// Returns a parser of numbers within a range, with their unit.
  static func number(
    in allowed: ClosedRange<Double>, unit: String
  ) -> @Sendable (String) throws -> Double {
    { text in
      guard let number = Double(text), allowed.contains(number) else {
        let ends = [allowed.lowerBound, allowed.upperBound].map(NumberFormat.typed)
        throw ValidationError("expected a number from \(ends[0]) to \(ends[1]) \(unit).")
      }
      return number
    }
  }
}

import DSPCore
import VoiceMath
import VoiceTypes
import WAVIngest

extension EffectiveBandwidth {
  /// Upper ends of the spectrum that codecs and noise suppression set, in hertz: MP3 and AAC from
  /// 15.5 kHz on, Opus and RNNoise 20 kHz. Converters end above.
  private static let softwareEnds = 15_000.0...20_700.0

  /// Least distance of such an end from half of the sample rate, in hertz.
  private static let softwareMargin = 1000.0

  /// Whether the spectrum ends like that of a codec or of noise suppression.
  var isEndOfSoftware: Bool {
    Self.softwareEnds.contains(end.value) && end.value <= nyquist.value - Self.softwareMargin
  }
}

extension RecordingQuality {
  /// Highest end of the spectrum, in hertz, at which holes mean a bit rate that moves HNR and
  /// shimmer: MP3 up to 64 kb/s moves HNR by 1.4 dB and shimmer by a third in the median, MP3 from
  /// 96 kb/s on by less than 0.1 dB and 2 %.
  private static let lowRateEnd = 17_000.0

  /// Least share of holes, in percent, with the same meaning in a narrow spectrum: most vowels have
  /// more after MP3 of 32 kb/s. Browsers leave fewer, with an unknown effect.
  private static let holesOfLowRate = 5.0
  private static let narrowEnd = 13_000.0

  /// Checks the voice for traces of lossy compression and noise suppression: holes in the
  /// spectrogram, and a cut-off that is typical of codecs.
  ///
  /// Speech, glides and a changing level have quiet times in every band, so the vowel must be
  /// sustained at one level.
  static func lossyCoding(
    _ voice: CheckedVoice, _ held: Verdict, levelRange: Verdict,
    workspace: inout AnalysisWorkspace
  ) -> QualityCheck {
    let limits = QualityLimits.lossyCoding
    guard held == .pass || held == .warn, levelRange == .pass,
      let band = voice.analysis.voice.bandwidth,
      let holes = SpectralHoles(
        in: voice.signal, in: voice.analysis.heldTimes, upTo: band.end, workspace: &workspace)
    else { return limits.unknown(CheckText.notHeldForCoding.filled()) }
    let share = 100 * holes.share
    let (verdict, limit) = limits.judge(share)
    if verdict == .pass, band.isEndOfSoftware {
      return limits.warning(
        share,
        saying: CheckText.codecCutOff.filled([.found: Decimal.text(band.end.value, places: 0)]))
    }
    let isLowRate =
      verdict == .warn && band.end.value < min(lowRateEnd, band.nyquist.value)
      && (band.end.value >= narrowEnd || share >= holesOfLowRate)
    return QualityCheck(
      id: limits.id, verdict: isLowRate ? .fail : verdict, value: share, unit: limits.unit,
      limit: limit,
      saying: verdict == .pass
        ? nil : CheckText.lossyCoding.filled([.share: Decimal.text(share, places: 1)]))
  }
}

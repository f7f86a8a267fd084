// Which frames are voiced by themselves, before the path has had its say: the voice report's
// "fraction of locally unvoiced frames" is about these.
// Source: Praat manual, "Voice 1. Voice breaks".

extension CandidateTable {
  /// The number of frames that are loud enough and have a strong enough candidate.
  func locallyVoicedCount(settings: PitchSettings, ceiling: Double) -> Int {
    (0..<frameCount).count { frame in
      intensities[frame] >= settings.silenceThreshold
        && candidates[places(ofFrame: frame)].contains { candidate in
          candidate.frequency > 0 && candidate.frequency < ceiling
            && candidate.strength >= settings.voicingThreshold
        }
    }
  }
}

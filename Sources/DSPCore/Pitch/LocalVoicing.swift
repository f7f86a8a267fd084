// Which frames are voiced by themselves, before the path has had its say: the voice report's
// "fraction of locally unvoiced frames" is about these.
// Source: Praat manual, "Voice 1. Voice breaks".

extension CandidateTable {
  /// Whether each frame is loud enough and has a strong enough candidate.
  func locallyVoiced(settings: PitchSettings, ceiling: Double) -> [Bool] {
    (0..<frameCount).map { frame in
      intensities[frame] >= settings.silenceThreshold
        && candidates[places(ofFrame: frame)].contains { candidate in
          candidate.frequency > 0 && candidate.frequency < ceiling
            && candidate.strength >= settings.voicingThreshold
        }
    }
  }
}

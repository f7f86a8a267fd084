// Praat manual, "Voice 1. Voice breaks": "fraction of locally unvoiced frames".

extension CandidateTable {
  /// Whether each frame is voiced before path finding: loud enough, with a strong enough candidate.
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

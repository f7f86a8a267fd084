// Baselines depend only on settings that affect tracked measures. Versions may change other
// settings without ending a baseline.

package import VoiceTypes

/// Settings that affect a tracked measure.
package enum FollowedSettings {
  /// Names of these settings in documents: those of decoding, of the analysis scope, and those that `DSPCore` declares
  /// for tracked measures.
  package static let names = Set(
    """
    amplitude_half_window_periods amplitude_high_pass_f0_ratio amplitude_high_pass_flank_f0_ratio
    channel cpps_definition cpps_maximum_frequency_hz cpps_pre_emphasis_from_hz
    cpps_quefrency_averaging_s cpps_search_ceiling_hz cpps_search_floor_hz cpps_time_averaging_s
    cpps_time_step_s cpps_window_s gates harmonicity_floor_hz harmonicity_high_pass_f0_ratio
    harmonicity_high_pass_flank_f0_ratio harmonicity_method harmonicity_periods_per_window
    harmonicity_silence_threshold harmonicity_time_step_s lost_end maximum_amplitude_factor
    maximum_period_factor measures octave_even_over_odd_db octave_half_period_correlation
    octave_low_quantile octave_raised_ceiling_of_pitch octave_raised_floor_of_pitch
    octave_second_excitation octave_strength octave_usual_ratio octave_voiced_ratio period_ceiling_s
    period_floor_s pitch_ceiling_hz pitch_floor_hz pitch_maximum_candidates pitch_method
    pitch_octave_cost pitch_octave_jump_cost pitch_periods_per_window pitch_range_rule
    pitch_second_ceiling_of_third_quartile pitch_second_floor_of_first_quartile
    pitch_second_least_voiced_frames pitch_silence_threshold pitch_time_step_s
    pitch_voiced_unvoiced_cost pitch_voicing_threshold praat_version preset pulse_fallback segment
    sinc_window steady_bridged_periods steady_dropped_s steady_dropped_share steady_least_s
    steady_level_spread_db steady_longest_s steady_pitch_spread_st steady_sound_spread_db
    stress_octave_tolerance stress_other_ratio tier type_alternating_amplitude_factor
    type_alternating_presence type_alternating_share type_alternation_windows
    type_amplitude_alternation_percent type_frame_ratio_high type_frame_ratio_low type_good_strength
    type_jitter_percent type_least_cpps_db type_least_pair_ratio type_least_strength
    type_least_voiced_ratio type_mostly_voiced_ratio type_pair_ratio type_period_alternation_percent
    type_voiced_ratio
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Returns the settings that a provenance block contains and that move values.
  package static func named(in provenance: Provenance) -> [String: JSONValue] {
    provenance.settings.filter { names.contains($0.key) }
  }
}

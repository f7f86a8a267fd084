// The articles of the folder Articles, which is a link into the documentation: the package manifest
// compiles their bytes in, so that the program needs no file to explain a number.

/// The articles about measures, as Markdown.
package enum EmbeddedArticles {
  /// Each under the name by which other articles link to it.
  package static let texts: [(name: String, markdown: String)] = [
    ("AcousticVoiceQualityIndex", PackageResources.AcousticVoiceQualityIndex_md),
    ("CepstralPeakProminenceMeasure", PackageResources.CepstralPeakProminenceMeasure_md),
    ("FirstHarmonicsMeasure", PackageResources.FirstHarmonicsMeasure_md),
    ("FormantMeasures", PackageResources.FormantMeasures_md),
    ("GlottalToNoiseMeasure", PackageResources.GlottalToNoiseMeasure_md),
    ("HarmonicityMeasure", PackageResources.HarmonicityMeasure_md),
    ("IntensityMeasure", PackageResources.IntensityMeasure_md),
    ("JitterMeasures", PackageResources.JitterMeasures_md),
    ("LongTermAverageSpectrumMeasures", PackageResources.LongTermAverageSpectrumMeasures_md),
    ("PhonationMeasures", PackageResources.PhonationMeasures_md),
    ("Pitch", PackageResources.Pitch_md),
    ("RecordingChecks", PackageResources.RecordingChecks_md),
    ("ShimmerMeasures", PackageResources.ShimmerMeasures_md),
    ("StabilityScore", PackageResources.StabilityScore_md),
    ("SubharmonicMeasure", PackageResources.SubharmonicMeasure_md),
    ("TremorMeasures", PackageResources.TremorMeasures_md),
    ("VoiceReportMeasures", PackageResources.VoiceReportMeasures_md),
    ("WhenAMeasureIsUnavailable", PackageResources.WhenAMeasureIsUnavailable_md),
  ].map { (name: $0.0, markdown: String(decoding: $0.1, as: UTF8.self)) }
}

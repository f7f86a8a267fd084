// `#embed` is a C23 feature. The toolchain accepts it in every C standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "embedded_files.h"

static const unsigned char AcousticBreathinessIndex_md[] = {
#embed "../../Documentation/Measures/AcousticBreathinessIndex.md"
};
static const unsigned char AcousticVoiceQualityIndex_md[] = {
#embed "../../Documentation/Measures/AcousticVoiceQualityIndex.md"
};
static const unsigned char CepstralPeakProminenceMeasure_md[] = {
#embed "../../Documentation/Measures/CepstralPeakProminenceMeasure.md"
};
static const unsigned char FormantMeasures_md[] = {
#embed "../../Documentation/Measures/FormantMeasures.md"
};
static const unsigned char HarmonicityMeasure_md[] = {
#embed "../../Documentation/Measures/HarmonicityMeasure.md"
};
static const unsigned char IntensityMeasure_md[] = {
#embed "../../Documentation/Measures/IntensityMeasure.md"
};
static const unsigned char JitterMeasures_md[] = {
#embed "../../Documentation/Measures/JitterMeasures.md"
};
static const unsigned char MaximumPhonationMeasure_md[] = {
#embed "../../Documentation/Measures/MaximumPhonationMeasure.md"
};
static const unsigned char PhonationMeasures_md[] = {
#embed "../../Documentation/Measures/PhonationMeasures.md"
};
static const unsigned char Pitch_md[] = {
#embed "../../Documentation/Measures/Pitch.md"
};
static const unsigned char RecordingChecks_md[] = {
#embed "../../Documentation/Measures/RecordingChecks.md"
};
static const unsigned char ShimmerMeasures_md[] = {
#embed "../../Documentation/Measures/ShimmerMeasures.md"
};
static const unsigned char SignalTypes_md[] = {
#embed "../../Documentation/Measures/SignalTypes.md"
};
static const unsigned char SpectrumMeasures_md[] = {
#embed "../../Documentation/Measures/SpectrumMeasures.md"
};
static const unsigned char StabilityScore_md[] = {
#embed "../../Documentation/Measures/StabilityScore.md"
};
static const unsigned char TremorMeasures_md[] = {
#embed "../../Documentation/Measures/TremorMeasures.md"
};
static const unsigned char VoiceReportMeasures_md[] = {
#embed "../../Documentation/Measures/VoiceReportMeasures.md"
};
static const unsigned char WhenAMeasureIsUnavailable_md[] = {
#embed "../../Documentation/Measures/WhenAMeasureIsUnavailable.md"
};

const embedded_file *embedded_articles(void) {
  static const embedded_file files[] = {
    {"AcousticBreathinessIndex.md", AcousticBreathinessIndex_md, sizeof AcousticBreathinessIndex_md},
    {"AcousticVoiceQualityIndex.md", AcousticVoiceQualityIndex_md, sizeof AcousticVoiceQualityIndex_md},
    {"CepstralPeakProminenceMeasure.md", CepstralPeakProminenceMeasure_md, sizeof CepstralPeakProminenceMeasure_md},
    {"FormantMeasures.md", FormantMeasures_md, sizeof FormantMeasures_md},
    {"HarmonicityMeasure.md", HarmonicityMeasure_md, sizeof HarmonicityMeasure_md},
    {"IntensityMeasure.md", IntensityMeasure_md, sizeof IntensityMeasure_md},
    {"JitterMeasures.md", JitterMeasures_md, sizeof JitterMeasures_md},
    {"MaximumPhonationMeasure.md", MaximumPhonationMeasure_md, sizeof MaximumPhonationMeasure_md},
    {"PhonationMeasures.md", PhonationMeasures_md, sizeof PhonationMeasures_md},
    {"Pitch.md", Pitch_md, sizeof Pitch_md},
    {"RecordingChecks.md", RecordingChecks_md, sizeof RecordingChecks_md},
    {"ShimmerMeasures.md", ShimmerMeasures_md, sizeof ShimmerMeasures_md},
    {"SignalTypes.md", SignalTypes_md, sizeof SignalTypes_md},
    {"SpectrumMeasures.md", SpectrumMeasures_md, sizeof SpectrumMeasures_md},
    {"StabilityScore.md", StabilityScore_md, sizeof StabilityScore_md},
    {"TremorMeasures.md", TremorMeasures_md, sizeof TremorMeasures_md},
    {"VoiceReportMeasures.md", VoiceReportMeasures_md, sizeof VoiceReportMeasures_md},
    {"WhenAMeasureIsUnavailable.md", WhenAMeasureIsUnavailable_md, sizeof WhenAMeasureIsUnavailable_md},
    {0, 0, 0},
  };
  return files;
}

// `#embed` is a C23 feature. The toolchain accepts it in every C standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "embedded_files.h"

static const unsigned char AcousticVoiceQualityIndex_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/AcousticVoiceQualityIndex.md"
};
static const unsigned char CepstralPeakProminenceMeasure_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/CepstralPeakProminenceMeasure.md"
};
static const unsigned char FirstHarmonicsMeasure_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/FirstHarmonicsMeasure.md"
};
static const unsigned char FormantMeasures_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/FormantMeasures.md"
};
static const unsigned char GlottalToNoiseMeasure_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/GlottalToNoiseMeasure.md"
};
static const unsigned char HarmonicityMeasure_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/HarmonicityMeasure.md"
};
static const unsigned char IntensityMeasure_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/IntensityMeasure.md"
};
static const unsigned char JitterMeasures_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/JitterMeasures.md"
};
static const unsigned char LongTermAverageSpectrumMeasures_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/LongTermAverageSpectrumMeasures.md"
};
static const unsigned char PhonationMeasures_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/PhonationMeasures.md"
};
static const unsigned char Pitch_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/Pitch.md"
};
static const unsigned char RecordingChecks_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/RecordingChecks.md"
};
static const unsigned char ShimmerMeasures_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/ShimmerMeasures.md"
};
static const unsigned char SignalTypes_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/SignalTypes.md"
};
static const unsigned char StabilityScore_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/StabilityScore.md"
};
static const unsigned char SubharmonicMeasure_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/SubharmonicMeasure.md"
};
static const unsigned char TremorMeasures_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/TremorMeasures.md"
};
static const unsigned char VoiceReportMeasures_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/VoiceReportMeasures.md"
};
static const unsigned char WhenAMeasureIsUnavailable_md[] = {
#embed "../DSPCore/DSPCore.docc/Measures/WhenAMeasureIsUnavailable.md"
};

const embedded_file *embedded_articles(void) {
  static const embedded_file files[] = {
    {"AcousticVoiceQualityIndex.md", AcousticVoiceQualityIndex_md, sizeof AcousticVoiceQualityIndex_md},
    {"CepstralPeakProminenceMeasure.md", CepstralPeakProminenceMeasure_md, sizeof CepstralPeakProminenceMeasure_md},
    {"FirstHarmonicsMeasure.md", FirstHarmonicsMeasure_md, sizeof FirstHarmonicsMeasure_md},
    {"FormantMeasures.md", FormantMeasures_md, sizeof FormantMeasures_md},
    {"GlottalToNoiseMeasure.md", GlottalToNoiseMeasure_md, sizeof GlottalToNoiseMeasure_md},
    {"HarmonicityMeasure.md", HarmonicityMeasure_md, sizeof HarmonicityMeasure_md},
    {"IntensityMeasure.md", IntensityMeasure_md, sizeof IntensityMeasure_md},
    {"JitterMeasures.md", JitterMeasures_md, sizeof JitterMeasures_md},
    {"LongTermAverageSpectrumMeasures.md", LongTermAverageSpectrumMeasures_md, sizeof LongTermAverageSpectrumMeasures_md},
    {"PhonationMeasures.md", PhonationMeasures_md, sizeof PhonationMeasures_md},
    {"Pitch.md", Pitch_md, sizeof Pitch_md},
    {"RecordingChecks.md", RecordingChecks_md, sizeof RecordingChecks_md},
    {"ShimmerMeasures.md", ShimmerMeasures_md, sizeof ShimmerMeasures_md},
    {"SignalTypes.md", SignalTypes_md, sizeof SignalTypes_md},
    {"StabilityScore.md", StabilityScore_md, sizeof StabilityScore_md},
    {"SubharmonicMeasure.md", SubharmonicMeasure_md, sizeof SubharmonicMeasure_md},
    {"TremorMeasures.md", TremorMeasures_md, sizeof TremorMeasures_md},
    {"VoiceReportMeasures.md", VoiceReportMeasures_md, sizeof VoiceReportMeasures_md},
    {"WhenAMeasureIsUnavailable.md", WhenAMeasureIsUnavailable_md, sizeof WhenAMeasureIsUnavailable_md},
    {0, 0, 0},
  };
  return files;
}

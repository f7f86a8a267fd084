// `#embed` is of C23; the toolchain has it for every standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "embedded_files.h"

static const unsigned char de_assessments_json[] = {
#embed "../../Texts/de/assessments.json"
};
static const unsigned char de_baselines_json[] = {
#embed "../../Texts/de/baselines.json"
};
static const unsigned char de_checks_json[] = {
#embed "../../Texts/de/checks.json"
};
static const unsigned char de_commands_json[] = {
#embed "../../Texts/de/commands.json"
};
static const unsigned char de_comparisons_json[] = {
#embed "../../Texts/de/comparisons.json"
};
static const unsigned char de_journeys_json[] = {
#embed "../../Texts/de/journeys.json"
};
static const unsigned char de_measures_json[] = {
#embed "../../Texts/de/measures.json"
};
static const unsigned char de_notes_json[] = {
#embed "../../Texts/de/notes.json"
};
static const unsigned char de_page_json[] = {
#embed "../../Texts/de/page.json"
};
static const unsigned char de_reasons_json[] = {
#embed "../../Texts/de/reasons.json"
};
static const unsigned char de_refusals_json[] = {
#embed "../../Texts/de/refusals.json"
};
static const unsigned char de_report_json[] = {
#embed "../../Texts/de/report.json"
};
static const unsigned char de_requests_json[] = {
#embed "../../Texts/de/requests.json"
};
static const unsigned char de_signal_types_json[] = {
#embed "../../Texts/de/signal-types.json"
};
static const unsigned char de_watch_json[] = {
#embed "../../Texts/de/watch.json"
};
static const unsigned char en_assessments_json[] = {
#embed "../../Texts/en/assessments.json"
};
static const unsigned char en_baselines_json[] = {
#embed "../../Texts/en/baselines.json"
};
static const unsigned char en_checks_json[] = {
#embed "../../Texts/en/checks.json"
};
static const unsigned char en_commands_json[] = {
#embed "../../Texts/en/commands.json"
};
static const unsigned char en_comparisons_json[] = {
#embed "../../Texts/en/comparisons.json"
};
static const unsigned char en_journeys_json[] = {
#embed "../../Texts/en/journeys.json"
};
static const unsigned char en_measures_json[] = {
#embed "../../Texts/en/measures.json"
};
static const unsigned char en_notes_json[] = {
#embed "../../Texts/en/notes.json"
};
static const unsigned char en_page_json[] = {
#embed "../../Texts/en/page.json"
};
static const unsigned char en_reasons_json[] = {
#embed "../../Texts/en/reasons.json"
};
static const unsigned char en_refusals_json[] = {
#embed "../../Texts/en/refusals.json"
};
static const unsigned char en_report_json[] = {
#embed "../../Texts/en/report.json"
};
static const unsigned char en_requests_json[] = {
#embed "../../Texts/en/requests.json"
};
static const unsigned char en_signal_types_json[] = {
#embed "../../Texts/en/signal-types.json"
};
static const unsigned char en_watch_json[] = {
#embed "../../Texts/en/watch.json"
};

const embedded_file *embedded_texts(void) {
  static const embedded_file files[] = {
    {"de/assessments.json", de_assessments_json, sizeof de_assessments_json},
    {"de/baselines.json", de_baselines_json, sizeof de_baselines_json},
    {"de/checks.json", de_checks_json, sizeof de_checks_json},
    {"de/commands.json", de_commands_json, sizeof de_commands_json},
    {"de/comparisons.json", de_comparisons_json, sizeof de_comparisons_json},
    {"de/journeys.json", de_journeys_json, sizeof de_journeys_json},
    {"de/measures.json", de_measures_json, sizeof de_measures_json},
    {"de/notes.json", de_notes_json, sizeof de_notes_json},
    {"de/page.json", de_page_json, sizeof de_page_json},
    {"de/reasons.json", de_reasons_json, sizeof de_reasons_json},
    {"de/refusals.json", de_refusals_json, sizeof de_refusals_json},
    {"de/report.json", de_report_json, sizeof de_report_json},
    {"de/requests.json", de_requests_json, sizeof de_requests_json},
    {"de/signal-types.json", de_signal_types_json, sizeof de_signal_types_json},
    {"de/watch.json", de_watch_json, sizeof de_watch_json},
    {"en/assessments.json", en_assessments_json, sizeof en_assessments_json},
    {"en/baselines.json", en_baselines_json, sizeof en_baselines_json},
    {"en/checks.json", en_checks_json, sizeof en_checks_json},
    {"en/commands.json", en_commands_json, sizeof en_commands_json},
    {"en/comparisons.json", en_comparisons_json, sizeof en_comparisons_json},
    {"en/journeys.json", en_journeys_json, sizeof en_journeys_json},
    {"en/measures.json", en_measures_json, sizeof en_measures_json},
    {"en/notes.json", en_notes_json, sizeof en_notes_json},
    {"en/page.json", en_page_json, sizeof en_page_json},
    {"en/reasons.json", en_reasons_json, sizeof en_reasons_json},
    {"en/refusals.json", en_refusals_json, sizeof en_refusals_json},
    {"en/report.json", en_report_json, sizeof en_report_json},
    {"en/requests.json", en_requests_json, sizeof en_requests_json},
    {"en/signal-types.json", en_signal_types_json, sizeof en_signal_types_json},
    {"en/watch.json", en_watch_json, sizeof en_watch_json},
    {0, 0, 0},
  };
  return files;
}

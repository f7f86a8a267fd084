// `#embed` is a C23 feature. The toolchain accepts it in every C standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "embedded_files.h"

static const unsigned char accounts_js[] = {
#embed "../VoiceServer/Page/Files/accounts.js"
};
static const unsigned char api_js[] = {
#embed "../VoiceServer/Page/Files/api.js"
};
static const unsigned char app_js[] = {
#embed "../VoiceServer/Page/Files/app.js"
};
static const unsigned char capture_js[] = {
#embed "../VoiceServer/Page/Files/capture.js"
};
static const unsigned char elements_js[] = {
#embed "../VoiceServer/Page/Files/elements.js"
};
static const unsigned char forms_js[] = {
#embed "../VoiceServer/Page/Files/forms.js"
};
static const unsigned char icon_svg[] = {
#embed "../VoiceServer/Page/Files/icon.svg"
};
static const unsigned char index_html[] = {
#embed "../VoiceServer/Page/Files/index.html"
};
static const unsigned char judged_js[] = {
#embed "../VoiceServer/Page/Files/judged.js"
};
static const unsigned char meter_js[] = {
#embed "../VoiceServer/Page/Files/meter.js"
};
static const unsigned char microphone_js[] = {
#embed "../VoiceServer/Page/Files/microphone.js"
};
static const unsigned char page_css[] = {
#embed "../VoiceServer/Page/Files/page.css"
};
static const unsigned char recording_js[] = {
#embed "../VoiceServer/Page/Files/recording.js"
};
static const unsigned char results_js[] = {
#embed "../VoiceServer/Page/Files/results.js"
};
static const unsigned char sending_js[] = {
#embed "../VoiceServer/Page/Files/sending.js"
};
static const unsigned char staff_alerts_js[] = {
#embed "../VoiceServer/Page/Files/staff-alerts.js"
};
static const unsigned char staff_api_js[] = {
#embed "../VoiceServer/Page/Files/staff-api.js"
};
static const unsigned char staff_charts_js[] = {
#embed "../VoiceServer/Page/Files/staff-charts.js"
};
static const unsigned char staff_forms_js[] = {
#embed "../VoiceServer/Page/Files/staff-forms.js"
};
static const unsigned char staff_people_js[] = {
#embed "../VoiceServer/Page/Files/staff-people.js"
};
static const unsigned char staff_sessions_js[] = {
#embed "../VoiceServer/Page/Files/staff-sessions.js"
};
static const unsigned char staff_css[] = {
#embed "../VoiceServer/Page/Files/staff.css"
};
static const unsigned char staff_html[] = {
#embed "../VoiceServer/Page/Files/staff.html"
};
static const unsigned char staff_js[] = {
#embed "../VoiceServer/Page/Files/staff.js"
};
static const unsigned char takes_js[] = {
#embed "../VoiceServer/Page/Files/takes.js"
};
static const unsigned char vowel_js[] = {
#embed "../VoiceServer/Page/Files/vowel.js"
};
static const unsigned char wav_js[] = {
#embed "../VoiceServer/Page/Files/wav.js"
};
static const unsigned char worker_js[] = {
#embed "../VoiceServer/Page/Files/worker.js"
};

const embedded_file *embedded_page(void) {
  static const embedded_file files[] = {
    {"accounts.js", accounts_js, sizeof accounts_js},
    {"api.js", api_js, sizeof api_js},
    {"app.js", app_js, sizeof app_js},
    {"capture.js", capture_js, sizeof capture_js},
    {"elements.js", elements_js, sizeof elements_js},
    {"forms.js", forms_js, sizeof forms_js},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"index.html", index_html, sizeof index_html},
    {"judged.js", judged_js, sizeof judged_js},
    {"meter.js", meter_js, sizeof meter_js},
    {"microphone.js", microphone_js, sizeof microphone_js},
    {"page.css", page_css, sizeof page_css},
    {"recording.js", recording_js, sizeof recording_js},
    {"results.js", results_js, sizeof results_js},
    {"sending.js", sending_js, sizeof sending_js},
    {"staff-alerts.js", staff_alerts_js, sizeof staff_alerts_js},
    {"staff-api.js", staff_api_js, sizeof staff_api_js},
    {"staff-charts.js", staff_charts_js, sizeof staff_charts_js},
    {"staff-forms.js", staff_forms_js, sizeof staff_forms_js},
    {"staff-people.js", staff_people_js, sizeof staff_people_js},
    {"staff-sessions.js", staff_sessions_js, sizeof staff_sessions_js},
    {"staff.css", staff_css, sizeof staff_css},
    {"staff.html", staff_html, sizeof staff_html},
    {"staff.js", staff_js, sizeof staff_js},
    {"takes.js", takes_js, sizeof takes_js},
    {"vowel.js", vowel_js, sizeof vowel_js},
    {"wav.js", wav_js, sizeof wav_js},
    {"worker.js", worker_js, sizeof worker_js},
    {0, 0, 0},
  };
  return files;
}

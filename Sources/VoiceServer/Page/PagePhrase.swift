// The catalogue of what the page says: a case for each text, and for each language a table that the
// compiler wants whole. Sentences and advice of the rooms come worded (`Texts`).

/// A language of the page.
enum PageLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"

  /// A text; `{1}` and so on stand for what is filled in.
  func text(_ phrase: PagePhrase) -> String {
    switch self {
    case .english: phrase.english
    case .german: phrase.german
    }
  }
}

/// A text of the page; the raw values are its keys.
enum PagePhrase: String, CaseIterable, Sendable {
  case title
  case skipToContent = "skip_to_content"
  case notice
  case stepsHeading = "steps_heading"
  case stepSignup = "step_signup"
  case stepExplainer = "step_explainer"
  case stepForm = "step_form"
  case stepVowel = "step_vowel"
  case stepReading = "step_reading"
  case stepFinal = "step_final"
  case stepCompleted = "step_completed"
  case otherLanguage = "other_language"
  case loading
  case whatToDo = "what_to_do"
  case tryAgain = "try_again"
  case goOn = "go_on"
  case offline

  case signupText = "signup_text"
  case signupGuest = "signup_guest"
  case signupGuestHint = "signup_guest_hint"

  case explainerHeading = "explainer_heading"
  case explainerText = "explainer_text"
  case explainerSteps = "explainer_steps"
  case explainerPrivacy = "explainer_privacy"

  case consentHeading = "consent_heading"
  case consentIntroduction = "consent_introduction"
  case consentAnalysis = "consent_analysis"
  case consentStorage = "consent_storage"
  case consentResearch = "consent_research"
  case consentSharing = "consent_sharing"
  case consentNeeded = "consent_needed"
  case consentWithdrawal = "consent_withdrawal"
  case consentGuardian = "consent_guardian"
  case consentSign = "consent_sign"
  case consentDecline = "consent_decline"
  case consentDeclined = "consent_declined"

  case formHeading = "form_heading"
  case formIntroduction = "form_introduction"
  case formAge = "form_age"
  case formGender = "form_gender"
  case formSex = "form_sex"
  case formReference = "form_reference"
  case formVoiceConditions = "form_voice_conditions"
  case formNamedConditions = "form_named_conditions"
  case formListHint = "form_list_hint"
  case formSend = "form_send"
  case formFaults = "form_faults"
  case formChoose = "form_choose"
  case choiceWoman = "choice_woman"
  case choiceMan = "choice_man"
  case choiceNonbinary = "choice_nonbinary"
  case choiceOther = "choice_other"
  case choicePreferNotToSay = "choice_prefer_not_to_say"
  case choiceFemale = "choice_female"
  case choiceMale = "choice_male"
  case choiceIntersex = "choice_intersex"
  case choiceFeminine = "choice_feminine"
  case choiceMasculine = "choice_masculine"
  case choiceCombined = "choice_combined"
  case choiceNone = "choice_none"

  case vowelHeading = "vowel_heading"
  case vowelHow = "vowel_how"
  case readingHeading = "reading_heading"
  case readingHow = "reading_how"
  case readingPassage = "reading_passage"
  case attempt
  case microphoneAllow = "microphone_allow"
  case microphoneWhy = "microphone_why"
  case microphoneHeading = "microphone_heading"
  case microphoneInsecure = "microphone_insecure"
  case microphoneMissing = "microphone_missing"
  case microphoneTaken = "microphone_taken"
  case microphoneUnfit = "microphone_unfit"
  case microphoneNoWorklet = "microphone_no_worklet"
  case microphoneDevice = "microphone_device"
  case microphoneRate = "microphone_rate"
  case microphoneLowRate = "microphone_low_rate"
  case microphoneHeadset = "microphone_headset"
  case microphoneRaw = "microphone_raw"
  case microphoneProcessed = "microphone_processed"
  case processingEcho = "processing_echo"
  case processingNoise = "processing_noise"
  case processingGain = "processing_gain"
  case roomListen = "room_listen"
  case roomListening = "room_listening"
  case roomLevel = "room_level"
  case roomLoud = "room_loud"
  case level
  case clipped
  case recordStart = "record_start"
  case recordCountdown = "record_countdown"
  case recordNow = "record_now"
  case recordEnd = "record_end"
  case recordLeft = "record_left"
  case recordBroken = "record_broken"
  case takeHeading = "take_heading"
  case takeFacts = "take_facts"
  case takeClipped = "take_clipped"
  case takeSoft = "take_soft"
  case takeDropped = "take_dropped"
  case takePlay = "take_play"
  case takeKeep = "take_keep"
  case takeRedo = "take_redo"
  case takeSending = "take_sending"
  case skipStep = "skip_step"

  case quickHeading = "quick_heading"
  case quickPitch = "quick_pitch"
  case quickVoiced = "quick_voiced"
  case quickVerdict = "quick_verdict"
  case analysing
  case verdictPass = "verdict_pass"
  case verdictWarn = "verdict_warn"
  case verdictFail = "verdict_fail"
  case verdictUnknown = "verdict_unknown"
  case refusedHeading = "refused_heading"

  case finalHeading = "final_heading"
  case finalMaking = "final_making"
  case finalRefused = "final_refused"
  case recordAgain = "record_again"
  case endHere = "end_here"

  case completedHeld = "completed_held"
  case completedWithout = "completed_without"
  case baselineHeading = "baseline_heading"
  case baselineStatus = "baseline_status"
  case baselineSessions = "baseline_sessions"
  case baselineNext = "baseline_next"
  case baselineMeasure = "baseline_measure"
  case baselineUsual = "baseline_usual"
  case historyHeading = "history_heading"
  case recordingsHeading = "recordings_heading"
  case recordingWhen = "recording_when"
  case recordingName = "recording_name"
  case nameVowel = "name_vowel"
  case nameReading = "name_reading"
  case recordingVerdict = "recording_verdict"
  case recordingReport = "recording_report"
  case statusOnboarding = "status_onboarding"
  case statusProvisional = "status_provisional"
  case statusEstablished = "status_established"

  case ownDataHeading = "own_data_heading"
  case ownDataText = "own_data_text"
  case exportData = "export_data"
  case signOut = "sign_out"
  case eraseData = "erase_data"
  case eraseSure = "erase_sure"
  case erased
  case cancel

  case awayHeading = "away_heading"
  case waiting
  case waitingKept = "waiting_kept"
  case waitingNow = "waiting_now"
  case waitingDiscard = "waiting_discard"
  case waitingSuperseded = "waiting_superseded"
  case notClipped = "not_clipped"
  case liveLoud = "live_loud"
  case liveSoft = "live_soft"
  case modelPlay = "model_play"
  case modelHint = "model_hint"
  case microphoneChanged = "microphone_changed"
  case takeShort = "take_short"
  case faultAge = "fault_age"
}

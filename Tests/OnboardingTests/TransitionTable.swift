// Outcomes of every event in every situation, for a plan of two vowels, two attempts and two
// rounds. `->` leads to a place, `!!` refuses with a code. Words in capitals are groups.

enum TransitionTable {
  static let text = """
    signup_method
      -> explainer: guest email
      -> signup_method: resume
      !! wrong_step: read FORM MIC TAKE QUICK FULL BASE retry COME
      !! cannot_be_skipped: skip

    explainer
      -> user_info_form: read
      -> explainer: email resume
      !! already_signed_up: guest
      !! wrong_step: FORM MIC TAKE QUICK FULL BASE retry COME
      !! cannot_be_skipped: skip

    explainer of an account
      -> user_info_form: read
      -> explainer: resume
      !! already_signed_up: guest email
      !! wrong_step: FORM MIC TAKE QUICK FULL BASE retry COME
      !! cannot_be_skipped: skip

    user_info_form
      -> sustained_vowel_test/microphone: given
      -> user_info_form: faulty email resume
      !! already_signed_up: guest
      !! wrong_step: read MIC TAKE QUICK FULL BASE retry COME
      !! cannot_be_skipped: skip

    vowel microphone
      -> sustained_vowel_test/recording: granted
      -> sustained_vowel_test/microphone_denied: denied
      -> sustained_vowel_test/microphone_restricted: restricted
      -> sustained_vowel_test/microphone_unknown: unknown
      -> sustained_vowel_test/microphone: email resume
      !! already_signed_up: guest
      !! not_now: TAKE QUICK FULL retry
      !! wrong_step: read FORM BASE COME
      !! cannot_be_skipped: skip

    vowel denied
      -> sustained_vowel_test/recording: granted
      -> sustained_vowel_test/microphone_denied: denied email
      -> sustained_vowel_test/microphone_restricted: restricted
      -> sustained_vowel_test/microphone_unknown: unknown
      -> sustained_vowel_test/microphone: retry resume
      !! already_signed_up: guest
      !! not_now: TAKE QUICK FULL
      !! wrong_step: read FORM BASE COME
      !! cannot_be_skipped: skip

    vowel restricted
      -> sustained_vowel_test/recording: granted
      -> sustained_vowel_test/microphone_denied: denied
      -> sustained_vowel_test/microphone_restricted: restricted email
      -> sustained_vowel_test/microphone_unknown: unknown
      -> sustained_vowel_test/microphone: retry resume
      !! already_signed_up: guest
      !! not_now: TAKE QUICK FULL
      !! wrong_step: read FORM BASE COME
      !! cannot_be_skipped: skip

    vowel unknown
      -> sustained_vowel_test/recording: granted
      -> sustained_vowel_test/microphone_denied: denied
      -> sustained_vowel_test/microphone_restricted: restricted
      -> sustained_vowel_test/microphone_unknown: unknown email
      -> sustained_vowel_test/microphone: retry resume
      !! already_signed_up: guest
      !! not_now: TAKE QUICK FULL
      !! wrong_step: read FORM BASE COME
      !! cannot_be_skipped: skip

    vowel recording
      -> sustained_vowel_test/recording: started email
      -> sustained_vowel_test/microphone: stopped resume
      -> sustained_vowel_test/quick: recorded again
      !! already_signed_up: guest
      !! not_now: MIC QUICK FULL retry
      !! wrong_step: read FORM BASE COME
      !! cannot_be_skipped: skip

    vowel quick
      -> sustained_vowel_test/comprehensive: quick_ok
      -> sustained_vowel_test/refused: quick_bad
      -> sustained_vowel_test/quick: email resume
      !! already_signed_up: guest
      !! other_session: quick_other
      !! not_now: MIC TAKE FULL retry skip
      !! wrong_step: read FORM BASE COME

    vowel comprehensive
      -> sustained_vowel_test/microphone: full_ok
      -> sustained_vowel_test/refused: full_bad
      -> sustained_vowel_test/comprehensive: email resume
      !! already_signed_up: guest
      !! other_session: full_other
      !! not_now: MIC TAKE QUICK retry skip
      !! wrong_step: read FORM BASE COME

    vowel refused
      -> sustained_vowel_test/microphone: retry
      -> sustained_vowel_test/refused: email resume
      !! already_signed_up: guest
      !! not_now: MIC TAKE QUICK FULL
      !! wrong_step: read FORM BASE COME
      !! cannot_be_skipped: skip

    vowel used up
      -> reading_prompt/microphone: skip
      -> sustained_vowel_test/refused: email resume
      !! already_signed_up: guest
      !! no_attempts_left: retry
      !! not_now: MIC TAKE QUICK FULL
      !! wrong_step: read FORM BASE COME

    second vowel
      -> sustained_vowel_test/recording: granted
      -> sustained_vowel_test/microphone_denied: denied
      -> sustained_vowel_test/microphone_restricted: restricted
      -> sustained_vowel_test/microphone_unknown: unknown
      -> sustained_vowel_test/microphone: email resume
      -> reading_prompt/microphone: skip
      !! already_signed_up: guest
      !! not_now: TAKE QUICK FULL retry
      !! wrong_step: read FORM BASE COME

    second vowel comprehensive
      -> reading_prompt/microphone: full_ok
      -> sustained_vowel_test/refused: full_bad
      -> sustained_vowel_test/comprehensive: email resume
      !! already_signed_up: guest
      !! other_session: full_other
      !! not_now: MIC TAKE QUICK retry skip
      !! wrong_step: read FORM BASE COME

    reading microphone
      -> reading_prompt/recording: granted
      -> reading_prompt/microphone_denied: denied
      -> reading_prompt/microphone_restricted: restricted
      -> reading_prompt/microphone_unknown: unknown
      -> reading_prompt/microphone: email resume
      -> final_step/making: skip
      !! already_signed_up: guest
      !! not_now: TAKE QUICK FULL retry
      !! wrong_step: read FORM BASE COME

    reading denied
      -> reading_prompt/recording: granted
      -> reading_prompt/microphone_denied: denied email
      -> reading_prompt/microphone_restricted: restricted
      -> reading_prompt/microphone_unknown: unknown
      -> reading_prompt/microphone: retry resume
      -> final_step/making: skip
      !! already_signed_up: guest
      !! not_now: TAKE QUICK FULL
      !! wrong_step: read FORM BASE COME

    reading restricted
      -> reading_prompt/recording: granted
      -> reading_prompt/microphone_denied: denied
      -> reading_prompt/microphone_restricted: restricted email
      -> reading_prompt/microphone_unknown: unknown
      -> reading_prompt/microphone: retry resume
      -> final_step/making: skip
      !! already_signed_up: guest
      !! not_now: TAKE QUICK FULL
      !! wrong_step: read FORM BASE COME

    reading unknown
      -> reading_prompt/recording: granted
      -> reading_prompt/microphone_denied: denied
      -> reading_prompt/microphone_restricted: restricted
      -> reading_prompt/microphone_unknown: unknown email
      -> reading_prompt/microphone: retry resume
      -> final_step/making: skip
      !! already_signed_up: guest
      !! not_now: TAKE QUICK FULL
      !! wrong_step: read FORM BASE COME

    reading recording
      -> reading_prompt/recording: started email
      -> reading_prompt/microphone: stopped resume
      -> reading_prompt/quick: recorded
      -> final_step/making: skip
      !! known_session: again
      !! already_signed_up: guest
      !! not_now: MIC QUICK FULL retry
      !! wrong_step: read FORM BASE COME

    reading quick
      -> reading_prompt/comprehensive: quick_ok
      -> reading_prompt/refused: quick_bad
      -> reading_prompt/quick: email resume
      !! already_signed_up: guest
      !! other_session: quick_other
      !! not_now: MIC TAKE FULL retry skip
      !! wrong_step: read FORM BASE COME

    reading comprehensive
      -> final_step/making: full_ok
      -> reading_prompt/refused: full_bad
      -> reading_prompt/comprehensive: email resume
      !! already_signed_up: guest
      !! other_session: full_other
      !! not_now: MIC TAKE QUICK retry skip
      !! wrong_step: read FORM BASE COME

    reading refused
      -> reading_prompt/microphone: retry
      -> reading_prompt/refused: email resume
      -> final_step/making: skip
      !! already_signed_up: guest
      !! not_now: MIC TAKE QUICK FULL
      !! wrong_step: read FORM BASE COME

    reading used up
      -> final_step/making: skip
      -> reading_prompt/refused: email resume
      !! already_signed_up: guest
      !! no_attempts_left: retry
      !! not_now: MIC TAKE QUICK FULL
      !! wrong_step: read FORM BASE COME

    reading without a vowel
      -> reading_prompt/recording: granted
      -> reading_prompt/microphone_denied: denied
      -> reading_prompt/microphone_restricted: restricted
      -> reading_prompt/microphone_unknown: unknown
      -> reading_prompt/microphone: email resume
      -> final_step/refused: skip
      !! already_signed_up: guest
      !! not_now: TAKE QUICK FULL retry
      !! wrong_step: read FORM BASE COME

    making
      -> completed/baseline_held: held
      -> final_step/refused: refused
      -> final_step/making: email resume
      !! already_signed_up: guest
      !! not_now: retry compared
      !! wrong_step: read FORM MIC TAKE QUICK FULL COME
      !! cannot_be_skipped: skip

    baseline refused
      -> sustained_vowel_test/microphone: retry
      -> completed/no_baseline: skip
      -> final_step/refused: email resume
      !! already_signed_up: guest
      !! not_now: BASE
      !! wrong_step: read FORM MIC TAKE QUICK FULL COME

    rounds used up
      -> completed/no_baseline: skip
      -> final_step/refused: email resume
      !! already_signed_up: guest
      !! no_attempts_left: retry
      !! not_now: BASE
      !! wrong_step: read FORM MIC TAKE QUICK FULL COME

    held
      -> completed/baseline_held: email resume
      -> sustained_vowel_test/microphone: follow
      !! already_signed_up: guest
      !! too_early: early
      !! no_consent: unasked
      !! journey_completed: read FORM MIC TAKE QUICK FULL BASE skip retry

    no baseline
      -> sustained_vowel_test/microphone: retry
      -> completed/no_baseline: email resume
      !! already_signed_up: guest
      !! journey_completed: read FORM MIC TAKE QUICK FULL BASE COME skip

    follow-up
      -> sustained_vowel_test/recording: granted
      -> sustained_vowel_test/microphone_denied: denied
      -> sustained_vowel_test/microphone_restricted: restricted
      -> sustained_vowel_test/microphone_unknown: unknown
      -> sustained_vowel_test/microphone: email resume
      !! already_signed_up: guest
      !! not_now: TAKE QUICK FULL retry
      !! wrong_step: read FORM BASE COME
      !! cannot_be_skipped: skip

    follow-up refused vowel
      -> sustained_vowel_test/microphone: retry
      -> sustained_vowel_test/refused: email resume
      !! already_signed_up: guest
      !! not_now: MIC TAKE QUICK FULL
      !! wrong_step: read FORM BASE COME
      !! cannot_be_skipped: skip

    follow-up making
      -> completed/baseline_held: compared
      -> final_step/refused: refused
      -> final_step/making: email resume
      !! already_signed_up: guest
      !! not_now: retry held
      !! wrong_step: read FORM MIC TAKE QUICK FULL COME
      !! cannot_be_skipped: skip

    follow-up refused
      -> sustained_vowel_test/microphone: retry
      -> completed/baseline_held: skip
      -> final_step/refused: email resume
      !! already_signed_up: guest
      !! not_now: BASE
      !! wrong_step: read FORM MIC TAKE QUICK FULL COME

    follow-up used up
      -> completed/baseline_held: skip
      -> final_step/refused: email resume
      !! already_signed_up: guest
      !! no_attempts_left: retry
      !! not_now: BASE
      !! wrong_step: read FORM MIC TAKE QUICK FULL COME

    followed up
      -> completed/baseline_held: email resume
      -> sustained_vowel_test/microphone: follow
      !! already_signed_up: guest
      !! too_early: early
      !! no_consent: unasked
      !! journey_completed: read FORM MIC TAKE QUICK FULL BASE skip retry

    follow-up without result
      -> completed/baseline_held: email resume
      -> sustained_vowel_test/microphone: follow
      !! already_signed_up: guest
      !! too_early: early
      !! no_consent: unasked
      !! journey_completed: read FORM MIC TAKE QUICK FULL BASE skip retry

    second follow-up
      -> sustained_vowel_test/recording: granted
      -> sustained_vowel_test/microphone_denied: denied
      -> sustained_vowel_test/microphone_restricted: restricted
      -> sustained_vowel_test/microphone_unknown: unknown
      -> sustained_vowel_test/microphone: email resume
      !! already_signed_up: guest
      !! not_now: TAKE QUICK FULL retry
      !! wrong_step: read FORM BASE COME
      !! cannot_be_skipped: skip
    """
}

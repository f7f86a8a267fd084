import ArgumentParser
import BaselineService
import CommandSupport
import JobRunner

/// The options of `watch` and `work` for people: baselines, consent and follow-up.
struct PeopleChoice: ParsableArguments {
  @Option(
    help: """
      Update of personal baselines: auto creates and extends baselines from new recordings, off \
      leaves baselines unchanged.
      """)
  var baselines: BaselineRule = .made

  @Option(
    help: """
      Treatment of recordings without consent data: optional stores all results, required stores \
      the quick result only.
      """)
  var consent: ConsentRule = .optional

  @Option(
    help: ArgumentHelp(
      """
      Days until the next recording is due for people with a baseline that is established or \
      accepts no more sessions.
      """,
      valueName: "days"), takes: OptionValue.wholeNumber(from: 1))
  var followUp = FollowUpIntervals().followingDays

  func choose(in settings: inout WatchSettings) {
    settings.baselines = baselines
    settings.consent = consent
    settings.followUp.followingDays = followUp
  }

  /// Sets the options in the settings of a worker.
  func choose(in settings: inout RecordingRunner.Settings) {
    settings.makesBaselines = baselines == .made
    settings.requiresConsent = consent == .required
    settings.followUp.followingDays = followUp
  }
}

extension BaselineRule: ExpressibleByArgument {}
extension ConsentRule: ExpressibleByArgument {}

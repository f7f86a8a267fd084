import ArgumentParser
import BaselineService
import CommandSupport
import JobRunner

/// The options of `watch` for people: baselines, consent and follow-up.
struct PeopleChoice: ParsableArguments {
  @Option(
    help: """
      Whether a person's recordings make their baseline: auto makes and extends it as they come, off \
      only compares with the one that is kept.
      """)
  var baselines: BaselineRule = .made

  @Option(
    help: """
      What a recording of which no consent was told is taken for: told obeys what is told, required \
      keeps no more than the quick answer without it.
      """)
  var consent: ConsentRule = .told

  @Option(
    help: ArgumentHelp(
      "When the next recording of somebody with an established baseline is due.",
      valueName: "days"),
    takes: OptionValue.wholeNumber(from: 1))
  var followUp = FollowUpIntervals().followingDays

  /// Sets the options in the settings of a watcher.
  func choose(in settings: inout WatchSettings) {
    settings.baselines = baselines
    settings.consent = consent
    settings.followUp.followingDays = followUp
  }
}

extension BaselineRule: ExpressibleByArgument {}
extension ConsentRule: ExpressibleByArgument {}

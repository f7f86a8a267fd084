// The table of transitions, parsed.

extension TransitionTable {
  static let groups = [
    "MIC": "granted denied restricted unknown", "TAKE": "started stopped recorded again",
    "QUICK": "quick_ok quick_bad quick_other", "FULL": "full_ok full_bad full_other",
    "FORM": "given faulty", "BASE": "held refused compared", "COME": "follow early unasked",
  ]

  /// The events that lead to a situation, in groups that begin where another situation ends.
  static let ways = [
    "signup_method": "",
    "explainer": "guest",
    "explainer of an account": "email",
    "user_info_form": "explainer > read",
    "vowel microphone": "user_info_form > given",
    "vowel denied": "vowel microphone > denied",
    "vowel restricted": "vowel microphone > restricted",
    "vowel unknown": "vowel microphone > unknown",
    "vowel recording": "vowel microphone > granted",
    "vowel quick": "vowel recording > recorded",
    "vowel comprehensive": "vowel quick > quick_ok",
    "vowel refused": "vowel quick > quick_bad",
    "vowel used up": "vowel refused > retry granted recorded quick_ok full_bad",
    "second vowel": "vowel comprehensive > full_ok",
    "second vowel comprehensive": "second vowel > granted recorded quick_ok",
    "reading microphone": "second vowel comprehensive > full_ok",
    "reading denied": "reading microphone > denied",
    "reading restricted": "reading microphone > restricted",
    "reading unknown": "reading microphone > unknown",
    "reading recording": "reading microphone > granted",
    "reading quick": "reading recording > recorded",
    "reading comprehensive": "reading quick > quick_ok",
    "reading refused": "reading comprehensive > full_bad",
    "reading used up": "reading refused > retry granted recorded quick_bad",
    "reading without a vowel": "vowel used up > skip",
    "making": "reading microphone > skip",
    "baseline refused": "making > refused",
    "rounds used up":
      "baseline refused > retry granted recorded quick_ok full_ok skip skip refused",
    "held": "making > held",
    "no baseline": "baseline refused > skip",
    "follow-up": "held > follow",
    "follow-up refused vowel": "follow-up > granted recorded quick_bad",
    "follow-up making": "follow-up > granted recorded quick_ok full_ok skip skip",
    "follow-up refused": "follow-up making > refused",
    "follow-up used up":
      "follow-up refused > retry granted recorded quick_ok full_ok skip skip refused",
    "followed up": "follow-up making > compared",
    "follow-up without result": "follow-up refused > skip",
    "second follow-up": "followed up > follow",
  ]

  /// The outcomes of each situation by event, as `-> place` or `!! code`.
  static var rows: [(situation: String, outcomes: [(event: String, outcome: String)])] {
    text.split(separator: "\n\n").map { block in
      let lines = block.split(separator: "\n").map(String.init)
      let outcomes = lines.dropFirst().flatMap { line -> [(event: String, outcome: String)] in
        let halves = line.drop { $0 == " " }.split(separator: ": ", maxSplits: 1)
        return words(of: String(halves[1])).map { ($0, String(halves[0])) }
      }
      return (lines[0], outcomes)
    }
  }

  private static func words(of list: String) -> [String] {
    list.split(separator: " ").flatMap { word in
      (groups[String(word)] ?? String(word)).split(separator: " ").map(String.init)
    }
  }

  /// Every event on the way to a situation.
  static func way(to situation: String) -> String {
    let halves = (ways[situation] ?? situation).split(separator: " > ", maxSplits: 1)
    guard halves.count == 2 else { return ways[situation] ?? "" }
    return way(to: String(halves[0])) + " " + halves[1]
  }
}

import BaselineService
package import VoiceTypes
import WAVIngest

/// A member of documents, events or states that contains a code.
package enum ErrorDomain: String, CaseIterable {
  case refusal
  case check
  case reason
  case evidence
  case baselineFault = "baseline_fault"
  case fault
  case sessionState = "session_state"
  case phase
  case outcome
  case event
  case finding
  case updateEnd = "update_end"

  /// The JSON path of the code.
  package var meaning: String {
    switch self {
    case .refusal: "`error.code` of a results document, and of other reports of a refused recording"
    case .check: "`quality.checks[].id` of a results document"
    case .reason: "`unavailable[].code` and `flags[].code` of a results document"
    case .evidence: "`signal_type.sentences[].id` of a results document, up to the dot"
    case .baselineFault:
      "`faults[].code` and `cautions[].code` of recordings in baselines and comparisons, "
        + "`reasons[].code` of refusals, `progress.missing[].code` of a baseline, and "
        + "`differences[].code` and `missing.code` in histories; also refusals, checks and reasons"
    case .fault:
      "`error.code` of state.json and NAME.error.json, and `code` of updates and events; also "
        + "refusals"
    case .sessionState: "`state` of state.json"
    case .phase: "`phase` of an update"
    case .outcome: "`outcome` of an update"
    case .event: "`event` of a line of events.ndjson"
    case .finding: "`findings[].code` of a verification"
    case .updateEnd: "`code` of the last line of `watch --socket`"
    }
  }

  /// Returns an entry for each code with its sentences, then entries for codes that only the tables
  /// contain.
  package func entries(_ codes: [String], _ tables: [any SentenceTable.Type]) -> [CodeEntry] {
    let sentences = tables.flatMap { Self.sentences(of: $0) }
    var all = codes
    for sentence in sentences where !all.contains(sentence.code) { all.append(sentence.code) }
    return all.map { code in
      var entry = CodeEntry(code, self)
      entry.sentences = sentences.filter { $0.code == code }.map(\.entry)
      if entry.sentences.isEmpty { entry.meaning = "reserved; not in use yet" }
      return entry
    }
  }

  private static func sentences<Table: SentenceTable>(
    of table: Table.Type
  ) -> [(code: String, entry: SentenceEntry)] {
    table.allCases.map { ($0.code, SentenceEntry($0)) }
  }

  package func words<Word: CaseIterable & RawRepresentable<String>>(
    _ words: Word.Type, _ meaning: (Word) -> String
  ) -> [CodeEntry] {
    words.allCases.map { word in
      var entry = CodeEntry(word.rawValue, self)
      entry.meaning = meaning(word)
      return entry
    }
  }
}

extension ErrorDomain {
  package static let explainedCodec = JSONCoder<ErrorDomain>.explained("place") { $0.meaning }
}

extension SentenceParameter {
  package static let explainedCodec = JSONCoder<SentenceParameter>.explained("name") { $0.meaning }
}

extension ExitStatus {
  package static let explainedCodec = Shape<ExitStatus>({ $0 }) {
    Field(
      "status", { $0 },
      .mapped(
        .count, allowed: "an exit status",
        { Int32(exactly: $0).flatMap(ExitStatus.init) }, { Int($0.rawValue) }))
    Derived("meaning", \.meaning, .text, .notNeeded)
  }.codec
}

extension JSONCoder where Value: CaseIterable & RawRepresentable<String> & Sendable {
  fileprivate static func explained(
    _ key: String, _ meaning: @escaping @Sendable (Value) -> String
  ) -> JSONCoder {
    Shape<Value>({ $0 }) {
      Field(key, { $0 }, .choice)
      Derived("meaning", meaning, .text, .notNeeded)
    }.codec
  }
}

internal import EmbeddedFiles

/// Language of a published cut-off. Raw values are ISO 639-1 codes, with a country if the study is
/// of one.
package enum IndexLanguage: String, CaseIterable, Sendable {
  case dutch = "nl"
  case spanish = "es"
  case german = "de"
  case french = "fr"
  case brazilianPortuguese = "pt-BR"
  case americanEnglish = "en-US"
  case japanese = "ja"
  case korean = "ko"
  case finnish = "fi"
  case italian = "it"
  case persian = "fa"

  /// Parses a code in any case.
  package init?(code: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue.lowercased() == code.lowercased() })
    else { return nil }
    self = known
  }
}

/// Published cut-off of an index in one language.
package struct IndexCutOff: Sendable {
  package let language: IndexLanguage
  /// Highest index on the lower side of the cut-off.
  package let value: Double
  package let citation: String
  /// Nil in documents `sagevoice/avqi/1`.
  package var study: Study?

  /// Recordings and programs of a study.
  package struct Study: Sendable {
    /// Speech of the speakers, in English.
    package let material: String
    /// Number of speakers or recordings.
    package let speakers: Int
    /// Praat release; nil if the read source does not name it.
    package var praat: String?
    /// Sample rate below 44.1 kHz; nil for 44.1 kHz or more.
    package var rate: Hertz?
    /// Fraction of the altered voices above the cut-off, as judged by listeners; nil if not read.
    package var sensitivity: Double?
    /// Fraction of the other voices at or below the cut-off; nil if not read.
    package var specificity: Double?
  }

  /// Position of an index relative to a cut-off.
  package enum Relation: String, CaseIterable, Sendable {
    case above
    case atOrBelow = "at_or_below"
  }

  /// Position of a measured index. An index equal to the cut-off is `atOrBelow`.
  package func relation(of index: Measured) -> Relation {
    if let number = index.number, number > value { .above } else { .atOrBelow }
  }

  /// Agreement of the study's pipeline with this program, which reproduces Praat 6.1.38.
  package var pipeline: Pipeline {
    if study?.rate != nil { return .otherRate }
    guard let praat = study?.praat else { return .unknown }
    let numbers = praat.split(separator: ".").compactMap { Int($0) }
    if numbers == [6, 1, 38] { return .identical }
    return numbers.lexicographicallyPrecedes([6, 2, 15]) ? .earlierRelease : .otherProminence
  }

  /// Agreement of a published pipeline with this program.
  package enum Pipeline: String, CaseIterable, Sendable {
    case identical
    /// A release before 6.2.15: the same definitions, compared with 6.1.38 only.
    case earlierRelease = "earlier_release"
    /// A release from 6.2.15 on: another definition of CPPS.
    case otherProminence = "other_cpps_definition"
    /// Recordings without the frequencies of this program's spectra.
    case otherRate = "other_sample_rate"
    /// The read source names no release.
    case unknown

    /// Class of a cut-off. A conditional one is valid only with the pipeline of its study.
    package enum Compatibility: String, CaseIterable, Sendable {
      case identical, compatible, conditional
    }

    package var compatibility: Compatibility {
      [.identical: .identical, .earlierRelease: .compatible][self] ?? .conditional
    }
  }
}

extension ConcatenatedIndex {
  /// The published cut-offs in a language. The numbers are those of the abstracts of their sources,
  /// or, marked "by voice-measures", of the tables of Lucero, Acoustic Measures of Voice Quality
  /// (github.com/LuceroJC/voice-measures, CC BY 4.0), who compared them with the papers.
  package func cutOffs(in language: IndexLanguage) -> [IndexCutOff] {
    cutOffs.filter { $0.language == language }
  }

  var cutOffs: [IndexCutOff] { Self.published[rawValue] ?? [] }

  private static let published: [String: [IndexCutOff]] = {
    let coder = JSONCoder<[String: [IndexCutOff]]>.map(of: .list(of: .shaped))
    guard let json = try? JSONValue.parse(EmbeddedFiles.limits["cut-offs.json"]),
      let table = try? coder.read(json, at: "cut-offs.json")
    else { preconditionFailure("the embedded cut-offs agree with their schema") }
    return table
  }()
}

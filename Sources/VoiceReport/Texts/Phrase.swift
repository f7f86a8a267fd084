package import VoiceTypes

/// A key of the texts of figures and reports; parameters are `{1}` and so on.
package enum Phrase: String, CaseIterable, Sendable {
  // Figures.
  case waveform, waveformAlone, closeWaveform, pitchOverTime, closePitch, harmonicityOverTime
  case periods, amplitudes, closePeriods, closeAmplitudes, timeAxis, amplitudeAxis, pitchAxis
  case harmonicityAxis, frequencyAxis, kilohertzAxis, periodAxis, levelAxis, quefrencyAxis

  // Legends and sentences of figures.
  case measuredStretch, leftOut, leftOutMany, reasonUnvoiced, reasonShorterSound, reasonOnset
  case reasonOffset, reasonLessSteady, reasonNotChosen, reasonEdge, pulsesCounted, pulsesCandidate
  case trackFirst, trackMeasured, trackCandidate, pitchRange, voiced, unvoiced, meanPitch
  case octaveOpen, octaveByRange, octaveByBaseline, octaveByZeroCrossings, meanHarmonicity
  case cyclesCompared, cyclesNotCompared, cyclesBeyond, jitterSentence, shimmerSentence, notReported
  case spectrumCurve, bandwidthEnd, bandwidthWhole, formantMeans, spectrogramSettings, cepstrumCurve
  case trendLine, cepstralPeak, searchedQuefrencies, prominenceSentence, cannotBeDrawn, notMeasured
  case whatToDo, noVoiceFound, noSound, digitalSilence, notMade, notFound, notMeasuredCell
  case tooFewCycles, needsRecording, subtitle, measurementNotice, madeBy

  // Comparison of two recordings.
  case comparePageTitle, compareHeading, compareBefore, compareAfter, compareChange, compareSmallest
  case compareBasis, compareNotes, compareUnchanged, compareChanged, compareOne, compareUnusable
  case compareSettings, compareHigher, compareLower, comparePoints, compareSame, compareReasons

  // Head, person and recording.
  case headerHeading, headerSignature, pageTitle, nameVowel, nameReading, nameInput, factChannels
  case analyzedAt, recordedAt, personHeading, personIdentifier, personAge, personDevice
  case personContext, personSuspected, recordingHeading, checkColumn, verdictColumn, valueColumn
  case limitColumn, remarkColumn, limitNote, qualityPass, qualityBasic, qualityQuick, qualityUnknown
  case qualityWarn, qualityFail

  // Signal type, limits and results.
  case signalHeading, typeOne, typeOneOnly, typeTwo, typeThree, typeFour, typeNone, scopeHeading
  case scopeSentence, chartHeading, chartTypical, chartPublished, chartUsual, chartInsideUsual
  case chartBeyondUsual, chartValue, radialHeading, radialInside, radialNone, radialScale
  case chartNothing, chartNoReference, chartNoOther, chartRetake, standingNotCompared
  case standingDevice, standingSignalType, standingAge

  // Tables, sources and small print.
  case sourcesHeading, numbersHeading, partVowel, partWholeVowel, partPhonation, partSegment
  case measureColumn, intervalColumn, percentileColumn, figuresHeading, missingHeading
  case doubtfulHeading, notesHeading, settingsHeading, presetLabel, settingsHash, analysisLabel
  case recordingHash, settingsList, figuresNeedSound, usualOf, edgesSentence, edgesFarEnd, edgeUp
  case edgeDown, edgeBetween, edgeUnknown

  // Units and notices.
  case unitCents, unitSemitones, unitBits, unitWarningLimits, allMeasures, assessmentNotice
  case originSample, originPublished

  // Summary.
  case summaryRecording, summaryReference, summaryChange, summaryBasis, summaryUsable
  case summaryUnknown, summaryWarn, summaryFail, summaryRetake, summaryNoVoice, qualityNoVoice
  case qualityNoF0, summaryBasic, summaryQuick, summaryNoF0, summaryReading, summaryOneBreath
  case summaryNoProfile, summaryOutside, summaryOutsideIfVoice, summaryOutsideIfPitch
  case summaryNotJudged, summaryJump, summaryMissing, summaryFlagged, summaryFailedChecks
  case summaryInside, summaryInsidePart, summaryBeyond, summaryEdge, summaryPitch, summaryTremor
  case summaryBreaks, summaryValue, summaryNoBaseline, summaryInBaseline, summaryNotCompared
  case summaryRefused, summarySince, summaryBaselineName, summaryConfirmed, summaryNotRepeated
  case summaryTogether, summaryPossible, summaryNoChange, summaryNothingCompared, summaryUp
  case summaryDown, summaryGroup, summaryPitchGroup, summaryJudged, summarySegment, summaryIrregular
  case summarySilence, summaryExcluded

  // Limits and history.
  case limitAtLeast, limitAtMost, limitBetween, otherNumbersHeading, checksPassed, historyHeading
  case historySpan, sessionsHeading, historyByAnalysis, historyNextDue, historySession
  case historyInBaseline, historyLarger, historyAlert, historyUnusable, historyUsual, sessionColumn
  case recordedColumn, vowelsColumn, notTold

  // Keys that the sources also build from a raw value.
  case standingNone = "standing.no_reference"
  case verdictUnknown = "verdict.unknown"
}

extension Language {
  /// The text with values for its parameters, in their order.
  package func text(_ phrase: Phrase, _ values: String...) -> String {
    let numbered = values.enumerated().map { ("\($0.offset + 1)", $0.element) }
    return MessageTemplate(pattern(of: phrase))
      .filled(with: Dictionary(uniqueKeysWithValues: numbered), self)
  }

  /// The text with its parameters in braces.
  package func pattern(of phrase: Phrase) -> String {
    TextCatalogue.report.text(phrase.rawValue, self)
  }

  /// The text of a raw value of the enumeration with these texts.
  func text(_ area: String, _ rawValue: String) -> String {
    TextCatalogue.report.text("\(area).\(rawValue)", self)
  }

  /// The texts without parameters, such as the heads of a table.
  func texts(_ phrases: [Phrase]) -> [String] { phrases.map { text($0) } }

  /// The text with a list as its parameter; nil for an empty list.
  func list(_ phrase: Phrase, _ items: [String], by separator: String = ", ") -> String? {
    items.isEmpty ? nil : text(phrase, items.joined(separator: separator))
  }
}

extension [String?] {
  /// The sentences that are neither nil nor empty.
  var paragraph: String { joined(by: " ") }

  /// The texts that are neither nil nor empty, joined.
  func joined(by separator: String) -> String {
    compactMap(\.self).filter { !$0.isEmpty }.joined(separator: separator)
  }
}

extension String {
  /// The text with a capital at its start and a stop at its end.
  var asSentence: String {
    prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".")
  }
}

package import VoiceTypes

/// A key of the texts of figures and reports; parameters are `{1}` and so on.
package enum Phrase: String, CaseIterable, Sendable {
  case overview
  case spectrogram
  case pitch
  case cycles
  case spectrum
  case cepstrum
  case waveform
  case waveformAlone
  case closeWaveform
  case pitchOverTime
  case closePitch
  case harmonicityOverTime
  case periods
  case amplitudes
  case closePeriods
  case closeAmplitudes
  case timeAxis
  case amplitudeAxis
  case pitchAxis
  case harmonicityAxis
  case frequencyAxis
  case kilohertzAxis
  case periodAxis
  case levelAxis
  case quefrencyAxis
  case measuredStretch
  case leftOut
  case leftOutMany
  case reasonUnvoiced
  case reasonShorterSound
  case reasonOnset
  case reasonOffset
  case reasonLessSteady
  case reasonNotChosen
  case reasonEdge
  case pulsesCounted
  case pulsesCandidate
  case trackFirst
  case trackMeasured
  case trackCandidate
  case pitchRange
  case voiced
  case unvoiced
  case meanPitch
  case octaveOpen
  case octaveByRange
  case octaveByBaseline
  case octaveByZeroCrossings
  case meanHarmonicity
  case cyclesCompared
  case cyclesNotCompared
  case cyclesBeyond
  case jitterSentence
  case shimmerSentence
  case notReported
  case spectrumCurve
  case bandwidthEnd
  case bandwidthWhole
  case formantMeans
  case spectrogramSettings
  case cepstrumCurve
  case trendLine
  case cepstralPeak
  case searchedQuefrencies
  case prominenceSentence
  case cannotBeDrawn
  case notMeasured
  case whatToDo
  case noVoiceFound
  case noSound
  case digitalSilence
  case notMade
  case notFound
  case notMeasuredCell
  case tooFewCycles
  case needsRecording
  case subtitle
  case measurementNotice
  case madeBy

  case comparePageTitle
  case compareHeading
  case compareBefore
  case compareAfter
  case compareChange
  case compareSmallest
  case compareBasis
  case compareNotes
  case compareUnchanged
  case compareChanged
  case compareOne
  case compareUnusable
  case compareSettings
  case compareHigher
  case compareLower
  case comparePoints
  case compareSame
  case compareReasons
  case headerHeading
  case headerName
  case headerDateOfBirth
  case headerSex
  case headerClinic
  case headerExaminer
  case headerDevice
  case headerDistance
  case headerTask
  case headerVowel
  case headerComplaints
  case headerFindings
  case headerGRBAS
  case headerRBH
  case headerCapeV
  case headerVHI10
  case headerSignature
  case pageTitle
  case nameVowel
  case nameReading
  case nameInput
  case factChannels
  case analyzedAt
  case recordedAt
  case personHeading
  case personIdentifier
  case personAge
  case personDevice
  case personContext
  case personSuspected
  case recordingHeading
  case checkColumn
  case verdictColumn
  case valueColumn
  case limitColumn
  case remarkColumn
  case limitNote
  case verdictPass
  case verdictUnknown
  case verdictWarn
  case verdictFail
  case qualityPass
  case qualityBasic
  case qualityQuick
  case qualityUnknown
  case qualityWarn
  case qualityFail
  case signalHeading
  case typeOne
  case typeOneOnly
  case typeTwo
  case typeThree
  case typeFour
  case typeNone
  case scopeHeading
  case scopeSentence
  case chartHeading
  case chartTypical
  case chartPublished
  case chartUsual
  case chartInsideUsual
  case chartBeyondUsual
  case chartValue
  case radialHeading
  case radialInside
  case radialNone
  case radialScale
  case chartNothing
  case chartNoReference
  case chartNoOther
  case chartRetake
  case standingWithin
  case standingPlausible
  case standingAtEdge
  case standingOutside
  case standingOutsidePublished
  case standingUnusual
  case standingNone
  case standingNotCompared
  case standingDevice
  case standingSignalType
  case standingAge
  case sourcesHeading
  case numbersHeading
  case partVowel
  case partWholeVowel
  case partPhonation
  case partSegment
  case measureColumn
  case intervalColumn
  case percentileColumn
  case figuresHeading
  case missingHeading
  case doubtfulHeading
  case notesHeading
  case settingsHeading
  case presetLabel
  case settingsHash
  case analysisLabel
  case recordingHash
  case settingsList
  case figuresNeedSound
  case usualOf
  case edgesSentence
  case edgesFarEnd
  case edgeUp
  case edgeDown
  case edgeBetween
  case edgeUnknown

  case unitCents
  case unitSemitones
  case unitBits
  case unitWarningLimits
  case allMeasures
  case assessmentNotice
  case verdictNothing
  case verdictOutside
  case verdictFinding
  case verdictSignalType
  case verdictMeasured
  case verdictIrregular
  case originSample
  case originPublished
  case summaryRecording
  case summaryReference
  case summaryChange
  case summaryBasis
  case summaryUsable
  case summaryUnknown
  case summaryWarn
  case summaryFail
  case summaryRetake
  case summaryNoVoice
  case qualityNoVoice
  case qualityNoF0
  case summaryBasic
  case summaryQuick
  case summaryNoF0
  case summaryReading
  case summaryOneBreath
  case taskMaximumPhonation = "task.maximum_phonation"
  case taskReading = "task.reading"
  case taskConversation = "task.conversation"
  case taskSustainedS = "task.sustained_s"
  case taskSustainedZ = "task.sustained_z"
  case summaryNoProfile
  case summaryOutside
  case summaryOutsideIfVoice
  case summaryOutsideIfPitch
  case summaryNotJudged
  case summaryJump
  case summaryMissing
  case summaryFlagged
  case summaryFailedChecks
  case summaryInside
  case summaryInsidePart
  case summaryBeyond
  case summaryEdge
  case summaryPitch
  case summaryTremor
  case summaryBreaks
  case summaryValue
  case summaryNoBaseline
  case summaryInBaseline
  case summaryNotCompared
  case summaryRefused
  case summarySince
  case summaryBaselineName
  case summaryConfirmed
  case summaryNotRepeated
  case summaryTogether
  case summaryPossible
  case summaryNoChange
  case summaryNothingCompared
  case summaryUp
  case summaryDown
  case summaryGroup
  case summaryPitchGroup
  case summaryGroupFeminine
  case summaryGroupMasculine
  case summaryGroupCombined
  case summaryGroupNone
  case summaryJudged
  case summarySegment
  case summaryIrregular
  case summarySilence
  case summaryExcluded
  case limitAtLeast
  case limitAtMost
  case limitBetween
  case otherNumbersHeading
  case checksPassed
  case historyHeading
  case historySpan
  case sessionsHeading
  case historyByAnalysis
  case historyNextDue
  case historySession
  case historyInBaseline
  case historyLarger
  case historyAlert
  case historyUnusable
  case historyUsual
  case sessionColumn
  case recordedColumn
  case vowelsColumn
  case notTold
  case checkDuration = "check.duration"
  case checkSampleRate = "check.sample_rate"
  case checkChannels = "check.channels"
  case checkCompleteness = "check.completeness"
  case checkLevel = "check.level"
  case checkPeak = "check.peak"
  case checkClipping = "check.clipping"
  case checkBitDepth = "check.bit_depth"
  case checkDCOffset = "check.dc_offset"
  case checkSNR = "check.snr"
  case checkMainsHum = "check.mains_hum"
  case checkSilenceShare = "check.silence_share"
  case checkBandwidth = "check.bandwidth"
  case checkRumble = "check.rumble"
  case checkDropouts = "check.dropouts"
  case checkNoiseGate = "check.noise_gate"
  case checkLevelRange = "check.level_range"
  case checkHeldVowel = "check.held_vowel"
  case checkGap = "check.gap"
  case checkLossyCoding = "check.lossy_coding"
  case checkSecondSource = "check.second_source"
  case checkReverberation = "check.reverberation"
  case checkSeveralSounds = "check.several_sounds"
  case checkTone = "check.tone"
  case checkProcessing = "check.processing"
  case checkDroppedFrames = "check.dropped_frames"
  case checkCaptureRate = "check.capture_rate"
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
}

extension String {
  /// The text with a capital at its start and a stop at its end.
  var asSentence: String {
    prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".")
  }
}

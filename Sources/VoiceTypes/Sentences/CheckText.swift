// The sentences of the checks of a recording: what was found and what to do.

/// What a check says.
package enum CheckText: String, SentenceTable {
  case short = "duration.short"
  case tooShort = "duration.too_short"
  case tooLong = "duration.too_long"
  case ownRate = "sample_rate.own"
  case lowRate = "sample_rate.low"
  case tooLowRate = "sample_rate.too_low"
  case oneOfSeveral = "channels"
  case louderOfSeveral = "channels.louder"
  case wrongBlock = "channels.block"
  case lostEnd = "completeness.lost_end"
  case zeroedEnd = "completeness.zeroed_end"
  case lengthNotStated = "completeness.not_stated"
  case soundBehind = "completeness.sound_behind"
  case misstatedChunk = "completeness.misstated_chunk"
  case allZero = "level.zero"
  case channelIsZero = "level.zero_channel"
  case faint = "level.faint"
  case channelIsFaint = "level.faint_channel"
  case closeToFullScale = "peak"
  case noPeak = "peak.none"
  case clipping
  case fewBits = "bit_depth"
  case offCentre = "dc_offset"
  case noVoiceForNoise = "snr.no_voice"
  case noLouderThanPauses = "snr.pauses"
  case loudBackground = "snr.background"
  case noiseUnderVoice = "snr.under_voice"
  case digitalPauses = "snr.digital_pauses"
  case noPause = "snr.no_pause"
  case digitalPausesUndecided = "snr.digital_pauses_undecided"
  case noPauseUndecided = "snr.no_pause_undecided"
  case digitalPausesDecided = "snr.digital_pauses_decided"
  case noPauseDecided = "snr.no_pause_decided"
  case noVoiceForHum = "mains_hum.no_voice"
  case coveredHum = "mains_hum.covered"
  case hiddenHum = "mains_hum.digital_silence"
  case otherLowSounds = "mains_hum.other_sounds"
  case hum = "mains_hum"
  case mostlySilent = "silence_share"
  case noSpectrum = "bandwidth.no_voice"
  case bandOfRate = "bandwidth.sample_rate"
  case bandOfRecording = "bandwidth.recording"
  case noVoiceForRumble = "rumble.no_voice"
  case nothingLow = "rumble.nothing"
  case rumble
  case noVoiceForDropouts = "dropouts.no_voice"
  case dropouts
  case fewBitsForGate = "noise_gate.few_bits"
  case noiseGate = "noise_gate"
  case tooShortForLevel = "level_range.too_short"
  case levelRange = "level_range"
  case tooShortForVowel = "held_vowel.too_short"
  case pitchTravels = "held_vowel.pitch"
  case soundChanges = "held_vowel.sound"
  case bothChange = "held_vowel.both"
  case notRegularForGap = "gap.not_regular"
  case noVoiceForGap = "gap.no_voice"
  case gap
  case processing
  case processingNotTold = "processing.not_told"
  case droppedFrames = "dropped_frames"
  case framesNotCounted = "dropped_frames.not_counted"
  case narrowCapture = "capture_rate"
  case resampled = "capture_rate.resampled"
  case captureRateNotTold = "capture_rate.not_told"

  package var template: String { [finding, hint].compactMap(\.self).joined(separator: "; ") }

  /// The first part of the template: the finding.
  package var finding: String { parts.finding }

  /// The second part of the template: the advice; nil where there is none.
  package var hint: String? { parts.hint }

  private var parts: (finding: String, hint: String?) {
    switch self {
    case .short: ("the recording lasts {found} s", "hold the vowel for 2 s or longer")
    case .tooShort: ("the recording lasts {found} s, too short", "hold the vowel for 2 s or longer")
    case .tooLong:
      ("the recording lasts {found} s, too long", "cut out one held vowel of 2 to 10 s")
    case .ownRate:
      (
        "measured at {rate} Hz, its own rate, not resampled",
        "record with 44100 Hz to compare like with like"
      )
    case .lowRate:
      (
        "measured at {rate} Hz, its own rate, too low for perturbation measures",
        "record with 44100 Hz"
      )
    case .tooLowRate:
      (
        "measured at {rate} Hz, its own rate, too low",
        "record with 44100 Hz, as resampling adds nothing"
      )
    case .oneOfSeveral:
      (
        "only channel {channel} of {channels} was measured, never a mix",
        "record in mono, or choose the channel of the voice with --channel"
      )
    case .louderOfSeveral:
      (
        "only channel {channel} of {channels} was measured, never a mix",
        "channel {loud_channel} is much louder: measure that one with --channel {loud_channel}"
      )
    case .wrongBlock:
      (
        "the header states blocks of {bytes} bytes for channels × bits = {channels} × {bits}",
        "check that the recording has {channels} × {bits}, as which it was read, and save it "
          + "again with another program"
      )
    case .lostEnd: ("{missing} of the promised audio are missing at the end", "copy the file again")
    case .zeroedEnd:
      (
        "{missing} of the promised audio are missing at the end and were taken as zeros, as "
          + "Praat takes them",
        "copy the file again"
      )
    case .lengthNotStated:
      (
        "the header states no length, so a lost end would not be noticed",
        "check that the recording is as long as it should be"
      )
    case .soundBehind:
      (
        "{found} s behind the end that the header states were not measured",
        "if they are part of the recording, import the file as raw data into an audio editor and "
          + "save it again"
      )
    case .misstatedChunk:
      (
        "the chunk \"{chunk}\" in front of the audio is shorter or longer than it states",
        "save the recording again with another program"
      )
    case .allZero: ("every sample is zero", "check that the microphone is connected and not muted")
    case .channelIsZero:
      (
        "every sample is zero, but channel {loud_channel} is not: measure that one with "
          + "--channel {loud_channel}",
        nil
      )
    case .faint:
      ("the recording is faint", "move closer to the microphone or raise the input level")
    case .channelIsFaint:
      (
        "the channel is faint, but channel {loud_channel} is not: measure that one with "
          + "--channel {loud_channel}",
        nil
      )
    case .closeToFullScale:
      ("the recording comes close to full scale", "lower the input level and record again")
    case .noPeak: ("every sample is zero, so there is no peak", nil)
    case .clipping:
      (
        "{share} % of the samples are at full scale, up to {run} in a row",
        "lower the input level and record again"
      )
    case .fewBits: ("{bits} bits a sample add noise of their own", "record with 16 bits or more")
    case .offCentre:
      (
        "the samples are not centred on zero, which the measures allow for",
        "have the input device looked at"
      )
    case .mostlySilent: ("most of the recording holds no voice", "hold the vowel for longer")
    case .noSpectrum: ("too little voice was found to tell where its spectrum ends", nil)
    case .bandOfRate: ("the sample rate carries nothing above {found} Hz", "record with 44100 Hz")
    case .bandOfRecording:
      (
        "the recording holds nothing above {found} Hz, as after a call, a wireless headset or "
          + "compression",
        "record an uncompressed file with a built-in or wired microphone"
      )
    case .noVoiceForRumble: ("too little voice was found to compare low sounds with", nil)
    case .nothingLow: ("there is nothing below the voice, or nothing else", nil)
    case .rumble:
      (
        "a rumble lies below the voice",
        "move away from machines and traffic, stand the microphone on something soft, or keep it "
          + "out of the breath"
      )
    case .noVoiceForDropouts: ("no voice was found that something could be missing from", nil)
    case .dropouts:
      (
        "the voice is cut off for {time} ms in the midst of it, as by a noise gate or lost data",
        "turn noise suppression off, or record to a file on the device"
      )
    case .fewBitsForGate: ("with so few bits a sample, silence is digital silence anyway", nil)
    case .noiseGate:
      (
        "the recording is digital silence in places, as no microphone is: noise suppression, a "
          + "gate or an edit",
        "turn off what processes the sound"
      )
    case .tooShortForLevel: ("the measured stretch is too short to follow its level", nil)
    case .levelRange:
      (
        "the level rises and falls while the voice is held",
        "turn automatic gain off, keep the distance, and hold the vowel at one loudness"
      )
    case .tooShortForVowel:
      ("the measured stretch is too short to tell whether one vowel was held", nil)
    case .pitchTravels:
      (
        "the pitch travels within the measured stretch, as in speech and singing",
        "hold one vowel at one pitch"
      )
    case .soundChanges:
      (
        "the sound of the vowel changes within the measured stretch, as in speech and singing",
        "hold one vowel at one pitch"
      )
    case .bothChange:
      (
        "pitch and sound of the vowel change within the measured stretch, as in speech and "
          + "singing",
        "hold one vowel at one pitch"
      )
    case .notRegularForGap:
      ("only a held vowel of a regular voice tells whether any of it is missing", nil)
    case .noVoiceForGap: ("too little voice was found to tell whether any of it is missing", nil)
    case .gap:
      (
        "sound is missing from the voice at about {time} s, where its cycles are suddenly out of "
          + "step",
        "close other programs, or record to a file on the device, and record again"
      )
    case .processing:
      (
        "the browser worked on the sound while it recorded ({things}), which moves what is "
          + "measured",
        "use a browser or a microphone that lets it be turned off"
      )
    case .processingNotTold:
      ("the browser does not say whether it worked on the sound ({things})", "use one that does")
    case .droppedFrames:
      ("the browser lost {count} frames of the recording", "close other programs and record again")
    case .framesNotCounted: ("nobody counted the frames that were lost on the way", nil)
    case .narrowCapture:
      (
        "the microphone gives {found} samples a second, as a wireless headset does",
        "record with a built-in or wired microphone"
      )
    case .resampled:
      (
        "the microphone gives {found} samples a second, and the recording was made at {rate}",
        "set both to one rate, as resampling filters the sound"
      )
    case .captureRateNotTold: ("the rate of the microphone was not told", nil)
    case .noVoiceForNoise: ("no voice was found to compare the pauses with", nil)
    case .noLouderThanPauses: ("the voice is no louder than the pauses", "find a quieter place")
    case .loudBackground:
      ("the background is loud", "find a quieter place or move closer to the microphone")
    case .noiseUnderVoice:
      (
        "a noise as level as no voice has lies beneath the voice",
        "find a quieter place, move closer to the microphone or raise the input level"
      )
    case .digitalPauses: (Self.hidden, Self.suppressionOff)
    case .noPause: (Self.pauseless, Self.silenceBefore)
    case .digitalPausesUndecided: ("\(Self.hidden); \(Self.undecided)", Self.suppressionOff)
    case .noPauseUndecided: ("\(Self.pauseless); \(Self.undecided)", Self.silenceBefore)
    case .digitalPausesDecided: ("\(Self.hidden); \(Self.decided)", nil)
    case .noPauseDecided: ("\(Self.pauseless); \(Self.decided)", nil)
    case .noVoiceForHum: ("no voice was found to compare a hum with", nil)
    case .coveredHum:
      ("there is no pause of {needed} to hear a hum in, and the voice covers it", nil)
    case .hiddenHum: ("there is digital silence, which hides a hum", nil)
    case .otherLowSounds: ("other low sounds would cover a hum", "record away from machines")
    case .hum:
      (
        "mains hum at {frequency} Hz lies close to the voice",
        "move away from power supplies, or record on battery"
      )
    }
  }

  private static let hidden = "the pauses are digital silence, which hides the noise"
  private static let pauseless = "there is no pause of {needed} to hear the noise in"
  private static let suppressionOff = "turn noise suppression off"
  private static let silenceBefore = "leave a second of silence before the vowel"
  private static let undecided =
    "what lies between the harmonics is {found} dB below the voice, and can be of the room or of "
    + "the voice"
  private static let decided = "between the harmonics lies at most this much of it"
}

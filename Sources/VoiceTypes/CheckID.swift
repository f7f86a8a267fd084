/// Check of a recording. The raw values are part of the document contract.
public enum CheckID: String, CaseIterable, Sendable {
  case duration
  case sampleRate = "sample_rate"
  case channels
  case completeness
  case level
  case peak
  case clipping
  case bitDepth = "bit_depth"
  case dcOffset = "dc_offset"
  case signalToNoise = "snr"
  case mainsHum = "mains_hum"
  case silenceShare = "silence_share"
  case bandwidth
  case rumble
  case dropouts
  case noiseGate = "noise_gate"
  case levelRange = "level_range"
  case heldVowel = "held_vowel"
  case gap
  case lossyCoding = "lossy_coding"
  case secondSource = "second_source"
  case reverberation
  case severalSounds = "several_sounds"
  case tone
  case processing
  case droppedFrames = "dropped_frames"
  case captureRate = "capture_rate"
}

// Capture settings with the names that browsers use. User and device remain in the session
// metadata, because they do not describe the audio.

extension CaptureFacts: Shaped {
  /// Decodes capture settings and ignores unknown members. Throws all faults found.
  package init(json: JSONValue, mode: ValidationMode = .allFaults) throws(FileFaults) {
    self = try Self.shape.read(json, as: "capture", mode: mode)
  }

  package static let shape = Shape<CaptureFacts>(others: .allowed) {
    Field("granted", \.reportedGranted, ifTold: .shaped)
    Field("context_rate_hz", \.contextRate, ifTold: .unit(.positive.short))
    Field("frames", \.frames, ifTold: .count)
    Field("dropped_frames", \.droppedFrames, ifTold: .count)
    Field("stats_dropped_frames", \.droppedByBrowser, ifTold: .count)
    Field("wall_s", \.elapsed, ifTold: .unit(.notNegative))
    Field("room_level_dbfs", \.roomLevel, ifTold: .number)
  } make: { granted, rate, frames, dropped, byBrowser, elapsed, roomLevel in
    var facts = CaptureFacts()
    (facts.granted, facts.contextRate, facts.frames) = (granted ?? Granted(), rate, frames)
    (facts.droppedFrames, facts.droppedByBrowser) = (dropped, byBrowser)
    (facts.elapsed, facts.roomLevel) = (elapsed, roomLevel)
    return facts
  }

  private var reportedGranted: Granted? { granted == Granted() ? nil : granted }
}

extension CaptureFacts.Granted: Shaped {
  package static let shape = Shape<CaptureFacts.Granted>(others: .allowed) {
    Field("echoCancellation", \.echoCancellation, ifTold: .leftOn)
    Field("noiseSuppression", \.noiseSuppression, ifTold: .leftOn)
    Field("autoGainControl", \.automaticGain, ifTold: .leftOn)
    Field("sampleRate", \.sampleRate, ifTold: .unit(.positive.short))
  } make: { echo, noise, gain, rate in
    var granted = CaptureFacts.Granted()
    (granted.echoCancellation, granted.noiseSuppression) = (echo, noise)
    (granted.automaticGain, granted.sampleRate) = (gain, rate)
    return granted
  }
}

extension JSONCoder where Value == Bool {
  /// State of a setting. A text, with which browsers name the mode, means on.
  fileprivate static var leftOn: JSONCoder {
    JSONCoder(
      write: { .bool($0) }, describe: ["type": ["boolean", "string"]],
      read: { json, reading in
        switch json {
        case .bool(let isOn): isOn
        case .string: true
        default: reading.refuse(json, allowed: "true, false or a word")
        }
      })
  }
}

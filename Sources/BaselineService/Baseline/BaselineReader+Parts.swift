// The parts of a baseline file.

internal import VoiceTypes

extension BaselinePerson {
  init(_ place: JSONPlace) throws(FileFault) {
    var profile = UserProfile(userID: try place.member("user_id").text())
    profile.voiceConditions = try place.member("voice_conditions").texts()
    profile.diagnosedConditions = try place.member("diagnosed_conditions").texts()
    profile.suspectedConditions = try place.member("suspected_conditions").ifPresent {
      place throws(FileFault) in try place.texts()
    }
    self.init(profile, demographic: nil)
    age = try place.member("age").ifPresent { place throws(FileFault) in
      let years = try place.whole(in: Age.allowed)
      guard let age = Age(years: years) else { throw place.fault(allowed: "an age") }
      return age
    }
    category = try place.member("reference_category").ifPresent { place throws(FileFault) in
      try place.choice()
    }
    categoryReason = try place.member("reference_reason").ifPresent { place throws(FileFault) in
      try place.anyText()
    }
  }
}

extension RecordingConditions {
  init(_ place: JSONPlace) throws(FileFault) {
    let rate = try place.member("sample_rate_hz")
    guard try rate.number() > 0 else { throw rate.fault(allowed: "a number above 0") }
    self.init(
      deviceModel: try place.member("device_model").ifPresent { place throws(FileFault) in
        try place.text()
      },
      encoding: try place.member("encoding").choice(), sampleRate: Hertz(try rate.number()),
      preset: try place.member("preset").choice(),
      settingsSHA256: try place.member("settings_sha256").hash(),
      version: try place.member("version").text())
  }
}

extension BaselineParent {
  init(_ place: JSONPlace) throws(FileFault) {
    self.init(
      baselineID: try place.member("baseline_id").text(),
      sha256: try place.member("sha256").hash(), status: try place.member("status").choice(),
      keepsSessions: try place.member("keeps_sessions").flag())
  }
}

extension VoiceSession {
  init(_ place: JSONPlace) throws(FileFault) {
    var values: [Measure: SessionValue] = [:]
    for (key, value) in try place.member("values").members() {
      guard let measure = Measure(rawValue: key), ChangeMeasure.of(measure) != nil else {
        throw FileFault(
          value.place, found: "an unknown measure",
          allowed: ChangeMeasure.all.map(\.measure.rawValue).joined(separator: ", "))
      }
      values[measure] = SessionValue(
        mean: try value.member("mean").number(),
        vowels: try value.member("vowels").whole(in: 1...1_000))
    }
    self.init(
      id: try place.member("session_id").text(),
      recordings: try place.member("recordings").elements().map { place throws(FileFault) in
        try SessionRecording(place)
      }, values: values)
  }
}

extension SessionRecording {
  init(_ place: JSONPlace) throws(FileFault) {
    self.init(
      name: try place.member("name").anyText(), use: try place.member("use").choice())
    sha256 = try place.member("sha256").ifPresent { place throws(FileFault) in try place.hash() }
    duration = try place.member("duration_s").optionalNumber().map { Seconds($0) }
    recordedAt = try place.member("recorded_at").ifPresent { place throws(FileFault) in
      try place.time()
    }
    flags = try place.member("flags").elements().map { place throws(FileFault) in
      try place.choice()
    }
    quality = try place.member("quality").choice()
    confidencePercent = try place.member("f0_confidence_percent").optionalNumber()
    voicedFraction = try place.member("voiced_fraction").optionalNumber()
    signalType = try place.member("signal_type").ifPresent { place throws(FileFault) in
      try place.whole(in: 1...4)
    }
    level = try place.member("level_dbfs").optionalNumber().map { Decibels($0) }
    faults = try place.member("faults").faults()
    cautions = try place.member("cautions").faults()
  }
}

extension JSONPlace {
  fileprivate func texts() throws(FileFault) -> [String] {
    try elements().map { place throws(FileFault) in try place.text() }
  }

  fileprivate func optionalNumber() throws(FileFault) -> Double? {
    try ifPresent { place throws(FileFault) in try place.number() }
  }

  fileprivate func faults() throws(FileFault) -> [BaselineFault] {
    try elements().map { place throws(FileFault) in
      BaselineFault(
        try place.member("code").text(), try place.member("message").text(),
        advice: try place.member("advice").text())
    }
  }
}

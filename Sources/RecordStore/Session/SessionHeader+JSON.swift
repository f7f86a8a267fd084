internal import VoiceTypes

extension SessionHeader {
  /// The document.
  func json(of session: SessionID) -> JSONValue {
    [
      "schema": .string(Self.schema),
      "session_id": .string(session.text),
      "created_at": .optional(createdAt?.text),
      "user": .optional(user?.text),
      "person": .string(person.rawValue),
      "local_only": .bool(isLocalOnly),
      "profile": .optional(profile),
      "recording": recording.json,
      "recorded_at": .optional(recordedAt),
      "reference": .optional(reference),
      "context": .optional(context),
      "consent": consent,
      "identity": .optional(identity?.text),
      "provenance": [
        "software": "sagevoice", "version": .string(version),
        "settings_sha256": .string(settingsSHA256),
      ],
      "parent": parent.map {
        ["session_id": .string($0.session.text), "reason": .string($0.reason)]
      } ?? .null,
    ]
  }

  init(_ place: DocumentPlace) throws(StoreError) {
    let provenance = try place.member("provenance")
    self.init(
      recording: try StoredRecording(place.member("recording")),
      settingsSHA256: try provenance.member("settings_sha256").text(),
      version: try provenance.member("version").text())
    createdAt = try place.member("created_at").optional { place throws(StoreError) in
      try place.time()
    }
    user = try place.member("user").optional { place throws(StoreError) in
      UserHash(text: try place.hash())
    }
    profile = try place.member("profile").optionalText()
    recordedAt = try place.member("recorded_at").optionalText()
    reference = try place.laterMember("reference")?.optionalText()
    context = try place.member("context").optionalText()
    consent = try place.member("consent").value
    identity = try place.member("identity").optional { place throws(StoreError) in
      RecordingIdentity(text: try place.hash())
    }
    parent = try place.member("parent").optional { place throws(StoreError) in
      SessionParent(
        try place.member("session_id").sessionID(), reason: try place.member("reason").text())
    }
    try readPerson(place)
    guard try place.member("local_only").flag() == isLocalOnly else {
      throw try place.member("local_only").wrongKind("in keeping with the user")
    }
  }

  /// Versions that knew only people and guests did not say which.
  private mutating func readPerson(_ place: DocumentPlace) throws(StoreError) {
    guard let member = try place.laterMember("person") else { return }
    let told: SessionPerson = try member.choice()
    if told == .unknown, user == nil { takeUnknownPerson() }
    guard told == person else { throw member.wrongKind("in keeping with the user") }
  }
}

extension StoredRecording {
  var json: JSONValue {
    [
      "name": .string(name), "sha256": .optional(sha256), "size_bytes": .int(sizeBytes),
      "duration_s": .optional(durationSeconds),
    ]
  }

  init(_ place: DocumentPlace) throws(StoreError) {
    self.init(
      name: try place.member("name").text(),
      sha256: try place.member("sha256").optional { place throws(StoreError) in try place.hash() },
      sizeBytes: try place.member("size_bytes").whole(),
      durationSeconds: try place.member("duration_s").optional { place throws(StoreError) in
        try place.number()
      })
  }
}

// Why a request is not answered with what it asks for. Each has a code for programs, a sentence and
// advice for people, and the status that HTTP has for it.

internal import Onboarding
package import VoiceTypes

/// What is wrong with a request, or with the server just now; the raw values are part of the contract.
package enum FaultCode: String, CaseIterable, Sendable {
  case notFound = "not_found"
  case notSignedIn = "not_signed_in"
  case alreadySignedIn = "already_signed_in"
  case wrongSignIn = "wrong_sign_in"
  case emailFaulty = "email_faulty"
  case passwordWeak = "password_weak"
  case passwordCommon = "password_common"
  case accountThere = "account_there"
  case alreadyAccount = "already_account"
  case tooManySignIns = "too_many_sign_ins"
  case tooManyAtOnce = "too_many_at_once"
  case noAccount = "no_account"
  case resetEnded = "reset_ended"
  case notStaff = "not_staff"
  case notAllowed = "not_allowed"
  case personThere = "person_there"
  case nobodys = "nobodys"
  case sessionDiffers = "session_differs"
  case wasErased = "was_erased"
  case parcelFaulty = "parcel_faulty"
  case crossSite = "cross_site"
  case hostMissing = "host_missing"
  case hostUnknown = "host_unknown"
  case mediaTypeWrong = "media_type_wrong"
  case methodNotAllowed = "method_not_allowed"
  case bodyTooLarge = "body_too_large"
  case bodyBroken = "body_broken"
  case notJSON = "not_json"
  case notAWAV = "not_a_wav"
  case unknownValue = "unknown_value"
  case digestDiffers = "digest_differs"
  case profileFaulty = "profile_faulty"
  case consentFaulty = "consent_faulty"
  case journeyMoved = "journey_moved"
  case journeyRefused = "journey_refused"
  case recordingRefused = "recording_refused"
  case tooMany = "too_many"
  case tooMuchWork = "too_much_work"
  case busy
  case stopping
  case storeFault = "store_fault"

  /// The status by RFC 9110.
  var status: Int {
    switch self {
    case .bodyBroken, .notJSON, .unknownValue, .digestDiffers, .hostMissing: 400
    case .notSignedIn, .wrongSignIn, .notStaff: 401
    case .crossSite, .notAllowed: 403
    case .notFound, .noAccount: 404
    case .methodNotAllowed: 405
    case .alreadySignedIn, .journeyRefused, .personThere, .nobodys, .accountThere,
      .alreadyAccount, .sessionDiffers:
      409
    case .wasErased, .resetEnded: 410
    case .journeyMoved: 412
    case .bodyTooLarge: 413
    case .notAWAV, .mediaTypeWrong: 415
    case .hostUnknown: 421
    case .profileFaulty, .consentFaulty, .recordingRefused, .emailFaulty, .passwordWeak,
      .passwordCommon, .parcelFaulty:
      422
    case .tooMany, .tooManySignIns, .tooManyAtOnce, .tooMuchWork: 429
    case .busy, .stopping: 503
    case .storeFault: 500
    }
  }

  /// Seconds until the same request may succeed, as `Retry-After` says them; nil where time changes nothing.
  var retrySeconds: Int? {
    switch self {
    case .busy, .stopping: 2
    case .tooManyAtOnce: 1
    case .tooMuchWork: 5
    case .tooMany: 60
    case .tooManySignIns: 900
    default: nil
    }
  }

  /// What was found.
  var message: String {
    switch self {
    case .notFound: "there is nothing of yours under this address"
    case .notSignedIn: "nobody is signed in"
    case .alreadySignedIn: "somebody is signed in already"
    case .wrongSignIn: "no account has this address and this password"
    case .emailFaulty: "this is no e-mail address"
    case .passwordWeak: "the password is too short, or has too few different characters"
    case .passwordCommon:
      "this password is a common one, or a word of this service or of your address"
    case .accountThere: "there is an account with this address"
    case .alreadyAccount: "you have an account already"
    case .tooManySignIns: "there were too many attempts to sign in"
    case .tooManyAtOnce: "too many requests from this network or for this account arrived at once"
    case .noAccount: "this person has no account"
    case .resetEnded: "this link has been used, has expired or was replaced by a newer one"
    case .notStaff: "this is for staff, and nothing says that you are"
    case .notAllowed: "your role does not have this"
    case .personThere: "something is kept of somebody with this identifier already"
    case .nobodys: "it is not known whose recording this is"
    case .sessionDiffers: "another session is here under this id, and stays as it is"
    case .wasErased: "this was removed here for good"
    case .parcelFaulty: "what was sent is no export of one session or one person"
    case .crossSite: "the request was sent by another site"
    case .hostMissing: "the request names no host, or several"
    case .hostUnknown: "this server does not answer for the host that the request names"
    case .mediaTypeWrong: "the body has another media type than this address accepts"
    case .methodNotAllowed: "this address has no such method"
    case .bodyTooLarge: "more was sent than is read here"
    case .bodyBroken: "the request ended before all of it was sent"
    case .notJSON: "what was sent is not JSON"
    case .notAWAV: "what was sent is no WAV recording"
    case .unknownValue: "a value has none of the forms that are known"
    case .digestDiffers: "the bytes that arrived are not those of the digest"
    case .profileFaulty: "the profile cannot be used as it is"
    case .consentFaulty: "the consent cannot be used as it is"
    case .journeyMoved: "the journey has gone on since you looked"
    case .journeyRefused: "this does not happen now"
    case .recordingRefused: "the recording could not be taken"
    case .tooMany: "too many people began from this address in a short time"
    case .tooMuchWork: "too many requests of this kind run at the same time"
    case .busy: "there is more to do than can be kept track of, or the store is away"
    case .stopping: "the server is being stopped"
    case .storeFault: "the store could not do its part"
    }
  }

  /// What to do.
  var advice: String {
    switch self {
    case .notFound: "check the address; what other people have is never shown"
    case .notSignedIn: "begin again from the first page"
    case .alreadySignedIn: "go on, or sign out first"
    case .wrongSignIn: "check both; after some attempts there is a pause"
    case .emailFaulty: "give one of the form name@example.org"
    case .passwordWeak: "use 12 characters or more, and more than four different ones"
    case .passwordCommon: "choose several words that do not belong together"
    case .accountThere: "sign in, or take another address"
    case .alreadyAccount: "sign out to make another one"
    case .tooManySignIns: "wait for a quarter of an hour, and try again"
    case .tooManyAtOnce: "send it again in a moment"
    case .noAccount: "people make their accounts themselves, on the first page"
    case .resetEnded: "ask the staff for a new link"
    case .notStaff: "send the token that you were given; one ends when it is revoked, and by itself"
    case .notAllowed: "ask somebody whose role does; see the roles in /openapi.json"
    case .personThere: "look at what is kept, and put that right"
    case .nobodys: "say whose it is with `sagevoice records amend`"
    case .sessionDiffers: "keep yours where it is, and compare the two"
    case .wasErased: "remove it where it is still kept, if it is to go there too"
    case .parcelFaulty: "send what `sagevoice-server push` sends"
    case .crossSite: "send it from the pages of this server"
    case .hostMissing: "send one `Host` header with the host of the address"
    case .hostUnknown:
      "open one of its own addresses, or start it with `--host` and the name that people use"
    case .mediaTypeWrong: "send the `Content-Type` of /openapi.json, such as application/json"
    case .methodNotAllowed: "see /openapi.json"
    case .bodyTooLarge: "send less; a recording has 30 seconds at most"
    case .bodyBroken, .digestDiffers: "send it again"
    case .notJSON: "send one JSON object"
    case .notAWAV: "send RIFF/WAVE as audio/wav"
    case .unknownValue: "see /openapi.json for what may stand there"
    case .profileFaulty, .consentFaulty: "put right the fields that are named"
    case .journeyMoved: "ask where the journey is, and go on from there"
    case .journeyRefused: "show where the journey is, and go on from there"
    case .recordingRefused: "record it again"
    case .tooMany: "wait for some minutes, and try again"
    case .tooMuchWork: "wait for one of them to end, or close one, and try again"
    case .busy, .stopping: "send it again in a moment"
    case .storeFault: "try again later, and tell whoever runs the server"
    }
  }
}

/// An answer that is a fault: `{code, message, advice}`.
package struct APIFault: Error, Sendable, Equatable {
  /// The status by RFC 9110.
  package var status: Int

  /// A stable name for programs.
  package var code: String

  /// What was found.
  package var message: String

  /// What to do.
  package var advice: String

  /// The fields at fault; none unless it is about a profile.
  package var faults: [ProfileFault] = []

  /// A fault of the list; `detail` says more of what was found.
  package init(_ code: FaultCode, detail: String? = nil) {
    status = code.status
    self.code = code.rawValue
    message = code.message + (detail.map { ": \($0)" } ?? "")
    advice = code.advice
  }

  /// A profile that cannot be used.
  init(_ faults: [ProfileFault], _ code: FaultCode = .profileFaulty) {
    self.init(code)
    self.faults = faults
  }

  /// What does not belong where a journey is.
  init(_ refusal: JourneyRefusal) {
    self.init(.journeyRefused)
    (code, message, advice) = (refusal.code.rawValue, refusal.message, refusal.advice)
  }

  /// Whether it may be another matter in a moment.
  var isPassing: Bool { [FaultCode.busy, .stopping].map(\.rawValue).contains(code) }

  /// The fault as it is sent.
  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("code", .string(code)), .init("message", .string(message)),
      .init("advice", .string(advice)),
    ]
    if !faults.isEmpty {
      members.append(.init("faults", .array(faults.map { ProfileFault.shape.json(of: $0) })))
    }
    return .object(members)
  }

  /// What may stand in it, as JSON Schema.
  static var schema: JSONValue {
    [
      "type": "object", "required": ["code", "message", "advice"],
      "properties": [
        "code": ["type": "string"], "message": ["type": "string"], "advice": ["type": "string"],
        "faults": [
          "type": "array", "items": ProfileFault.shape.codec.describe(),
        ],
      ],
    ]
  }

  /// The fault as an answer.
  var reply: Reply {
    let reply = Reply(status, json: json)
    if code == FaultCode.notStaff.rawValue { return reply.with("WWW-Authenticate", "Bearer") }
    guard let seconds = FaultCode(rawValue: code)?.retrySeconds else { return reply }
    return reply.with("Retry-After", "\(seconds)")
  }
}

internal import Onboarding
package import VoiceTypes

/// The error codes of the HTTP interface; the raw values are part of the contract.
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

  /// The HTTP status (RFC 9110).
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

  /// The value of `Retry-After` in seconds; nil when a retry cannot help.
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

  var message: String { message(in: .english) }

  var advice: String { advice(in: .english) }

  func message(in language: Language) -> String { TextCatalogue.requests.text(rawValue, language) }

  func advice(in language: Language) -> String {
    TextCatalogue.requests.text("\(rawValue).advice", language)
  }
}

/// An error response: `{code, message, advice}`, with `faults` for invalid fields.
package struct APIFault: Error, Sendable, Equatable {
  package var status: Int

  /// The stable error code.
  package var code: String

  /// The cause in one sentence.
  package var message: String

  /// The remedy in one sentence.
  package var advice: String

  /// The invalid fields; empty for all errors that are not about a profile or consent.
  package var faults: [ProfileFault] = []

  /// The refusal of an onboarding event; nil for other faults.
  var refusal: FlowRefusal?

  /// Creates an error with a code of the catalogue; `detail` specifies the cause.
  package init(_ code: FaultCode, detail: String? = nil) {
    status = code.status
    self.code = code.rawValue
    message = code.message + (detail.map { ": \($0)" } ?? "")
    advice = code.advice
  }

  /// Creates an error about invalid fields.
  init(_ faults: [ProfileFault], _ code: FaultCode = .profileFaulty) {
    self.init(code)
    self.faults = faults
  }

  /// Creates an error of an event that the onboarding flow refuses.
  init(_ refusal: FlowRefusal) {
    self.init(.journeyRefused)
    (code, message) = (refusal.code.rawValue, refusal.message(in: .english))
    advice = refusal.advice(in: .english)
    self.refusal = refusal
  }

  var isTransient: Bool { [FaultCode.busy, .stopping].map(\.rawValue).contains(code) }

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

  static var schema: JSONValue {
    .record(
      [
        "code": .anyText, "message": .anyText, "advice": .anyText,
        "faults": .list(of: ProfileFault.shape.codec.describe()),
      ], required: ["code", "message", "advice"])
  }

  /// The response with the JSON body, and `WWW-Authenticate` or `Retry-After` where they apply.
  var reply: APIResponse {
    let reply = APIResponse(status, json: json)
    if code == FaultCode.notStaff.rawValue { return reply.with("WWW-Authenticate", "Bearer") }
    guard let seconds = FaultCode(rawValue: code)?.retrySeconds else { return reply }
    return reply.with("Retry-After", "\(seconds)")
  }
}

// Sign-ins: a browser has a random token in a cookie that no script can read. Signing out removes the token. A person
// who was erased has no sign-in, whatever cookies exist.

internal import RecordStore
internal import VoiceTypes

/// The cookies of people, or of staff.
struct SignIns: Sendable {
  /// Whose sign-ins.
  enum Kind: Sendable {
    /// People, about themselves: a sign-in lasts a month [E].
    case people
    /// Staff, at work: a sign-in lasts a shift [E].
    case staff

    /// The name of the cookie over plain HTTP, on this machine.
    var plainCookie: String {
      switch self {
      case .people: "sagevoice"
      case .staff: "sagevoice-staff"
      }
    }

    var tokens: ExpiringTokens.Kind {
      let schema = "sagevoice/sign-in/1"
      return switch self {
      case .people: .init(schema: schema, holder: "person", seconds: 30 * 86_400)
      case .staff: .init(schema: schema, holder: "staff_token", seconds: 12 * 3_600)
      }
    }
  }

  /// The name of the cookie. Over TLS its prefix makes browsers bind it to this server (RFC 6265bis).
  let cookie: String

  let tokens: ExpiringTokens
  private let isSecure: Bool

  /// Sign-ins in a folder.
  init(of kind: Kind, in folder: String, isSecure: Bool, files: any FileSystem) {
    self.isSecure = isSecure
    tokens = ExpiringTokens(kind.tokens, in: folder, files: files)
    cookie = (isSecure ? "__Host-" : "") + kind.plainCookie
  }

  /// Signs a holder in.
  /// - Returns: The value of `Set-Cookie`.
  func begin(_ holder: String, at now: StoreTime) throws(FileSystemError) -> String {
    let token = try tokens.begin(holder, at: now)
    return "\(cookie)=\(token); Max-Age=\(tokens.kind.seconds); \(attributes)"
  }

  /// The value of `Set-Cookie` that removes the cookie.
  var removal: String { "\(cookie)=; Max-Age=0; \(attributes)" }

  private var attributes: String {
    "Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
  }
}

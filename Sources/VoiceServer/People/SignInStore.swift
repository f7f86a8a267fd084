// A browser holds a random token in an HttpOnly cookie; signing out deletes the token. Erasure of a
// person ends all sign-ins of that person.

internal import RecordStore
internal import VoiceTypes

/// The sign-in sessions of users or staff.
struct SignInStore: Sendable {
  enum Kind: Sendable {
    /// Users, for their own data; the lifetime is 30 days [E].
    case people
    /// Staff; the lifetime is 12 hours, a shift [E].
    case staff

    /// The cookie name over plain HTTP.
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

  /// The cookie name. Over TLS its prefix binds the cookie to this host (RFC 6265bis).
  let cookie: String

  let tokens: ExpiringTokens
  private let isSecure: Bool

  /// Opens the sign-ins in a directory.
  init(of kind: Kind, in folder: String, isSecure: Bool, files: any FileSystem) {
    self.isSecure = isSecure
    tokens = ExpiringTokens(kind.tokens, in: folder, files: files)
    cookie = (isSecure ? "__Host-" : "") + kind.plainCookie
  }

  /// Begins a sign-in.
  /// - Returns: The value of `Set-Cookie`.
  func begin(_ holder: String, at now: StoreTime) throws(FileSystemError) -> String {
    let token = try tokens.begin(holder, at: now)
    return "\(cookie)=\(token); Max-Age=\(tokens.kind.seconds); \(attributes)"
  }

  /// The value of `Set-Cookie` that deletes the cookie.
  var removal: String { "\(cookie)=; Max-Age=0; \(attributes)" }

  private var attributes: String {
    "Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
  }
}

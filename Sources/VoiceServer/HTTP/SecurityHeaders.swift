internal import VoiceReport
internal import VoiceTypes

enum SecurityHeaders {
  /// The default Content Security Policy: scripts, styles and connections of this origin only, no
  /// inline code, no framing.
  static let policy =
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'; "
    + "media-src 'self' blob:; connect-src 'self'; form-action 'none'; base-uri 'none'; "
    + "frame-ancestors 'none'"

  /// Returns the policy of a page without scripts whose inline styles are allowed by hash.
  static func policy(ofStyles hashes: [String]) -> String {
    let styles = hashes.map { "'sha256-\($0)'" }.joined(separator: " ")
    return "default-src 'none'; style-src \(styles); img-src data:; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'"
  }

  /// Returns a SHA-256 in Base64, as policies and digests contain it.
  static func base64(sha256: String) -> String {
    Base64.text(of: Hex.bytes(of: Array(sha256.utf8)) ?? [])
  }

  /// Adds the headers that a response does not set itself.
  static func add(to reply: inout APIResponse, _ settings: ServerSettings) {
    reply.setUnlessThere("Content-Security-Policy", policy)
    reply.setUnlessThere("X-Content-Type-Options", "nosniff")
    reply.setUnlessThere("Referrer-Policy", "no-referrer")
    reply.setUnlessThere("Cross-Origin-Opener-Policy", "same-origin")
    reply.setUnlessThere("Cross-Origin-Resource-Policy", "same-origin")
    reply.setUnlessThere("Permissions-Policy", "microphone=(self), camera=(), geolocation=()")
    reply.setUnlessThere("Cache-Control", "no-store")
    if settings.isSecure { reply.setUnlessThere("Strict-Transport-Security", "max-age=31536000") }
  }
}

/// The CSRF check of unsafe requests.
///
/// The cookie is `SameSite=Strict`; this check is the second barrier. Clients that are not browsers
/// send neither header, and hold no cookie of another person.
enum CSRFCheck {
  /// Refuses an unsafe request of another origin.
  static func check(_ call: APIRequest, isSecure: Bool) throws {
    guard !call.method.isSafe else { return }
    if let site = call.headers["sec-fetch-site"] {
      guard site == "same-origin" else { throw APIFault(.crossSite) }
      return
    }
    guard let origin = call.headers["origin"] else { return }
    let scheme = isSecure ? "https://" : "http://"
    guard origin.hasPrefix(scheme), let from = Authority(String(origin.dropFirst(scheme.count))),
      let host = call.headers["host"].flatMap({ Authority($0) }), from.host == host.host,
      from.knownPort(isSecure) == host.knownPort(isSecure)
    else { throw APIFault(.crossSite) }
  }
}

extension Authority {
  /// The port, which is 443 over TLS and 80 otherwise where none is named.
  fileprivate func knownPort(_ isSecure: Bool) -> UInt16 { port ?? (isSecure ? 443 : 80) }
}

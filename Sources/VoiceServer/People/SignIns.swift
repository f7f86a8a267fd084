// Who is signed in. A browser has a random token in a cookie that no script can read; the server keeps a
// file per token, under the token's hash, so that what lies on its disk opens nothing. Signing out removes
// the file. A person who is no longer kept is nobody's any more, whatever cookies there are.

package import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// The cookies that stand for people, or for staff.
package struct SignIns: Sendable {
  /// Whose.
  package enum Kind: Sendable {
    /// People, about themselves: nobody has to sign in again for a month [E].
    case people
    /// Staff, at work: nobody has to sign in again during a shift [E].
    case staff

    /// The name of the cookie over plain HTTP, on this machine.
    var plainCookie: String {
      switch self {
      case .people: "sagevoice"
      case .staff: "sagevoice-staff"
      }
    }

    /// How long it lasts.
    var seconds: Int64 {
      switch self {
      case .people: 30 * 86_400
      case .staff: 12 * 3_600
      }
    }

    /// The member of a file that says whose it is.
    var holder: String {
      switch self {
      case .people: "person"
      case .staff: "staff_token"
      }
    }
  }

  /// A sign-in as its owner sees it.
  struct Sign: Sendable {
    /// What it is called by: the first digits of the name of its file.
    let id: String

    /// When it began; nil where that was not kept.
    let since: StoreTime?

    let until: StoreTime
    let holder: String
  }

  /// The name of the cookie. Over TLS it begins so that browsers hold it to this server alone (RFC 6265bis).
  let cookie: String

  private let kind: Kind
  private let folder: String
  private let files: any FileSystem
  private let isSecure: Bool
  private let newID: @Sendable () -> String

  /// Sign-ins that are kept in a folder.
  package init(
    of kind: Kind, in folder: String, isSecure: Bool, files: any FileSystem,
    newID: @escaping @Sendable () -> String
  ) {
    (self.kind, self.folder, self.files) = (kind, folder, files)
    (self.isSecure, self.newID) = (isSecure, newID)
    cookie = (isSecure ? "__Host-" : "") + kind.plainCookie
  }

  /// Makes the folder.
  package func prepare() throws(FileSystemError) { try files.ensureFolder(folder) }

  /// Signs somebody in.
  ///
  /// - Returns: The value of `Set-Cookie`.
  func begin(_ holder: String, at now: StoreTime) throws(FileSystemError) -> String {
    // Two random identifiers have 244 random bits.
    let token = Fingerprint.sha256(of: Array((newID() + newID()).utf8))
    let until = StoreTime(milliseconds: now.milliseconds + kind.seconds * 1000)
    let sign: JSONValue = .object([
      .init("schema", "sagevoice/sign-in/1"), .init(kind.holder, .string(holder)),
      .init("since", .string(now.textToSeconds)), .init("until", .string(until.textToSeconds)),
    ])
    let path = path(of: token)
    try files.create(path, sign.lineBytes)
    try files.synchronizeFile(path)
    try files.synchronizeFolder(folder)
    return "\(cookie)=\(token); Max-Age=\(kind.seconds); \(attributes)"
  }

  /// Whose a token is; nil for one that is none, or none any more.
  func holder(_ token: String, at now: StoreTime) throws(FileSystemError) -> String? {
    guard Hex.isSHA256(token), let sign = try sign(name(of: token)), now < sign.until else {
      return nil
    }
    return sign.holder
  }

  /// The sign-ins of somebody, the oldest first.
  func all(of holder: String, at now: StoreTime) throws(FileSystemError) -> [Sign] {
    var found: [Sign] = []
    for name in try files.list(folder) {
      guard let sign = try sign(name), sign.holder == holder, now < sign.until else { continue }
      found.append(sign)
    }
    return found.sorted { ($0.until, $0.id) < ($1.until, $1.id) }
  }

  /// What a token is called by, among those of its owner.
  func id(of token: String) -> String { Self.id(name(of: token)) }

  /// Ends a sign-in; one that is none is no fault.
  func end(_ token: String) throws(FileSystemError) {
    guard Hex.isSHA256(token) else { return }
    try files.removeIfThere(path(of: token))
    try files.synchronizeFolder(folder)
  }

  /// Ends the sign-ins of somebody: all, but the one of a token, or the one that is called so.
  /// - Returns: How many there were.
  @discardableResult
  func end(
    of holder: String, but token: String? = nil, called id: String? = nil
  ) throws(FileSystemError) -> Int {
    let own = token.map(name(of:))
    var ended = 0
    for name in try files.list(folder) where name != own {
      guard id == nil || Self.id(name) == id, try sign(name)?.holder == holder else { continue }
      try files.removeIfThere("\(folder)/\(name)")
      ended += 1
    }
    try files.synchronizeFolder(folder)
    return ended
  }

  /// Removes those whose time is over.
  package func forget(at now: StoreTime) throws(FileSystemError) {
    for name in try files.list(folder) {
      guard let sign = try sign(name), now < sign.until else {
        try files.removeIfThere("\(folder)/\(name)")
        continue
      }
    }
  }

  /// The value of `Set-Cookie` that takes the cookie away.
  var removal: String { "\(cookie)=; Max-Age=0; \(attributes)" }

  private var attributes: String {
    "Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
  }

  private func sign(_ name: String) throws(FileSystemError) -> Sign? {
    let path = "\(folder)/\(name)"
    guard try files.facts(of: path) != nil, let json = try? JSONValue.parse(files.read(path)),
      case .string(let holder)? = json[kind.holder], case .string(let text)? = json["until"],
      let until = StoreTime(text)
    else { return nil }
    var since: StoreTime?
    if case .string(let text)? = json["since"] { since = StoreTime(text) }
    return Sign(id: Self.id(name), since: since, until: until, holder: holder)
  }

  private static func id(_ name: String) -> String { String(name.prefix(12)) }

  private func name(of token: String) -> String { Fingerprint.sha256(of: Array(token.utf8)) }

  private func path(of token: String) -> String { "\(folder)/\(name(of: token))" }
}

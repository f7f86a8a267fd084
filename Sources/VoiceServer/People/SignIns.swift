// Who is signed in. A browser has a random token in a cookie that no script can read; the server keeps a
// file per token, under the token's hash, so that what lies on its disk opens nothing. Signing out removes
// the file. A person who is no longer kept is nobody's any more, whatever cookies there are.

package import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// The cookies that stand for people.
package struct SignIns: Sendable {
  /// The name of the cookie over plain HTTP, on this machine.
  static let plainCookie = "sagevoice"

  /// The name over TLS: browsers hold such a one to this server alone (RFC 6265bis).
  static let secureCookie = "__Host-sagevoice"

  /// How long nobody has to sign in again, in days [E].
  static let days = 30

  /// The name of the cookie.
  let cookie: String

  private let folder: String
  private let files: any FileSystem
  private let isSecure: Bool
  private let newID: @Sendable () -> String

  /// Sign-ins that are kept in a folder.
  package init(
    in folder: String, isSecure: Bool, files: any FileSystem,
    newID: @escaping @Sendable () -> String
  ) {
    (self.folder, self.files, self.isSecure, self.newID) = (folder, files, isSecure, newID)
    cookie = isSecure ? Self.secureCookie : Self.plainCookie
  }

  /// Makes the folder.
  package func prepare() throws(FileSystemError) { try files.ensureFolder(folder) }

  /// Signs a person in.
  ///
  /// - Returns: The value of `Set-Cookie`.
  func begin(_ person: String, at now: StoreTime) throws(FileSystemError) -> String {
    // Two random identifiers have 244 random bits.
    let token = Fingerprint.sha256(of: Array((newID() + newID()).utf8))
    let sign: JSONValue = [
      "schema": "sagevoice/sign-in/1", "person": .string(person),
      "until": .string(now.adding(days: Self.days).textToSeconds),
    ]
    let path = path(of: token)
    try files.create(path, sign.lineBytes)
    try files.synchronizeFile(path)
    try files.synchronizeFolder(folder)
    return "\(cookie)=\(token); Max-Age=\(Self.days * 86_400); \(attributes)"
  }

  /// Whose a token is; nil for one that is none, or none any more.
  func person(_ token: String, at now: StoreTime) throws(FileSystemError) -> String? {
    guard Hex.isSHA256(token), try files.facts(of: path(of: token)) != nil else { return nil }
    let sign = try? JSONValue.parse(files.read(path(of: token)))
    guard case .string(let person)? = sign?["person"], case .string(let text)? = sign?["until"],
      let until = StoreTime(text), now < until
    else { return nil }
    return person
  }

  /// Ends a sign-in; one that is none is no fault.
  func end(_ token: String) throws(FileSystemError) {
    guard Hex.isSHA256(token) else { return }
    try files.removeIfThere(path(of: token))
    try files.synchronizeFolder(folder)
  }

  /// Removes those whose time is over.
  package func forget(at now: StoreTime) throws(FileSystemError) {
    for name in try files.list(folder) {
      let path = "\(folder)/\(name)"
      let sign = try? JSONValue.parse(files.read(path))
      guard case .string(let text)? = sign?["until"], let until = StoreTime(text), now < until
      else {
        try files.removeIfThere(path)
        continue
      }
    }
  }

  /// The value of `Set-Cookie` that takes the cookie away.
  var removal: String { "\(cookie)=; Max-Age=0; \(attributes)" }

  private var attributes: String {
    "Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
  }

  private func path(of token: String) -> String {
    "\(folder)/\(Fingerprint.sha256(of: Array(token.utf8)))"
  }
}

// Whose values a re-encryption looks at, some owners at a time: which of them have something that is not under the current
// key, the database finds by the first bytes of each value.

/// Whose values are re-encrypted in one transaction.
enum RekeyedOwner {
  case session(SessionID)
  case person(UserHash)
  case failedFile(Int64, of: SessionID?)
  case strandedFile(Int64)
}

/// Some owners of a kind.
struct RekeyPage {
  /// Those of which something is to be re-encrypted.
  var due: [RekeyedOwner] = []

  /// The keys of what lines of their histories hold.
  var histories: [String?] = []

  /// What the next page is behind; nil where there is none.
  var next: SQLValue?
}

/// The kinds of owners, in the order in which they are gone through.
enum RekeyedPart: CaseIterable {
  case sessions, people, failedFiles, strandedFiles

  /// Owners that are looked at in one statement [E].
  static let ownersAtOnce = 500

  /// What the first page is behind.
  var start: SQLValue { self == .people ? .text("") : .int(-1) }

  /// An owner as a row names it.
  func owner(named name: String, of session: String?) -> RekeyedOwner? {
    switch self {
    case .sessions: SessionID(name).map { .session($0) }
    case .people: .person(UserHash(text: name))
    case .failedFiles:
      Int64(name).map { .failedFile($0, of: session.flatMap { SessionID($0) }) }
    case .strandedFiles: Int64(name).map { .strandedFile($0) }
    }
  }

  private static func isDue(_ column: String) -> String { EncryptedCell.isDue(column, head: "$3") }

  /// The statement of a page: of the owners behind $2 the place, whether something is not under the key whose values
  /// begin with $3, the name, and the session where it is another owner's.
  var question: String {
    switch self {
    case .sessions: Self.sessionsQuestion
    case .people: Self.peopleQuestion
    case .failedFiles: Self.filesQuestion("failed_file", ["report", "bytes"])
    case .strandedFiles: Self.filesQuestion("stranded_file", ["report"])
    }
  }

  private static let sessionsQuestion = """
    select place, coalesce(\(isDue("header")), false) or coalesce(\(isDue("state")), false) or exists (
        select 1 from kept_document d
        where d.tenant = s.tenant and d.session = s.id and \(isDue("d.bytes"))),
      cast(id as text), null
    from kept_session s where tenant = $1 and place > $2 order by 1 limit \(ownersAtOnce)
    """

  private static let peopleQuestion = """
    select p.user_hash, exists (select 1 from kept_version v
        where v.tenant = $1 and v.user_hash = p.user_hash and \(isDue("v.bytes")))
      or exists (select 1 from kept_person_document d
        where d.tenant = $1 and d.user_hash = p.user_hash and \(isDue("d.bytes"))),
      p.user_hash, null
    from (
      select user_hash from \(peopleBehind("kept_version")) v
      union select user_hash from \(peopleBehind("kept_person_document")) d) p
    order by 1 limit \(ownersAtOnce)
    """

  private static func peopleBehind(_ table: String) -> String {
    """
    (select distinct user_hash from \(table)
      where tenant = $1 and user_hash > $2 order by user_hash limit \(ownersAtOnce))
    """
  }

  private static func filesQuestion(_ table: String, _ columns: [String]) -> String {
    """
    select number, \(columns.map(isDue).joined(separator: " or ")), cast(number as text), cast(session as text)
    from \(table) where tenant = $1 and number > $2 order by 1 limit \(ownersAtOnce)
    """
  }
}

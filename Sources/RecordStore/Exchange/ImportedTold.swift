// What a person told, in an export, and the documents of theirs: whether it is what it says, how it
// stands to what the store keeps, and taking it in. What was told keeps its numbers, times and reasons.
// Of the documents only those come in that the store does not have: its own have gone on since.

internal import VoiceTypes

/// A person of an export, checked.
struct ImportedTold {
  /// The person.
  private(set) var userID = ""

  /// What they told, oldest first.
  private(set) var versions: [KeptPerson] = []

  /// Documents of theirs.
  private(set) var documents: [PersonDocument: JSONValue] = [:]

  /// Why it is none.
  private(set) var problems: [String] = []

  /// Checks the files of a person, by their names.
  init(_ user: UserHash, _ files: [String: [UInt8]]) {
    let count = files.keys.count { ExportLayout.number(ofVersion: $0) != nil }
    for number in 1...max(1, count) {
      let name = ExportLayout.version(number)
      let path = ExportLayout.path(of: name, in: .told(user))
      guard let bytes = files[name] else {
        problems.append("\(path) is missing")
        continue
      }
      do throws(StoreError) {
        let kept = try KeptPerson(parsing: bytes, file: path)
        problems += problems(of: kept, bytes, number, user).map { "\(path): \($0)" }
        versions.append(kept)
        userID = kept.userID ?? ""
      } catch {
        problems.append(error.description)
      }
    }
    for document in PersonDocument.allCases {
      guard let bytes = files[document.fileName] else { continue }
      take(document, bytes, ExportLayout.path(of: document.fileName, in: .told(user)))
    }
  }

  private func problems(
    of kept: KeptPerson, _ bytes: [UInt8], _ number: Int, _ user: UserHash
  ) -> [String] {
    guard let userID = kept.userID, UserHash(exportedFor: userID) == user, kept.user == user else {
      return ["the person differs from the folder name"]
    }
    guard kept.number == number, kept.parentSHA256 == versions.last?.sha256 else {
      return ["the version does not follow the previous profile"]
    }
    do {
      _ = try kept.told()
    } catch {
      return [error.description]
    }
    return kept.json.fileBytes == bytes ? [] : ["the encoding is not canonical"]
  }

  private mutating func take(_ document: PersonDocument, _ bytes: [UInt8], _ path: String) {
    do throws(StoreError) {
      let value = try StoredJSON.parse(bytes, file: path)
      if document == .alerts { _ = try AlertList(json: value, file: path) }
      documents[document] = value
      if value.fileBytes != bytes {
        problems.append("\(path): the encoding is not canonical")
      }
    } catch {
      problems.append(error.description)
    }
  }
}

extension RecordStore {
  /// How a person stands to what the store keeps of them.
  enum ToldStanding {
    /// These follow what is there, which is the same as far as it goes; there may be none. Documents
    /// are those that the store lacks, or has less of.
    case new([KeptPerson], [PersonDocument])
    case inTheWay(SessionConflict.Reason)
  }

  func standing(of person: ImportedTold) throws(StoreError) -> ToldStanding {
    let user = userHash(of: person.userID)
    let coming = person.versions.map { $0.filed(under: user) }
    let own = try persons(for: user)
    if own.isEmpty, try wasPurged(user, from: "people") { return .inTheWay(.purged) }
    // As bytes: equality of texts ignores how accents are composed.
    let isSame = zip(own, coming).allSatisfy { $0.json.fileBytes == $1.json.fileBytes }
    guard isSame else { return .inTheWay(.otherContents) }
    var documents: [PersonDocument] = []
    for (document, value) in person.documents.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where try isNew(value, as: document, of: user) {
      documents.append(document)
    }
    return .new(Array(coming.dropFirst(own.count)), documents)
  }

  private func isNew(
    _ value: JSONValue, as document: PersonDocument, of user: UserHash
  ) throws(StoreError) -> Bool {
    guard document == .alerts else { return try read(document, of: user) == nil }
    let own = Set(try alerts(for: user).map(\.id))
    let list = try AlertList(json: value)
    return list.alerts.contains { !own.contains($0.id) }
  }

  /// Takes in what is new of a person.
  func adopt(_ person: ImportedTold) throws(StoreError) {
    guard case .new(let versions, let documents) = try standing(of: person) else {
      throw .fileSystem(.interfered(with: layout.people))
    }
    for version in versions { try takeIn(version) }
    let user = userHash(of: person.userID)
    for document in documents {
      guard let value = person.documents[document] else { continue }
      if document == .alerts {
        let list = try AlertList(json: value)
        try raise(list.alerts, "alerts_imported", for: user)
      } else {
        try keep(value, as: document, of: user)
      }
    }
  }
}

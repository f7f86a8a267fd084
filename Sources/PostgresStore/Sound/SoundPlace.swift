// Where a database says that its sound lies.

package import RecordStore

/// The setting of a database.
package enum SoundPlace: Sendable, Equatable {
  case database
  /// The path of a folder, as the machines have it that do not name another.
  case folder(String)

  /// What a database says.
  package static func of(_ connection: PostgresConnection) throws(SQLError) -> SoundPlace {
    let rows = try connection.run(
      "select value from sagevoice.setting where name = 'audio_folder'")
    return if let row = rows.first { .folder(try row.text(0)) } else { .database }
  }

  /// Says so for all that come from now on; what is there stays where it is, and is found there.
  /// - Parameter connection: Of a login that is a member of the owners.
  package func set(_ connection: PostgresConnection) throws(SQLError) {
    try connection.transaction { () throws(SQLError) in
      try connection.run("set local role sagevoice_owner")
      switch self {
      case .database:
        try connection.run("delete from sagevoice.setting where name = 'audio_folder'")
      case .folder(let path):
        try connection.run(
          """
          insert into sagevoice.setting (name, value) values ('audio_folder', $1)
          on conflict (name) do update set value = excluded.value
          """, [.text(path)])
        // Whoever does not know of the folder would not find what is put in from now on.
        try connection.run("update sagevoice.migration set needs = number where name = 'settings'")
      }
    }
  }

  /// The store of sound at the place.
  /// - Parameter path: Where this machine has the folder; nil for where the setting says.
  package func store(at path: String? = nil) -> any SoundStore {
    switch self {
    case .database: DatabaseSound()
    case .folder(let common): FolderSound(path ?? common)
    }
  }
}

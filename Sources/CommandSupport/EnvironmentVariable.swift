// What the environment says where an option does not.

/// A variable that gives an option its default.
package enum EnvironmentVariable: String {
  case store = "SAGEVOICE_STORE"
  case keyFile = "SAGEVOICE_KEY_FILE"
  case actor = "SAGEVOICE_ACTOR"
  case database = "SAGEVOICE_DATABASE"
  case queueKeyFile = "SAGEVOICE_BOARD_KEY_FILE"
  /// Where systemd puts what a unit loads as credentials (systemd.exec(5)).
  case credentials = "CREDENTIALS_DIRECTORY"

  /// Where a service manager listens (sd_notify(3)).
  case notifySocket = "NOTIFY_SOCKET"

  /// The language of messages, by POSIX (Base Definitions, 8.2): the first of these that is set.
  case allLocale = "LC_ALL"
  case messagesLocale = "LC_MESSAGES"
  case locale = "LANG"

  /// All that is set, by its name.
  package static var all: [String: String] { CommandEnvironment.allVariables }

  /// Its value; nil when it is not set, or empty.
  package var value: String? {
    guard let text = Self.all[rawValue], !text.isEmpty else {
      return nil
    }
    return text
  }
}

/// An environment variable that supplies an option default.
package enum EnvironmentVariable: String {
  case store = "SAGEVOICE_STORE"
  case keyFile = "SAGEVOICE_KEY_FILE"
  case actor = "SAGEVOICE_ACTOR"
  case settings = "SAGEVOICE_SETTINGS"
  case database = "SAGEVOICE_DATABASE"
  case chromium = "SAGEVOICE_CHROMIUM"
  /// The folder of systemd credentials (systemd.exec(5)).
  case credentials = "CREDENTIALS_DIRECTORY"

  /// The notification socket of the service manager (sd_notify(3)).
  case notifySocket = "NOTIFY_SOCKET"

  /// The message locale by POSIX (Base Definitions, 8.2): the first set variable applies.
  case allLocale = "LC_ALL"
  case messagesLocale = "LC_MESSAGES"
  case locale = "LANG"

  package static var all: [String: String] { CommandEnvironment.allVariables }

  /// The value; nil if unset or empty.
  package var value: String? {
    guard let text = Self.all[rawValue], !text.isEmpty else { return nil }
    return text
  }
}

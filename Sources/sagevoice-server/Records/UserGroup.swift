import CommandSupport
import Glibc

/// A group of this machine that may read the store.
struct UserGroup {
  let number: UInt32

  /// Creates a group from a name or a number. The user must be a member or the superuser.
  init(_ text: String) throws {
    guard let number = Self.number(of: text) else {
      throw Self.fault("there is no group \(text); `getent group` lists the groups")
    }
    guard geteuid() == 0 || Self.own.contains(number) else {
      throw Self.fault(
        "this user is not a member of the group \(text); let the superuser add it to the group, and "
          + "log in again")
    }
    self.number = number
  }

  private static func fault(_ problem: String) -> CommandFault {
    CommandFault(.wrongUsage, "--file-group: \(problem)")
  }

  private static func number(of text: String) -> UInt32? {
    // The record is valid until the next call, and no other thread calls getgrnam. Swift
    // zero-terminates the name.
    if let found = unsafe getgrnam(text) { return unsafe found.pointee.gr_gid }
    // Groups of other machines and containers have only numbers; the maximum means no group.
    return UInt32(text).flatMap { $0 == UInt32.max ? nil : $0 }
  }

  private static var own: [UInt32] {
    let count = getgroups(0, nil)
    guard count > 0 else { return [getegid()] }
    var groups = [gid_t](repeating: 0, count: Int(count))
    // The system writes at most `count` numbers.
    let found = unsafe getgroups(count, &groups)
    return [getegid()] + groups.prefix(max(0, Int(found)))
  }
}

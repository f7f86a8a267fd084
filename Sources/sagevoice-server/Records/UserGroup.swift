// Groups of this machine, for those who share a store.

import CommandSupport
import Glibc

/// A group that this program may give files to.
struct UserGroup {
  /// Its number.
  let number: UInt32

  /// A group by its name or its number.
  init(_ text: String) throws(CommandFault) {
    guard let number = Self.number(of: text) else {
      throw Self.fault("there is no group \(text); `getent group` lists those that there are")
    }
    guard geteuid() == 0 || Self.own.contains(number) else {
      throw Self.fault(
        "this user is no member of the group \(text); let the superuser add it to the group, and "
          + "log in again")
    }
    self.number = number
  }

  private static func fault(_ problem: String) -> CommandFault {
    CommandFault(status: .wrongUsage, messages: ["--group: \(problem)"])
  }

  private static func number(of text: String) -> UInt32? {
    // The record stays until the next call, which nobody makes meanwhile; one number is copied. A
    // name ends with the zero that Swift puts behind it.
    if let found = unsafe getgrnam(text) { return unsafe found.pointee.gr_gid }
    // Groups of other machines and of containers have numbers alone; the highest stands for none.
    return UInt32(text).flatMap { $0 == UInt32.max ? nil : $0 }
  }

  /// The groups of this user.
  private static var own: [UInt32] {
    let count = getgroups(0, nil)
    guard count > 0 else { return [getegid()] }
    var groups = [gid_t](repeating: 0, count: Int(count))
    // The system writes as many numbers as it is told there is room for.
    let found = unsafe getgroups(count, &groups)
    return [getegid()] + groups.prefix(max(0, Int(found)))
  }
}

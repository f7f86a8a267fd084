package import RecordStore

/// File systems on which the kernel does not report the changes of other machines.
package enum NetworkFileSystems {
  /// Types as in the list of mounts; of a type with a dot, the part before it.
  private static let types: Set<Substring> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse", "9p", "virtiofs", "afs", "ceph", "coda",
    "ncpfs",
    "vboxsf", "vmhgfs", "prl_fs", "ocfs2", "gfs2", "lustre", "gpfs", "glusterfs", "beegfs", "davfs",
  ]

  private static let mounts = "/proc/self/mountinfo"

  /// The type of the network file system of a folder; nil for a local or unknown one.
  package static func type(at folder: String, _ files: any FileSystem) -> String? {
    guard let facts = try? files.facts(of: folder + "/."), let list = try? files.read(mounts) else {
      return nil
    }
    return type(ofDevice: facts.device, in: String(decoding: list, as: UTF8.self))
  }

  /// The type of the network file system of a device, by a list of mounts (proc(5): field 3 is the
  /// device, the field after the dash the type).
  package static func type(ofDevice device: UInt64, in mounts: String) -> String? {
    // As in glibc (sys/sysmacros.h, gnu_dev_major, gnu_dev_minor).
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let wanted = "\(major):\(device & 0xFF | device >> 12 & ~0xFF)"
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 2, fields[2] == wanted, let dash = fields.firstIndex(of: "-"),
        dash + 1 < fields.count
      else { continue }
      let type = fields[dash + 1]
      guard let family = type.split(separator: ".").first, types.contains(family) else {
        return nil
      }
      return String(type)
    }
    return nil
  }
}

extension FileSystem {
  /// Whether a program has a file open for writing. On a network file system a refused lease has no
  /// meaning: its server grants leases.
  func writers(of path: String, in inbox: InboxLayout) -> WriterCheck {
    let check = writers(of: path)
    guard check == .some, NetworkFileSystems.type(at: inbox.root, self) != nil else { return check }
    return .unknown
  }
}

// Child processes without a shell, with a timeout.

import Glibc
import Platform

package struct ChildProgram: Sendable {
  package enum ExitResult: Sendable, Equatable {
    case exited(status: Int32)
    case ended(signal: Int32)
    /// The timeout expired; SIGKILL ended the process group.
    case timeoutExpired
    /// The program did not start, for an operating system reason.
    case notStarted(reason: String)
  }

  /// Standard error of the program.
  package enum ErrorStream: Sendable {
    case inherited
    case discarded
  }

  /// Polling interval for the exit of the child, in microseconds [E].
  private static let pause: UInt32 = 10_000

  /// The program as a path or a name on `PATH`, then its arguments.
  package let words: [String]

  /// The environment, as `NAME=value` entries.
  package let variables: [String]

  package var errors = ErrorStream.inherited

  package init(words: [String], variables: [String]) {
    (self.words, self.variables) = (words, variables)
  }

  /// Runs the program to its end or until `limit`. `input` must be shorter than the pipe buffer
  /// (64 KiB), or the call blocks.
  /// - Parameter output: The path of an existing file for standard output; nil discards it.
  package func run(
    reading input: [UInt8], writing output: String? = nil, atMost limit: Duration
  ) -> ExitResult {
    var ends: [Int32] = [-1, -1]
    // The system writes two descriptors into an array of two.
    guard unsafe pipe(&ends) == 0 else { return Self.notStarted(errno) }
    defer { _ = close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The write covers at most the bytes of the array. A child that ignores its input is valid.
    _ = unsafe input.withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, $0.count) }
    _ = close(ends[1])
    switch start(reading: ends[0], writing: output ?? "/dev/null") {
    case .failure(let fault): return Self.notStarted(fault.number)
    case .success(let process): return Self.wait(for: process, atMost: limit)
    }
  }

  private func start(reading input: Int32, writing output: String) -> Result<pid_t, StreamError> {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    var none = sigset_t()
    var usual = sigset_t()
    var process: pid_t = 0
    // All values belong to this call and its init and destroy functions; the system copies paths
    // and words before it returns.
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, output, O_WRONLY | O_TRUNC | O_NOFOLLOW, 0)
    if errors == .discarded {
      unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    unsafe posix_spawnattr_init(&attributes)
    // Reset inherited signal masks and ignored signals.
    _ = unsafe sigemptyset(&none)
    _ = unsafe sigfillset(&usual)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    // Own process group, so that the timeout also ends the descendants.
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    let arguments = unsafe words.map { unsafe strdup(FileName.systemPath(of: $0)) } + [nil]
    let environment = unsafe variables.map { unsafe strdup(FileName.systemPath(of: $0)) } + [nil]
    let path = self.path
    let fault = unsafe posix_spawn(&process, path, &actions, &attributes, arguments, environment)
    unsafe (arguments + environment).forEach { unsafe free($0) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
    return fault == 0 ? .success(process) : .failure(StreamError(number: fault))
  }

  /// The path of the program: as given, or the first match on its `PATH`.
  private var path: String {
    guard !words[0].contains("/") else { return words[0] }
    let path = variables.first { $0.hasPrefix("PATH=") }.map { String($0.dropFirst(5)) }
    return ProgramFile.path(of: words[0], in: path ?? "") ?? words[0]
  }

  private static func wait(for process: pid_t, atMost limit: Duration) -> ExitResult {
    let clock = ContinuousClock()
    let end = clock.now + limit
    var status: Int32 = 0
    while true {
      // The system writes the status to a local value.
      let found = unsafe waitpid(process, &status, WNOHANG)
      if found == process { return ExitResult(status) }
      if found < 0, errno != EINTR { return notStarted(errno) }
      if clock.now >= end {
        _ = kill(-process, SIGKILL)
        _ = unsafe waitpid(process, &status, 0)
        return .timeoutExpired
      }
      usleep(pause)
    }
  }

  private static func notStarted(_ number: Int32) -> ExitResult {
    .notStarted(reason: StreamError(number: number).description)
  }
}

extension ChildProgram.ExitResult {
  /// Decodes a status of wait(2): a signal in the lowest seven bits, or else an exit status in the
  /// next byte.
  fileprivate init(_ status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .exited(status: status >> 8 & 0xff) : .ended(signal: signal)
  }
}

// Swift Testing starts all tests at once, and the threads of the language, one for each core, take up in turn what
// can go on. A suite whose tests run one after another waits for thousands of others before each of its own: what
// it has to do is left to the end, where it runs alone on a machine that has little else to do. Tasks of a higher
// priority have threads of their own.

// A static build of the whole package compiles this target too, and has no such module.
#if canImport(Testing)
  package import Testing

  /// Lets a suite go on beside all others, on threads that they cannot keep from it.
  package struct AheadOfOthers: SuiteTrait, TestScoping {
    package func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      // The task is waited for, so the function does not outlive the call.
      try await withoutActuallyEscaping(function) { function in
        try await Task(priority: .high, operation: function).value
      }
    }
  }

  extension Trait where Self == AheadOfOthers {
    /// For suites whose tests run one after another and wait: they wait beside the tests that compute, and not
    /// after them. Not for those that start many processes: until it has started, a process holds on to the locks
    /// of who starts it, and tests of stores ask for those at once.
    package static var aheadOfOthers: Self { Self() }
  }
#endif

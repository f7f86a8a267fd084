// Swift Testing starts all tests at once on one thread per core. A serialized suite then waits for
// thousands of other tests before each of its own, and runs alone at the end. Tasks of a higher
// priority have separate threads.

// A static build of the whole package also compiles this target, but lacks the module.
#if canImport(Testing)
  package import Testing

  /// Runs a suite in parallel with all others, on separate threads.
  package struct HighPriority: SuiteTrait, TestScoping {
    package func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      // The task is waited for, so the function does not outlive the call.
      try await withoutActuallyEscaping(function) { function in
        try await Task(priority: .high, operation: function).value
      }
    }
  }

  extension Trait where Self == HighPriority {
    /// For serialized suites that wait: they wait during the tests that compute, not after them. Not for suites
    /// that start many processes: until its start, a process holds the locks of its parent, which tests of stores
    /// need at once.
    package static var highPriority: Self { Self() }
  }
#endif

// The arrows of the house, as a table. Who adds a line here changes the architecture, and says so
// in a review.

/// What a target may import.
struct AllowedImports: Sendable {
  let target: String

  /// Modules that every file of the target may import.
  let everywhere: Set<String>

  /// Modules for the named files only, below the folder of the target.
  let inFiles: [String: Set<String>]

  init(_ target: String, everywhere: Set<String>, inFiles: [String: Set<String>] = [:]) {
    self.target = target
    self.everywhere = everywhere
    self.inFiles = inFiles
  }

  /// RealModule is pure arithmetic: without it, logarithms and sines would come from Glibc, and
  /// with that the whole operating system, or from code of our own.
  static let table = [
    AllowedImports("VoiceMath", everywhere: ["RealModule"]),
    // Foundation only in files that end in +JSON.swift; none does at present.
    AllowedImports("VoiceTypes", everywhere: ["VoiceMath"]),
    AllowedImports(
      "WAVIngest", everywhere: ["VoiceTypes", "VoiceMath", "RealModule"],
      inFiles: [
        "CSndFile": ["SoundFile.swift"],
        "Crypto": ["ContentHash.swift"],
        "Glibc": ["InputBytes.swift"],
      ]),
    AllowedImports(
      "DSPCore", everywhere: ["VoiceTypes", "VoiceMath", "RealModule"],
      inFiles: [
        "ComplexModule": [
          "Formants/Complex+Quotient.swift", "Formants/FormantFinder.swift",
          "Formants/PolynomialRoots.swift", "Kernels/PolynomialValues.swift",
        ],
        "CFFTW": ["FFT/RealFFT.swift"],
        "CRowKernels": ["Kernels/WideRows.swift"],
        "CSquareRoot": ["Kernels/SquareRoots.swift"],
        "Dispatch": ["AnalysisWorkspace.swift"],
        "Synchronization": ["AnalysisWorkspace.swift", "FFT/RealFFT.swift"],
      ]),
    AllowedImports("BaselineService", everywhere: ["VoiceTypes", "VoiceMath", "RealModule"]),
    AllowedImports("Onboarding", everywhere: ["VoiceTypes"]),
    // Foundation comes with GRDB and is not asked for by name.
    AllowedImports(
      "RecordStore", everywhere: ["VoiceTypes", "VoiceMath"],
      inFiles: [
        "CArchive": ["Exchange/ZIPFile.swift"],
        "Crypto": [
          "Files/FileSystem+Hashing.swift", "Sealing/Keyring.swift", "Sealing/Sealing.swift",
          "Sealing/StoreSecrets.swift",
        ],
        "GRDB": [
          "Index/IndexMarkTable.swift", "Index/SessionIndex.swift", "Index/SessionsTable.swift",
        ],
        "Glibc": [
          "Files/FileAccess.swift", "Files/FileSystemError.swift", "Files/MappedRoom.swift",
          "Files/OpenFile.swift", "Files/POSIXFileSystem.swift",
          "Time/SystemClock.swift",
        ],
        "Synchronization": [
          "Index/IndexMark.swift", "Index/IndexUpkeep.swift", "Index/SessionIndex.swift",
          "Index/SessionListing.swift", "Keeping/ForgettingMark.swift", "Keeping/Purge.swift",
          "Sealing/RowSealing.swift", "Sealing/Sealing.swift",
          "Session/StoredSession.swift", "Store/RecordStore.swift", "Store/Recovery.swift",
          "Store/StoreHome.swift", "Store/StoreWriting.swift", "Store/Transaction.swift",
        ],
      ]),
    AllowedImports("VoiceSynthesis", everywhere: ["VoiceTypes", "VoiceMath", "RealModule"]),
    AllowedImports(
      "VoicePipeline",
      everywhere: ["VoiceTypes", "VoiceMath", "WAVIngest", "DSPCore", "BaselineService"]),
    AllowedImports(
      "VoiceReport", everywhere: ["VoiceTypes", "VoiceMath", "DSPCore", "RealModule"],
      inFiles: ["CZlib": ["Images/Zlib.swift"]]),
    AllowedImports(
      "JobRunner",
      everywhere: [
        "VoiceTypes", "BaselineService", "VoicePipeline", "RecordStore", "Onboarding", "Logging",
        "Synchronization",
      ],
      inFiles: [
        "Dispatch": [
          "Jobs/AnalystPool.swift", "Jobs/JobQueue.swift", "Jobs/OwnThread.swift",
          "Runner/WorkerPool.swift",
          "Runner/Watcher+Thread.swift", "Sockets/UpdateSocket.swift",
          "Submitting/RecordingRunner.swift",
          "Boards/BoardWorker.swift", "Boards/HeldLeases.swift",
        ],
        "Glibc": [
          "Jobs/OwnThread.swift", "Sockets/LocalAddress.swift", "Sockets/LocalListener.swift",
          "Watching/WakePipe.swift", "Watching/InotifyEvents.swift",
        ],
      ]),
    // libpq is one file's matter; what is asked of the database stands beside it as SQL.
    AllowedImports(
      "PostgresStore",
      everywhere: ["VoiceTypes", "VoicePipeline", "RecordStore", "JobRunner"],
      inFiles: [
        "CPostgreSQL": ["Connection/PostgresConnection.swift"],
        "Glibc": ["Connection/PostgresConnection.swift"],
        "Synchronization": [
          "Board/PostgresBoard.swift", "Connection/ConnectionPool.swift",
          "Connection/PostgresConnection.swift",
        ],
      ]),
    // Connections are one folder's matter, and that folder is there for who asks for the traits
    // `Server` or `PlainServer`.
    AllowedImports(
      "VoiceServer",
      everywhere: [
        "VoiceTypes", "VoicePipeline", "VoiceReport", "RecordStore", "Onboarding", "JobRunner",
      ],
      inFiles: [
        "BaselineService": [
          "API/ResultRoutes.swift", "API/SessionReport.swift",
          "API/Staff/StaffPeopleRoutes.swift", "ServerRun.swift",
          "Texts/BaselineText+German.swift", "Texts/JourneyWords.swift",
        ],
        "CSodium": ["People/Argon2id.swift"],
        "DSPCore": ["API/SessionReport.swift"],
        "HTTPTypes": [
          "Transport/ArrivingBody.swift", "Transport/ContinueHandler.swift",
          "Transport/HTTPServer.swift",
        ],
        "Hummingbird": ["Transport/HTTPServer.swift"],
        "HummingbirdCore": [
          "Transport/ArrivingBody.swift", "Transport/HTTPServer.swift", "Transport/TLS.swift",
        ],
        "HummingbirdTLS": ["Transport/TLS.swift"],
        "Logging": ["Desk.swift", "ServerRun.swift", "Transport/HTTPServer.swift"],
        "NIOCore": [
          "Transport/ArrivingBody.swift", "Transport/ContinueHandler.swift",
          "Transport/HTTPPeer.swift", "Transport/HTTPServer.swift", "Transport/TLS.swift",
        ],
        "NIOHTTP1": ["Transport/HTTPPeer.swift"],
        "NIOHTTPTypes": ["Transport/ContinueHandler.swift"],
        "NIOPosix": ["Transport/HTTPPeer.swift", "Transport/WorkThreads.swift"],
        "NIOSSL": ["Transport/TLS.swift"],
        "ServiceLifecycle": ["Transport/HTTPServer.swift"],
        "Synchronization": [
          "Desk.swift", "Guests/MoveNotes.swift", "HTTP/Intake.swift", "Journeys/Turns.swift",
          "Journeys/UpdateHub.swift",
          "People/Allowance.swift", "Takes/KeptTakes.swift", "Transport/ArrivingBody.swift",
        ],
        "UnixSignals": ["Transport/HTTPServer.swift"],
        "WAVIngest": ["API/SessionReport.swift"],
      ]),
    AllowedImports(
      "sagevoice-server",
      everywhere: ["VoicePipeline", "ArgumentParser"],
      inFiles: [
        "BaselineService": ["WatchCommand.swift"],
        "Dispatch": ["WatchCommand.swift", "WorkCommands.swift"],
        "FoundationEssentials": [
          "ServeCommand.swift", "StoreFolder.swift", "WatchCommand.swift",
        ],
        "Glibc": [
          "AudioCommands.swift", "StandardOutput.swift", "TenantStore.swift", "WatchCommand.swift",
          "WorkCommands.swift",
        ],
        "JobRunner": [
          "DatabaseCommands.swift", "PassCommands.swift", "ServeCommand.swift",
          "TokenCommand.swift",
          "WatchCommand.swift", "WorkCommands.swift",
        ],
        "Logging": [
          "AudioCommands.swift", "DatabaseCommands.swift", "PassCommands.swift",
          "RekeyCommand.swift", "ResultsCommand.swift", "ServeCommand.swift", "TenantStore.swift",
          "TokenCommand.swift", "WatchCommand.swift", "WorkCommands.swift",
        ],
        "PostgresStore": [
          "AudioCommands.swift", "DatabaseCommands.swift", "RekeyCommand.swift",
          "ResultsCommand.swift", "StoreChoice.swift", "TenantStore.swift", "WatchCommand.swift",
          "WorkCommands.swift",
        ],
        "RecordStore": [
          "AudioCommands.swift", "DatabaseCommands.swift", "PassCommands.swift",
          "RekeyCommand.swift", "ResultsCommand.swift", "ServeCommand.swift", "StoreChoice.swift",
          "StoreFolder.swift", "TenantStore.swift", "TokenCommand.swift", "WatchCommand.swift",
          "WorkCommands.swift",
        ],
        "VoiceServer": [
          "PassCommands.swift", "ServeCommand.swift", "StoreChoice.swift", "TokenCommand.swift",
        ],
        "VoiceTypes": [
          "DatabaseCommands.swift", "PassCommands.swift", "ResultsCommand.swift",
          "WorkCommands.swift",
        ],
      ]),
    AllowedImports(
      "sagevoice",
      everywhere: [
        "VoiceTypes", "WAVIngest", "DSPCore", "BaselineService", "VoicePipeline",
        "VoiceReport", "VoiceSynthesis", "RecordStore", "Onboarding", "JobRunner", "ArgumentParser",
      ],
      inFiles: [
        "CAllocator": ["Support/FreedMemory.swift"],
        "Dispatch": [
          "Watch/ResultProgram.swift", "Watch/UpdateWriter.swift", "Watch/WatchSignals.swift",
        ],
        "FoundationEssentials": [
          "Figures/SVGConverter.swift", "Onboard/OnboardCommand.swift",
          "Support/EnvironmentVariable.swift", "Support/Jobs.swift",
          "Support/OutputFolder.swift",
          "Watch/WatchCommand.swift",
        ],
        "Glibc": [
          "Onboard/Recordings.swift", "Support/AuditActor+User.swift", "Support/ChildProgram.swift",
          "Support/Interruption.swift",
          "Support/StandardStreams.swift", "Support/UserGroup.swift",
          "Watch/WatchSignals.swift",
        ],
        "Logging": [
          "Onboard/OnboardCommand.swift", "Watch/ResultProgram.swift",
          "Watch/ResultProgramChoice.swift",
          "Watch/RunningWatch.swift", "Watch/WatchCommand.swift", "Watch/WatchLogger.swift",
        ],
        "Synchronization": [
          "Analyze/Batch.swift", "Analyze/DocumentSink.swift", "Analyze/ObjectFolder.swift",
          "Records/StoreProgressBar.swift",
          "Support/Interruption.swift",
          "Watch/ResultProgram.swift", "Watch/RunningWatch.swift", "Watch/ServiceManager.swift",
          "Watch/UpdateWriter.swift", "Watch/WatchSignals.swift",
        ],
      ]),
  ]

  /// Modules that come with the toolchain and are no dependency of a target.
  private static let platform: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization",
  ]

  /// What Package.swift should list for the target.
  var dependencies: Set<String> {
    everywhere.union(inFiles.keys).subtracting(Self.platform)
  }

  /// The imports of a file that it must not have.
  func forbiddenImports(in file: SwiftSource) -> Set<String> {
    let name = file.path.dropFirst("Sources/\(target)/".count)
    let named = inFiles.filter { $0.value.contains(String(name)) }.keys
    return file.imports.subtracting(everywhere).subtracting(named)
  }
}

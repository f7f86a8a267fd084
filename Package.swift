// swift-tools-version: 6.2

import PackageDescription

/// What connections are served with is for who asks for it: `swift build --traits Server`.
let server = TargetDependencyCondition.when(traits: ["PlainServer"])
let secureServer = TargetDependencyCondition.when(traits: ["Server"])

/// What other packages import, under the name of its one target.
func library(_ name: String) -> Product { Product.`library`(name: name, targets: [name]) }

let package = Package(
  name: "sagevoice",
  products: [
    .executable(name: "sagevoice", targets: ["sagevoice"]),
    .executable(name: "sagevoice-server", targets: ["sagevoice-server"]),
    library("BaselineService"),
    library("CAllocator"),
    library("DSPCore"),
    library("JobRunner"),
    library("Onboarding"),
    library("RecordStore"),
    library("VoiceMath"),
    library("VoicePipeline"),
    library("VoiceReport"),
    library("VoiceSynthesis"),
    library("VoiceTypes"),
    library("WAVIngest"),
  ],
  traits: [
    .trait(
      name: "Server", description: "The onboarding page and its server.",
      enabledTraits: ["PlainServer"]),
    .trait(
      name: "PlainServer",
      description: "The same without TLS, which takes minutes to build."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-numerics", exact: "1.1.1"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(
      url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    .systemLibrary(name: "CAllocator"),
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(
      name: "CFFTW", pkgConfig: "fftw3", providers: [.apt(["libfftw3-dev"])]),
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(
      name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .target(name: "CRowKernels"),
    .systemLibrary(name: "CSquareRoot"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    .target(
      name: "VoiceMath", dependencies: [.product(name: "RealModule", package: "swift-numerics")]),
    .target(name: "VoiceTypes", dependencies: ["VoiceMath"]),
    .target(
      name: "WAVIngest",
      dependencies: [
        "VoiceTypes", "VoiceMath", "CSndFile", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "RealModule", package: "swift-numerics"),
      ]),
    .target(
      name: "DSPCore",
      dependencies: [
        "VoiceTypes", "VoiceMath", "CFFTW", "CRowKernels", "CSquareRoot",
        .product(name: "ComplexModule", package: "swift-numerics"),
        .product(name: "RealModule", package: "swift-numerics"),
      ],
      resources: [
        .embedInCode("FFT/Plans/measured-plans.txt"), .embedInCode("FFT/Plans/estimated-plans.txt"),
      ]),
    .target(
      name: "BaselineService",
      dependencies: [
        "VoiceTypes", "VoiceMath", .product(name: "RealModule", package: "swift-numerics"),
      ],
      resources: [
        .embedInCode("Limits/reference-limits.json"), .embedInCode("Limits/measured-limits.json"),
      ]),
    .target(name: "Onboarding", dependencies: ["VoiceTypes"]),
    .target(
      name: "VoiceSynthesis",
      dependencies: [
        "VoiceTypes", "VoiceMath", .product(name: "RealModule", package: "swift-numerics"),
      ]),
    .target(
      name: "VoicePipeline",
      dependencies: ["VoiceTypes", "VoiceMath", "WAVIngest", "DSPCore", "BaselineService"],
      resources: [.embedInCode("Explanations/Articles")]),
    .target(
      name: "VoiceReport",
      dependencies: [
        "VoiceTypes", "VoiceMath", "DSPCore", "CZlib",
        .product(name: "RealModule", package: "swift-numerics"),
      ]),
    .target(
      name: "RecordStore",
      dependencies: [
        "VoiceTypes", "VoiceMath", "CArchive", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(
      name: "JobRunner",
      dependencies: [
        "VoiceTypes", "BaselineService", "VoicePipeline", "RecordStore", "Onboarding",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "sagevoice",
      dependencies: [
        "VoiceTypes", "WAVIngest", "DSPCore", "BaselineService", "VoicePipeline",
        "VoiceReport", "VoiceSynthesis", "RecordStore", "Onboarding", "JobRunner", "CAllocator",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),

    .target(
      name: "VoiceServer",
      dependencies: [
        "VoiceTypes", "WAVIngest", "DSPCore", "BaselineService", "VoicePipeline", "VoiceReport",
        "RecordStore", "Onboarding", "JobRunner", .byName(name: "CSodium", condition: server),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Hummingbird", package: "hummingbird", condition: server),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: server),
        .product(name: "HummingbirdTLS", package: "hummingbird", condition: secureServer),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: server),
        .product(name: "NIOPosix", package: "swift-nio", condition: server),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: secureServer),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
      ],
      resources: [.embedInCode("Page/Files")]),
    .target(
      name: "PostgresStore",
      dependencies: ["VoiceTypes", "VoicePipeline", "RecordStore", "JobRunner", "CPostgreSQL"],
      resources: [.embedInCode("Schema/Migrations")]),
    .executableTarget(
      name: "sagevoice-server",
      dependencies: [
        "VoiceTypes", "BaselineService", "VoicePipeline", "RecordStore", "JobRunner", "VoiceServer",
        "PostgresStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),

    .target(
      name: "TestSupport",
      dependencies: ["VoiceTypes", "VoiceMath", "RecordStore", "JobRunner", "PostgresStore"],
      path: "Tests/TestSupport"),
    .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "VoiceMathTests",
      dependencies: ["VoiceMath", .product(name: "RealModule", package: "swift-numerics")]),
    .testTarget(
      name: "VoiceTypesTests", dependencies: ["VoiceTypes", "VoiceMath", "TestSupport"]),
    .testTarget(
      name: "WAVIngestTests", dependencies: ["VoiceTypes", "VoiceMath", "WAVIngest"]),
    .testTarget(
      name: "DSPCoreTests",
      dependencies: [
        "VoiceTypes", "VoiceMath", "DSPCore", "VoiceSynthesis", "TestSupport",
        .product(name: "ComplexModule", package: "swift-numerics"),
        .product(name: "RealModule", package: "swift-numerics"),
      ]),
    .testTarget(
      name: "BaselineServiceTests",
      dependencies: [
        "VoiceTypes", "VoiceMath", "BaselineService", "VoiceSynthesis", "TestSupport",
        .product(name: "RealModule", package: "swift-numerics"),
      ]),
    .testTarget(
      name: "OnboardingTests",
      dependencies: ["Onboarding", "VoiceTypes", "VoiceMath", "TestSupport"]),
    .testTarget(
      name: "JobRunnerTests",
      dependencies: [
        "VoiceTypes", "WAVIngest", "BaselineService", "VoicePipeline", "VoiceSynthesis",
        "RecordStore", "JobRunner", "TestSupport", .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "VoiceSynthesisTests", dependencies: ["VoiceTypes", "VoiceMath", "VoiceSynthesis"]),
    .testTarget(
      name: "VoicePipelineTests",
      dependencies: [
        "VoiceTypes", "VoiceMath", "WAVIngest", "DSPCore", "BaselineService", "VoicePipeline",
        "VoiceSynthesis", "TestSupport",
      ]),
    .testTarget(
      name: "VoiceReportTests",
      dependencies: [
        "VoiceTypes", "VoiceMath", "WAVIngest", "DSPCore", "BaselineService", "VoicePipeline",
        "VoiceReport", "VoiceSynthesis", "TestSupport",
        .product(name: "RealModule", package: "swift-numerics"),
      ]),
    .testTarget(
      name: "RecordStoreTests",
      dependencies: ["RecordStore", "PostgresStore", "TestSupport", "VoiceTypes"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "VoiceTypes", "VoiceMath", "WAVIngest", "DSPCore", "VoicePipeline", "TestSupport",
      ]),
    .testTarget(
      name: "VoiceServerTests",
      dependencies: [
        "VoiceTypes", "BaselineService", "VoicePipeline", "VoiceSynthesis", "RecordStore",
        "Onboarding", "JobRunner", "PostgresStore", "VoiceServer", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "PostgresStoreTests",
      dependencies: [
        "VoiceTypes", "BaselineService", "VoicePipeline", "VoiceSynthesis", "RecordStore",
        "JobRunner", "PostgresStore", "TestSupport", "sagevoice-server",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "sagevoice", "VoiceTypes", "BaselineService", "VoicePipeline", "VoiceReport",
        "VoiceSynthesis", "TestSupport",
      ]),
  ]
)

// What Benchmarks/store_scale.py and store_two_processes.py fill stores with, for nobody else.
if Context.environment["SAGEVOICE_STORE_TRIALS"] != nil {
  package.targets.append(
    .executableTarget(
      name: "StoreTrial", dependencies: ["RecordStore", "VoiceTypes"],
      path: "Benchmarks/Sources/StoreTrial"))
}

// What Benchmarks/board.py takes jobs from a board with, for nobody else.
if Context.environment["SAGEVOICE_BOARD_TRIALS"] != nil {
  package.targets.append(
    .executableTarget(
      name: "BoardTrial", dependencies: ["JobRunner", "PostgresStore", "VoiceTypes"],
      path: "Benchmarks/Sources/BoardTrial"))
}

// One place for every target's language settings.
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ]
}

// Tests that do not calculate themselves: optimizing them takes a third of the time of a build, and gains nothing.
let calculating = [
  "ArchitectureTests", "BaselineServiceTests", "ConformanceTests", "DSPCoreTests", "VoiceMathTests",
  "VoiceSynthesisTests", "WAVIngestTests",
]
for target in package.targets where target.type == .test && !calculating.contains(target.name) {
  target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
}

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
      name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "CEmbeddedFiles"),
    .systemLibrary(
      name: "CFFTW", pkgConfig: "fftw3", providers: [.apt(["libfftw3-dev"])]),
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(
      name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .target(name: "CRowKernels"),
    .target(name: "CSampleKernels"),
    .systemLibrary(name: "CSquareRoot"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    .target(
      name: "VoiceMath", dependencies: [.product(name: "RealModule", package: "swift-numerics")]),
    .target(name: "EmbeddedFiles", dependencies: ["CEmbeddedFiles"]),
    .target(
      name: "VoiceTypes", dependencies: ["VoiceMath", "EmbeddedFiles"],
      exclude: ["Document/avqi-1.schema.json", "Index/cut-offs.json"]),
    .target(name: "Platform", dependencies: ["VoiceTypes", "VoiceMath", "CCrypto"]),
    .target(
      name: "WAVIngest",
      dependencies: [
        "VoiceTypes", "VoiceMath", "Platform", "CSampleKernels", "CSndFile",
        .product(name: "RealModule", package: "swift-numerics"),
      ]),
    .target(
      name: "DSPCore",
      dependencies: [
        "VoiceTypes", "VoiceMath", "EmbeddedFiles", "CFFTW", "CRowKernels", "CSquareRoot",
        .product(name: "ComplexModule", package: "swift-numerics"),
        .product(name: "RealModule", package: "swift-numerics"),
      ],
      exclude: ["FFT/Plans"]),
    .target(
      name: "BaselineService",
      dependencies: [
        "VoiceTypes", "VoiceMath", "EmbeddedFiles",
        .product(name: "RealModule", package: "swift-numerics"),
      ],
      exclude: ["Limits/reference-limits.json", "Limits/measured-limits.json"]),
    .target(name: "Onboarding", dependencies: ["VoiceTypes"]),
    .target(
      name: "VoiceSynthesis",
      dependencies: [
        "VoiceTypes", "VoiceMath", .product(name: "RealModule", package: "swift-numerics"),
      ]),
    .target(
      name: "VoicePipeline",
      dependencies: [
        "VoiceTypes", "VoiceMath", "EmbeddedFiles", "Platform", "WAVIngest", "DSPCore",
        "BaselineService",
      ]),
    .target(
      name: "VoiceReport",
      dependencies: [
        "VoiceTypes", "VoiceMath", "WAVIngest", "DSPCore", "BaselineService", "CZlib",
        .product(name: "RealModule", package: "swift-numerics"),
      ]),
    .target(
      name: "RecordStore",
      dependencies: [
        "VoiceTypes", "VoiceMath", "Platform", "CArchive",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .target(
      name: "JobRunner",
      dependencies: [
        "VoiceTypes", "BaselineService", "VoicePipeline", "RecordStore", "Onboarding",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "CommandSupport",
      dependencies: [
        "VoiceTypes", "Platform", "WAVIngest", "DSPCore", "BaselineService", "VoicePipeline",
        "VoiceReport", "VoiceSynthesis", "CAllocator",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "sagevoice",
      dependencies: [
        "CommandSupport", "VoiceTypes", "Platform", "WAVIngest", "DSPCore", "BaselineService",
        "VoicePipeline", "VoiceReport", "VoiceSynthesis",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    .target(
      name: "VoiceServer",
      dependencies: [
        "VoiceTypes", "EmbeddedFiles", "WAVIngest", "DSPCore", "BaselineService", "VoicePipeline",
        "VoiceReport", "RecordStore", "Onboarding", "JobRunner",
        .byName(name: "CSodium", condition: server),
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
      exclude: ["Page/Files", "People/Passwords"]),
    .target(
      name: "PostgresStore",
      dependencies: [
        "VoiceTypes", "EmbeddedFiles", "VoicePipeline", "RecordStore", "JobRunner", "CPostgreSQL",
      ],
      exclude: ["Schema/Migrations"]),
    .executableTarget(
      name: "sagevoice-server",
      dependencies: [
        "CommandSupport", "VoiceTypes", "WAVIngest", "DSPCore", "BaselineService", "VoicePipeline",
        "VoiceReport", "RecordStore", "Onboarding", "JobRunner", "VoiceServer", "PostgresStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),

    .target(
      name: "TestSupport",
      dependencies: ["VoiceTypes", "VoiceMath", "RecordStore", "JobRunner", "PostgresStore"],
      path: "Tests/TestSupport"),
  ]
)

// The trials (`Trials/`) take long, or need PostgreSQL. They join the test targets of their names on request.
let withTrials = Context.environment["SAGEVOICE_TRIALS"] != nil
let numerics = Target.Dependency.product(name: "RealModule", package: "swift-numerics")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

/// A test target, whose folder `Trials` is a link to that of its trials if it has some.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], hasTrials: Bool = false
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: hasTrials && !withTrials ? ["Trials"] : [])
}

package.targets += [
  tests("ArchitectureTests", ["TestSupport"]),
  tests("PlatformTests", ["Platform", "EmbeddedFiles", "VoiceTypes", "TestSupport"]),
  tests("VoiceMathTests", ["VoiceMath", numerics]),
  tests("VoiceTypesTests", ["VoiceTypes", "VoiceMath", "TestSupport"]),
  tests("WAVIngestTests", ["VoiceTypes", "VoiceMath", "Platform", "WAVIngest"], hasTrials: true),
  tests("VoiceSynthesisTests", ["VoiceTypes", "VoiceMath", "VoiceSynthesis"]),
  tests(
    "DSPCoreTests",
    [
      "VoiceTypes", "VoiceMath", "DSPCore", "VoiceSynthesis", "TestSupport", numerics,
      .product(name: "ComplexModule", package: "swift-numerics"),
    ], hasTrials: true),
  tests(
    "BaselineServiceTests",
    ["VoiceTypes", "VoiceMath", "BaselineService", "VoiceSynthesis", "TestSupport", numerics],
    hasTrials: true),
  tests("OnboardingTests", ["Onboarding", "VoiceTypes", "VoiceMath", "TestSupport"]),
  tests(
    "VoicePipelineTests",
    [
      "VoiceTypes", "VoiceMath", "WAVIngest", "DSPCore", "BaselineService", "VoicePipeline",
      "VoiceSynthesis", "TestSupport",
    ], hasTrials: true),
  tests(
    "ConformanceTests",
    ["VoiceTypes", "VoiceMath", "WAVIngest", "DSPCore", "VoicePipeline", "TestSupport"]),
  tests(
    "VoiceReportTests",
    [
      "VoiceTypes", "VoiceMath", "WAVIngest", "DSPCore", "BaselineService", "VoicePipeline",
      "VoiceReport", "VoiceSynthesis", "TestSupport", numerics,
    ]),
  tests(
    "RecordStoreTests", ["Platform", "RecordStore", "PostgresStore", "TestSupport", "VoiceTypes"],
    hasTrials: true),
  tests(
    "JobRunnerTests",
    [
      "VoiceTypes", "WAVIngest", "BaselineService", "VoicePipeline", "VoiceSynthesis",
      "RecordStore",
      "JobRunner", "TestSupport", logging,
    ], hasTrials: true),
  tests(
    "VoiceServerTests",
    [
      "VoiceTypes", "BaselineService", "VoicePipeline", "VoiceSynthesis", "RecordStore",
      "Onboarding",
      "JobRunner", "PostgresStore", "VoiceServer", "TestSupport", logging,
    ], hasTrials: true),
  tests(
    "CLITests",
    [
      "sagevoice", "sagevoice-server", "CommandSupport", "VoiceTypes", "VoiceMath", "WAVIngest",
      "BaselineService", "VoicePipeline", "VoiceReport", "VoiceSynthesis", "Platform",
      "RecordStore", "Onboarding", "JobRunner", "TestSupport",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ], hasTrials: true),
]
if withTrials {
  package.targets.append(
    .testTarget(
      name: "PostgresStoreTests",
      dependencies: [
        "VoiceTypes", "BaselineService", "VoicePipeline", "VoiceSynthesis", "RecordStore",
        "JobRunner", "PostgresStore", "TestSupport", "sagevoice-server", logging,
      ], path: "Trials/PostgresStoreTests"))
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

// Optimizing tests takes longer than running them as they are.
for target in package.targets where target.type == .test {
  target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
}

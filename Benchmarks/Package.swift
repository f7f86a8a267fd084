// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "sagevoice-benchmarks",
  products: [
    .executable(name: "sagevoice-bench", targets: ["SagevoiceBench"])
  ],
  dependencies: [
    // The trait of .ci/run, so that its build products are used again. The benchmarks do not need it.
    .package(name: "sagevoice", path: "..", traits: ["PlainServer"]),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CFloorFFTW", pkgConfig: "fftw3", providers: [.apt(["libfftw3-dev"])]),
    .target(name: "CTransformCounter", dependencies: ["CFloorFFTW"]),
    .target(name: "TransformFloor", dependencies: ["CFloorFFTW", "CTransformCounter"]),
    .target(
      name: "BenchmarkRecords", dependencies: [.product(name: "VoiceTypes", package: "sagevoice")]),
    .executableTarget(
      name: "SagevoiceBench",
      dependencies: [
        "CFloorFFTW", "TransformFloor", "BenchmarkRecords",
        .product(name: "CAllocator", package: "sagevoice"),
        .product(name: "DSPCore", package: "sagevoice"),
        .product(name: "VoicePipeline", package: "sagevoice"),
        .product(name: "VoiceSynthesis", package: "sagevoice"),
        .product(name: "VoiceTypes", package: "sagevoice"),
        .product(name: "WAVIngest", package: "sagevoice"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "TransformFloorTests",
      dependencies: [
        "TransformFloor",
        .product(name: "DSPCore", package: "sagevoice"),
        .product(name: "VoiceSynthesis", package: "sagevoice"),
        .product(name: "VoiceTypes", package: "sagevoice"),
      ]),
    .testTarget(name: "BenchmarkRecordsTests", dependencies: ["BenchmarkRecords"]),
  ]
)

// One place for the language settings of every Swift target.
for target in package.targets
where target.type != .system && target.name != "CTransformCounter" {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}

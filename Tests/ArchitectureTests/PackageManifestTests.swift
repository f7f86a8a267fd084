import Testing

@Suite struct PackageManifestTests {
  @Test(arguments: AllowedImports.table.map(\.target))
  func `a target depends on what its files may import`(target: String) throws {
    let row = try #require(AllowedImports.table.first { $0.target == target })

    let listed = try PackageManifest.ofThisPackage().dependencies[target]

    #expect(listed == row.dependencies)
  }

  @Test func `a manifest is read`() throws {
    let manifest = try PackageManifest(
      text: """
        .systemLibrary(name: "CZ", pkgConfig: "z"),
        .target(name: "A"),
        .target(
          name: "B", dependencies: ["A", .product(name: "P", package: "swift-p"), "CZ"]),
        .executableTarget(
          name: "c-d", dependencies: ["B", .product(name: "Q", package: "q", condition: server)]),
        .testTarget(name: "BTests", dependencies: ["B"]),
        """)

    #expect(
      manifest.dependencies == [
        "CZ": [], "A": [], "B": ["A", "P", "CZ"], "c-d": ["B", "Q"], "BTests": ["B"],
      ])
  }
}

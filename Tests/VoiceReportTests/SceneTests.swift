import Foundation
import Testing
import VoiceReport

@Suite struct SceneTests {
  private let font = Font(size: 20.48)

  @Test func `a text is as wide as the advances of its letters`() {
    // DejaVu Sans: A 1401, B 1405, é 1260, − 1716 of 2048 to the em.
    #expect((font.width(of: "AB") - 28.06).magnitude < 1e-9)
    #expect((font.width(of: "é−") - 29.76).magnitude < 1e-9)
    #expect(Font(size: 10, weight: .bold).width(of: "mm") > Font(size: 10).width(of: "mm"))
  }

  @Test func `the box of a text follows its anchor and its direction`() {
    let width = font.width(of: "AB")
    func box(_ anchor: Label.Anchor, _ direction: Label.Direction) -> Box {
      Label("AB", at: Point(100, 50), font, anchor: anchor, direction: direction).box
    }

    #expect(box(.start, .level).left == 100)
    #expect(box(.end, .level).right == 100)
    #expect(box(.middle, .level).left == 100 - width / 2)
    #expect(box(.middle, .upwards).top == 50 - width / 2)
    #expect((box(.middle, .upwards).height - width).magnitude < 1e-9)
    #expect(box(.start, .level).height == font.ascent + font.descent)
  }

  @Test func `lines are no wider than there is room, and lose no letter`() {
    let text = "neighbouring cycles differ in length by 12.3 µs, Donaudampfschifffahrtsgesellschaft"
    let lines = font.lines(of: text, within: 150)

    #expect(lines.allSatisfy { font.width(of: $0) <= 150 })
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    #expect(lines.count > 3)
  }

  @Test func `shortened text fits and ends in an ellipsis`() {
    let short = font.shortened("a long name of a file.wav", within: 100)

    #expect(short.hasSuffix("…"))
    #expect(font.width(of: short) <= 100)
    #expect(font.shortened("a", within: 100) == "a")
  }

  @Test func `markup is valid XML`() {
    #expect(
      "a<b>&\"'\u{7}\u{202e}é".markup == "a&lt;b&gt;&amp;&quot;&#39;\u{fffd}\u{fffd}é")
  }

  @Test func `drawing a scene twice gives the same bytes`() {
    let scene = Scene(
      width: 100, height: 50.5, title: "T & t", description: "D",
      marks: [
        .line(from: Point(0, 0), to: Point(10.126, 5), Stroke(.blue, width: 2, .dashed)),
        .text(Label("<x>", at: Point(1, 2), Font(size: 12), ink: .quiet, anchor: .end)),
        .dots([Point(3, 4)], .orange, diameter: 5),
      ])

    #expect(
      SVGWriter.text(of: scene, theme: .light, role: .part(id: "f")) == """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
        width="100" height="50.5" viewBox="0 0 100 50.5" role="img" \
        aria-labelledby="f-title f-desc" font-family="'DejaVu Sans', 'Bitstream Vera Sans', \
        Verdana, sans-serif">
        <title id="f-title">T &amp; t</title>
        <desc id="f-desc">D</desc>
        <rect x="0" y="0" width="100" height="50.5" fill="#ffffff"/>
        <path d="M0,0L10.13,5" fill="none" stroke="#0068a8" stroke-width="2" \
        stroke-dasharray="6 4"/>
        <text x="1" y="2" font-size="12" text-anchor="end" fill="#545d68">&lt;x&gt;</text>
        <path d="M3,4h0" fill="none" stroke="#b24600" stroke-width="5" stroke-linecap="round" \
        stroke-linejoin="round"/>
        </svg>

        """)
  }
}

@Suite struct ColourTests {
  /// Contrasts required by WCAG 2.2 for texts (1.4.3) and for meaningful lines (1.4.11).
  private static let textContrast = 4.5
  private static let lineContrast = 3.0

  private static let grounds: [Ink] = [.page, .panel]

  @Test func `a colour is written in the notation of CSS`() {
    #expect(Colour(0x0072b2).text == "#0072b2")
  }

  @Test(arguments: Theme.allCases)
  func `every text has enough contrast on every background`(theme: Theme) {
    for text in [Ink.text, .quiet, .blue, .orange, .green, .purple] {
      for ground in Self.grounds {
        let contrast = theme.colour(of: text).contrast(to: theme.colour(of: ground))
        #expect(contrast >= Self.textContrast, "\(text) on \(ground): \(contrast)")
      }
    }
  }

  @Test(arguments: Theme.allCases)
  func `every curve has enough contrast, also over the segment`(theme: Theme) {
    for curve in [Ink.blue, .orange, .green, .purple, .axis] {
      for ground in Self.grounds + [.segment] {
        let contrast = theme.colour(of: curve).contrast(to: theme.colour(of: ground))
        #expect(contrast >= Self.lineContrast, "\(curve) on \(ground): \(contrast)")
      }
    }
  }

  @Test(arguments: Theme.allCases)
  func `excluded parts differ in lightness`(theme: Theme) {
    let greys: [Ink] = [
      .leftOutPale, .leftOutLight, .leftOutMiddle, .leftOutDark, .leftOutDeep,
    ]
    let light = greys.map { theme.colour(of: $0).luminance }
    for (first, second) in zip(light, light.dropFirst()) {
      let (low, high) = (min(first, second), max(first, second))
      #expect((high + 0.05) / (low + 0.05) >= 1.25)
    }
  }

  @Test func `image shades go from the background to its opposite`() {
    let ramp = Theme.dark.ramp(count: 3)

    #expect(ramp.first == Theme.dark.colour(of: .panel))
    #expect(ramp.last == Theme.dark.colour(of: .text))
  }
}

@Suite struct ImageTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `base 64 is that of RFC 4648`(bytes: String, text: String) {
    #expect(Base64.text(of: Array(bytes.utf8)) == text)
    #expect(Data(base64Encoded: text).map { Array($0) } == Array(bytes.utf8))
  }

  @Test func `a PNG has its chunks, each with its length and its checksum`() {
    let image = IndexedImage(width: 3, height: 2, pixels: [0, 1, 0, 1, 1, 0])
    let png = image.png(palette: [Colour(0xffffff), Colour(0x102030)])

    #expect(png.prefix(8) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    let header: [UInt8] = [
      0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 3, 0, 0, 0, 2, 8, 3, 0, 0, 0,
    ]
    #expect(Array(png[8..<29]) == header)
    let palette: [UInt8] = [0, 0, 0, 6, 0x50, 0x4c, 0x54, 0x45, 255, 255, 255, 16, 32, 48]
    #expect(Array(png[33..<47]) == palette)
    // The checksum of an empty IEND, as every PNG has it.
    let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]
    #expect(Array(png.suffix(12)) == end)
    #expect(image.png(palette: [Colour(0xffffff), Colour(0x102030)]) == png)
  }
}

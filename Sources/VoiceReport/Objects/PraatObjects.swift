// Praat objects (its manual, "TextGrid file formats" and "Types of objects").

package import DSPCore
package import VoiceTypes

/// Pulses, F0 and labelled intervals of one recording, with recording times in seconds at full
/// precision.
package struct PraatObjects: Sendable {
  /// An object file.
  package struct File: Sendable, Equatable {
    /// The suffix after the recording name, such as `.TextGrid`.
    package let suffix: String

    /// The text, with the final line feed.
    package let text: String
  }

  /// Length of the longest suffix, in characters.
  package static let longestSuffix = ".PointProcess".count

  private let duration: Double
  private let segment: Segment
  private let analysis: VoiceAnalysis

  /// Creates the objects of an analysed recording; nil without findings, samples or an analysis.
  package init?(_ document: ResultsDocument, _ signal: Signal?, _ analysis: VoiceAnalysis?) {
    guard let findings = document.findings, let signal, let analysis else { return nil }
    duration = signal.duration.value
    segment = findings.segment
    self.analysis = analysis
  }

  /// The files in alphabetical order of their suffixes.
  package var files: [File] {
    [
      File(suffix: ".Pitch", text: pitch), File(suffix: ".PitchTier", text: pitchTier),
      File(suffix: ".PointProcess", text: pulses), File(suffix: ".TextGrid", text: textGrid),
    ]
  }

  /// The lines of the time range.
  private var range: [String] { ["xmin = 0", "xmax = \(duration)"] }

  private var pulseTimes: [Double] {
    guard analysis.voice.hasCycles else { return [] }
    return analysis.voice.pulses.map { $0 + analysis.offset }
  }

  // MARK: - Points

  private var pulses: String {
    let times = pulseTimes
    let lines =
      range + ["nt = \(times.count)", "t []:"]
      + times.indices.map { "    t [\($0 + 1)] = \(times[$0])" }
    return PraatText.file(of: "PointProcess", lines)
  }

  private var pitchTier: String {
    let points = Self.frames(of: analysis.pitch, offset: analysis.offset).filter { $0.f0 > 0 }
    let lines =
      range + ["points: size = \(points.count)"]
      + points.indices.flatMap { index in
        [
          "points [\(index + 1)]:", "    number = \(points[index].time)",
          "    value = \(points[index].f0)",
        ]
      }
    return PraatText.file(of: "PitchTier", lines)
  }

  /// The Viterbi path of the pitch tracker: one candidate per frame of the segment, voiced or
  /// unvoiced.
  private var pitch: String {
    let track = analysis.pitch
    let lines =
      range + [
        "nx = \(track.frameCount)", "dx = \(track.timeStep)",
        "x1 = \(track.firstFrameTime + analysis.offset)",
        "ceiling = \(analysis.pitchRange.ceiling.value)", "maxnCandidates = 1", "frames []:",
      ]
      + track.frequencies.indices.flatMap { frame in
        [
          "    frames [\(frame + 1)]:", "        intensity = \(track.intensities[frame])",
          "        nCandidates = 1", "        candidates []:", "            candidates [1]:",
          "                frequency = \(track.frequencies[frame])",
          "                strength = \(track.strengths[frame])",
        ]
      }
    return PraatText.file(of: "Pitch 1", lines)
  }

  private static func frames(
    of track: PitchTrack, offset: Double
  ) -> [(time: Double, f0: Double)] {
    track.frequencies.indices.map { index in
      (track.firstFrameTime + Double(index) * track.timeStep + offset, track.frequencies[index])
    }
  }

  // MARK: - Tiers

  private var textGrid: String {
    let tiers = [
      intervals("segment", segmentIntervals), intervals("voicing", voicingIntervals),
      points("pulses", pulseTimes), intervals("cycles not compared", uncomparedCycles),
    ]
    let lines =
      range + ["tiers? <exists>", "size = \(tiers.count)", "item []:"]
      + tiers.indices.flatMap { index in
        ["    item [\(index + 1)]:"] + tiers[index].map { "        \($0)" }
      }
    return PraatText.file(of: "TextGrid", lines)
  }

  /// The measured segment, and excluded intervals labelled with their reasons.
  private var segmentIntervals: [PraatText.Stretch] {
    segment.excluded.map { ($0.start.value, $0.end.value, $0.reason.rawValue) }
      + [(segment.start.value, segment.end.value, "measured")]
  }

  /// Voicing per frame of the first-pass pitch over the whole recording.
  private var voicingIntervals: [PraatText.Stretch] {
    let track = analysis.overview
    let half = track.timeStep / 2
    return Self.frames(of: track, offset: 0).map { frame in
      (frame.time - half, frame.time + half, frame.f0 > 0 ? "V" : "U")
    }
  }

  /// Cycles that jitter compares with no neighbour.
  private var uncomparedCycles: [PraatText.Stretch] {
    guard analysis.voice.hasCycles else { return [] }
    let curve = CycleCurve.periods(of: analysis.voice.cycles, offset: analysis.offset)
    return curve.cycles(compared: false).map { cycle in
      (cycle.time - cycle.value / 2, cycle.time + cycle.value / 2, "not compared")
    }
  }

  private func intervals(_ name: String, _ stretches: [PraatText.Stretch]) -> [String] {
    let whole = PraatText.covering(stretches, until: duration)
    return head(of: name, "IntervalTier") + ["intervals: size = \(whole.count)"]
      + whole.indices.flatMap { index in
        [
          "intervals [\(index + 1)]:", "    xmin = \(whole[index].start)",
          "    xmax = \(whole[index].end)", "    text = \(PraatText.quoted(whole[index].text))",
        ]
      }
  }

  private func points(_ name: String, _ times: [Double]) -> [String] {
    head(of: name, "TextTier") + ["points: size = \(times.count)"]
      + times.indices.flatMap { index in
        ["points [\(index + 1)]:", "    number = \(times[index])", "    mark = \"\""]
      }
  }

  private func head(of name: String, _ kind: String) -> [String] {
    ["class = \(PraatText.quoted(kind))", "name = \(PraatText.quoted(name))"] + range
  }
}

/// Writer of Praat text files.
enum PraatText {
  /// A labelled interval, in seconds.
  typealias Stretch = (start: Double, end: Double, text: String)

  /// Returns the file of one object.
  static func file(of kind: String, _ lines: [String]) -> String {
    (["File type = \"ooTextFile\"", "Object class = \"\(kind)\"", ""] + lines)
      .map { $0 + "\n" }.joined()
  }

  /// Returns the text in quotation marks, with inner quotation marks doubled.
  static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }

  /// Returns contiguous intervals from 0 to `end`. It trims overlaps at their start, fills gaps
  /// with empty labels, and joins neighbours of equal label.
  static func covering(_ stretches: [Stretch], until end: Double) -> [Stretch] {
    var whole: [Stretch] = []
    func add(_ stretch: Stretch) {
      guard stretch.end > stretch.start else { return }
      if let last = whole.last, last.text == stretch.text {
        whole[whole.count - 1].end = stretch.end
      } else {
        whole.append(stretch)
      }
    }
    for stretch in stretches.sorted(by: { $0.start < $1.start }) {
      let place = whole.last?.end ?? 0
      let start = min(max(stretch.start, place), end)
      add((place, start, ""))
      add((start, min(stretch.end, end), stretch.text))
    }
    add((whole.last?.end ?? 0, end, ""))
    return whole
  }
}

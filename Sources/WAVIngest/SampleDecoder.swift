internal import CSndFile
internal import VoiceTypes

/// Sample decoder by libsndfile, which receives the format and never a header.
///
/// libsndfile silently repairs headers (an oversized chunk, a wrong block size), and a measurement
/// must not depend on an unreported guess. It therefore decodes raw samples (SF_FORMAT_RAW) of one
/// channel with exact scaling: (x − 128) / 128 for 8 bits, x / 2^(n−1) above, floats unchanged.
enum SampleDecoder {
  /// Frames per read.
  private static let blockFrames = 1 << 16

  /// Decodes `payload` to full-scale units.
  static func decode(
    _ payload: MonoPayload, as layout: WAVLayout
  ) throws(IngestError) -> [Double] {
    // The view spans exactly the range, which `MonoPayload` computed from `bytes`; the decoder that
    // points into it is closed before the closure ends.
    let samples: [Double]? = unsafe payload.bytes.withUnsafeBytes { buffer in
      var cursor = unsafe PayloadCursor(
        bytes: UnsafeRawBufferPointer(rebasing: buffer[payload.range]))
      return unsafe withUnsafeMutablePointer(to: &cursor) { pointer in
        guard let decoder = unsafe Decoder(pointer, layout) else { return nil }
        return decoder.samples(count: payload.frames, blockFrames: blockFrames)
      }
    }
    guard let samples, samples.count == payload.frames else {
      throw .notReadable(reason: "libsndfile could not decode the samples")
    }
    return samples
  }
}

/// An open libsndfile handle.
@safe
private struct Decoder: ~Copyable {
  private let handle: OpaquePointer

  /// Opens the data of `cursor`, which must outlive the decoder.
  init?(_ cursor: UnsafeMutablePointer<PayloadCursor>, _ layout: WAVLayout) {
    var description = SF_INFO()
    description.channels = 1
    description.samplerate = Int32(layout.sampleRate.value)
    description.format = layout.rawFormat
    var callbacks = unsafe PayloadCursor.callbacks
    // libsndfile copies both structures before it returns.
    let opened = unsafe sf_open_virtual(&callbacks, Int32(SFM_READ), &description, cursor)
    guard let opened = unsafe opened else { return nil }
    unsafe self.handle = opened
  }

  deinit { _ = unsafe sf_close(handle) }

  /// Decodes the first `count` samples, or fewer at the end.
  func samples(count: Int, blockFrames: Int) -> [Double] {
    // A read requests at most the capacity left after `filled`.
    unsafe Array(unsafeUninitializedCapacity: count) { room, filled in
      guard let start = room.baseAddress else { return }
      while filled < count {
        let wanted = min(blockFrames, count - filled)
        let read = unsafe sf_readf_double(handle, start + filled, sf_count_t(wanted))
        guard read > 0 else { return }
        filled += Int(read)
      }
    }
  }
}

/// Virtual file of libsndfile: a position in bytes that another object owns.
@unsafe
private struct PayloadCursor {
  let bytes: UnsafeRawBufferPointer
  var position = 0

  /// The file operations; each receives the pointer passed to `sf_open_virtual`.
  static var callbacks: SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe sf_count_t(PayloadCursor.of($0)?.pointee.bytes.count ?? 0) },
      seek: { unsafe PayloadCursor.of($2)?.pointee.seek(by: $0, from: $1) ?? -1 },
      read: { unsafe PayloadCursor.of($2)?.pointee.read(into: $0, count: $1) ?? 0 },
      write: { _, _, _ in 0 },
      tell: { unsafe sf_count_t(PayloadCursor.of($0)?.pointee.position ?? 0) })
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Self>? {
    // The context is the pointer to a cursor that `Decoder` passed to `sf_open_virtual`.
    unsafe context?.assumingMemoryBound(to: PayloadCursor.self)
  }

  private mutating func seek(by offset: sf_count_t, from origin: Int32) -> sf_count_t {
    let base =
      switch origin {
      case 1: unsafe position  // SEEK_CUR
      case 2: unsafe bytes.count  // SEEK_END
      default: 0  // SEEK_SET
      }
    let (target, overflow) = base.addingReportingOverflow(Int(offset))
    guard !overflow, unsafe (0...bytes.count).contains(target) else { return -1 }
    unsafe position = target
    return sf_count_t(target)
  }

  private mutating func read(
    into destination: UnsafeMutableRawPointer?, count: sf_count_t
  ) -> sf_count_t {
    // The length is at most the rest after `position`, and at most the size of `destination`.
    let length = unsafe min(max(0, Int(count)), bytes.count - position)
    guard length > 0, let destination = unsafe destination,
      let source = unsafe bytes.baseAddress
    else { return 0 }
    unsafe destination.copyMemory(from: source + position, byteCount: length)
    unsafe position += length
    return sf_count_t(length)
  }
}

extension WAVLayout {
  /// libsndfile's format number for raw samples of this encoding and byte order.
  fileprivate var rawFormat: Int32 {
    let samples =
      switch encoding {
      case .pcm8: SF_FORMAT_PCM_U8
      case .pcm16: SF_FORMAT_PCM_16
      case .pcm24: SF_FORMAT_PCM_24
      case .pcm32: SF_FORMAT_PCM_32
      case .float32: SF_FORMAT_FLOAT
      case .float64: SF_FORMAT_DOUBLE
      }
    let order =
      switch byteOrder {
      case .little: SF_ENDIAN_LITTLE
      case .big: SF_ENDIAN_BIG
      }
    return Int32(SF_FORMAT_RAW | samples | order)
  }
}

/// Sample decoding library.
public enum SampleLibrary {
  /// The version of libsndfile that is linked, such as `1.2.0`.
  public static var version: String {
    // The library returns a constant C string such as "libsndfile-1.2.0".
    let name = unsafe String(cString: sf_version_string())
    return name.split(separator: "-").last.map(String.init) ?? name
  }
}

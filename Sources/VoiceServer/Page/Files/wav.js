// RIFF/WAVE encoding: one channel, 24 bits.

const headerBytes = 44;

/** Encodes blocks of samples in -1 … 1. */
export function encodeWAV(blocks, sampleRate) {
  const frames = blocks.reduce((sum, block) => sum + block.length, 0);
  const bytes = new ArrayBuffer(headerBytes + 3 * frames);
  const view = new DataView(bytes);
  const text = (place, word) => [...word].forEach((c, i) => view.setUint8(place + i, c.charCodeAt(0)));
  text(0, "RIFF");
  view.setUint32(4, headerBytes - 8 + 3 * frames, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, 3 * sampleRate, true);
  view.setUint16(32, 3, true);
  view.setUint16(34, 24, true);
  text(36, "data");
  view.setUint32(40, 3 * frames, true);
  let place = headerBytes;
  for (const block of blocks) {
    for (const sample of block) {
      // Full scale is clipped to the largest code, 2^23 - 1.
      const value = Math.max(-8388608, Math.min(8388607, Math.round(sample * 8388608)));
      view.setUint16(place, value & 0xffff, true);
      view.setInt8(place + 2, value >> 16);
      place += 3;
    }
  }
  return bytes;
}

/** Returns the `Content-Digest` of bytes with SHA-256 (RFC 9530). */
export async function contentDigest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha-256=:${btoa(String.fromCharCode(...hash))}:`;
}

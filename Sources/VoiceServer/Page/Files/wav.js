// RIFF/WAVE encoding: one channel, 24 bits.

const headerBytes = 44;

/** Encodes blocks of samples in -1 … 1. */
export function encodeWAV(blocks, sampleRate) {
  const frames = blocks.reduce((sum, block) => sum + block.length, 0);
  const bytes = new ArrayBuffer(headerBytes + 3 * frames);
  const view = new DataView(bytes);
  const texts = [[0, "RIFF"], [8, "WAVEfmt "], [36, "data"]];
  const wholes = [[4, 36 + 3 * frames], [16, 16], [24, sampleRate], [28, 3 * sampleRate], [40, 3 * frames]];
  const shorts = [[20, 1], [22, 1], [32, 3], [34, 24]];
  for (const [place, text] of texts) [...text].forEach((c, i) => view.setUint8(place + i, c.charCodeAt(0)));
  for (const [place, value] of wholes) view.setUint32(place, value, true);
  for (const [place, value] of shorts) view.setUint16(place, value, true);
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

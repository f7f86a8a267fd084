// The audio worklet that captures microphone samples. Gaps in the clock of the audio device count
// as dropped frames; they are never closed.

const blockFrames = 4096;

class Capture extends AudioWorkletProcessor {
  constructor() {
    super();
    this.isOn = false;
    this.next = null;
    this.begin();
    this.port.onmessage = ({ data }) => {
      if (data === "begin") {
        this.begin();
        this.isOn = true;
      } else if (data === "end" && this.isOn) {
        this.post(true);
        this.isOn = false;
        this.port.postMessage({ end: { frames: this.frames, dropped: this.dropped } });
      }
    };
  }

  begin() {
    this.frames = 0;
    this.dropped = 0;
    this.beginBlock();
  }

  beginBlock() {
    this.block = new Float32Array(blockFrames);
    this.filled = 0;
    this.peak = 0;
    this.power = 0;
    this.clipped = 0;
  }

  process(inputs) {
    const samples = inputs[0][0];
    if (this.next !== null && currentFrame !== this.next && this.isOn) {
      this.dropped += currentFrame - this.next;
    }
    this.next = currentFrame + (samples ? samples.length : 128);
    if (!samples) {
      // The graph runs but the microphone delivers no samples.
      if (this.isOn) this.dropped += 128;
      return true;
    }
    for (const value of samples) {
      const size = Math.abs(value);
      if (size > this.peak) this.peak = size;
      if (size >= 0.999) this.clipped += 1;
      this.power += value * value;
      this.block[this.filled++] = value;
      if (this.filled === blockFrames) this.post(this.isOn);
    }
    return true;
  }

  /** Posts the level of a block, and its samples during a recording. */
  post(isKept) {
    const level = {
      peak: this.peak, power: this.power / Math.max(1, this.filled), clipped: this.clipped, frames: this.filled,
    };
    const block = isKept ? this.block.slice(0, this.filled) : null;
    if (isKept) this.frames += this.filled;
    this.port.postMessage({ level, block }, block ? [block.buffer] : []);
    this.beginBlock();
  }
}

registerProcessor("capture", Capture);

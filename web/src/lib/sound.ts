/** Short sounds of the table, made here from tones: no files. Loaded only by players who have switched sounds on. */

export type SoundName = "flip" | "stroke" | "turn" | "round" | "end";

interface Tone {
  /** Hertz; it glides to `to` if there is one. */
  from: number;
  to?: number;
  /** Seconds from the start of the sound, and how long it lasts. */
  at: number;
  lasts: number;
  shape: OscillatorType;
  /** 0 to 1. */
  loud: number;
}

function chime(notes: number[], gap: number, lasts: number, loud: number): Tone[] {
  return notes.map((from, n) => ({ from, at: n * gap, lasts, shape: "sine", loud }));
}

const SOUNDS: Record<SoundName, Tone[]> = {
  flip: [
    { from: 900, to: 260, at: 0, lasts: 0.06, shape: "triangle", loud: 0.35 },
    { from: 180, to: 120, at: 0.05, lasts: 0.07, shape: "sine", loud: 0.5 },
  ],
  stroke: [{ from: 320, to: 520, at: 0, lasts: 0.09, shape: "sine", loud: 0.4 }],
  turn: chime([660, 880], 0.11, 0.22, 0.4),
  round: chime([523, 659, 784], 0.1, 0.28, 0.4),
  end: chime([392, 523, 659, 784, 1047], 0.12, 0.5, 0.4),
};

const ATTACK_S = 0.008;
const SILENCE = 0.0001; // an exponential ramp never reaches zero

let context: AudioContext | null = null;

/** `volume`: 0 to 1. A browser may stay silent until the page was touched. */
export function playSound(name: SoundName, volume: number): void {
  if (volume <= 0) return;
  context ??= new AudioContext();
  void context.resume();
  const start = context.currentTime + 0.01;
  for (const tone of SOUNDS[name]) playTone(context, tone, start + tone.at, volume);
}

function playTone(audio: AudioContext, tone: Tone, start: number, volume: number): void {
  const oscillator = new OscillatorNode(audio, { type: tone.shape, frequency: tone.from });
  const gain = new GainNode(audio, { gain: SILENCE });
  const end = start + tone.lasts;
  if (tone.to) oscillator.frequency.exponentialRampToValueAtTime(tone.to, end);
  gain.gain.setValueAtTime(SILENCE, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(SILENCE, tone.loud * volume), start + ATTACK_S);
  gain.gain.exponentialRampToValueAtTime(SILENCE, end);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(end);
}

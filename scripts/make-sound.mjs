// Makes web/public/sounds/notification.wav: two soft tones, a fifth apart, that ring out. `node scripts/make-sound.mjs`
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const file = join(dirname(fileURLToPath(import.meta.url)), '../web/public/sounds/notification.wav')
const RATE = 22_050
const SECONDS = 0.55
/** Hz, and when each begins in seconds. */
const TONES = [
  { pitch: 587.33, from: 0 },
  { pitch: 880, from: 0.13 },
]
const ATTACK_SECONDS = 0.008
const DECAY_PER_SECOND = 9
const LOUDNESS = 0.42

/** A fundamental with a little of its octave, that begins softly and fades. */
function toneAt(seconds, pitch) {
  if (seconds < 0) return 0
  const swell = Math.min(1, seconds / ATTACK_SECONDS) * Math.exp(-DECAY_PER_SECOND * seconds)
  const turn = 2 * Math.PI * pitch * seconds
  return swell * (Math.sin(turn) + 0.18 * Math.sin(2 * turn))
}

const count = Math.round(RATE * SECONDS)
const wav = Buffer.alloc(44 + 2 * count)
wav.write('RIFF', 0)
wav.writeUInt32LE(36 + 2 * count, 4)
wav.write('WAVEfmt ', 8)
wav.writeUInt32LE(16, 16)
wav.writeUInt16LE(1, 20)
wav.writeUInt16LE(1, 22)
wav.writeUInt32LE(RATE, 24)
wav.writeUInt32LE(2 * RATE, 28)
wav.writeUInt16LE(2, 32)
wav.writeUInt16LE(16, 34)
wav.write('data', 36)
wav.writeUInt32LE(2 * count, 40)
for (let at = 0; at < count; at += 1) {
  const seconds = at / RATE
  // To silence at the very end, or it would click.
  const end = Math.min(1, (SECONDS - seconds) / 0.02)
  const sum = TONES.reduce((all, { pitch, from }) => all + toneAt(seconds - from, pitch), 0)
  wav.writeInt16LE(Math.round(32_767 * LOUDNESS * end * sum), 44 + 2 * at)
}
writeFileSync(file, wav)

/** Pixels a picture may have; more are not decoded. */
export const PIXELS_MAX = 50_000_000
/** What a decoder may take for a picture that it holds as a whole. */
const HELD_BYTES_MAX = 72_000_000
const SIDE_PX_MAX = 20_000
const SIDE_PX_MIN = 16
/**
 * Scans of a JPEG: encoders write about ten, the most thorough of them some thirty. Each costs its decoder a walk over the whole
 * picture, however little it says, so that a small file of thousands would take it minutes.
 */
const SCANS_MAX = 100

/** What the header of a picture says. */
export interface PictureHead {
  width: number
  height: number
  /** Bytes that a decoder holds for each pixel until it has read all of them; 0: it reads line by line. */
  heldBytes: number
}

/** What speaks against decoding it; null: nothing. */
export function pictureFault({ width, height, heldBytes }: PictureHead): 'tooLarge' | 'tooSmall' | null {
  const pixels = width * height
  const isTooLarge = pixels > PIXELS_MAX || Math.max(width, height) > SIDE_PX_MAX
  if (isTooLarge || pixels * heldBytes > HELD_BYTES_MAX) return 'tooLarge'
  return Math.min(width, height) < SIDE_PX_MIN ? 'tooSmall' : null
}

/**
 * What a picture's own bytes say, without decoding it. Null: it is no JPEG, PNG or WebP, it is cut off before its header ends, or a
 * JPEG that is cut off later or comes in more scans than any encoder writes.
 */
export function readPictureHead(bytes: Uint8Array): PictureHead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (begins(bytes, [0xff, 0xd8, 0xff])) return readJpeg(view)
    if (begins(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return readPng(view)
    return readWebp(view)
  } catch (error) {
    // Read past the end.
    if (error instanceof RangeError) return null
    throw error
  }
}

const begins = (bytes: Uint8Array, signs: readonly number[]): boolean =>
  signs.every((sign, at) => bytes[at] === sign)

/** Channels by the kind of colour: grey, RGB, palette, grey and alpha, RGB and alpha. */
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 }
const PNG_HEADER = 0x49484452

function readPng(view: DataView): PictureHead | null {
  const channels = PNG_CHANNELS[view.getUint8(25)]
  if (view.getUint32(12) !== PNG_HEADER || channels === undefined) return null
  const isInterlaced = view.getUint8(28) !== 0
  const channelBytes = view.getUint8(24) === 16 ? 2 : 1
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    heldBytes: isInterlaced ? channels * channelBytes : 0,
  }
}

const FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
])
const PROGRESSIVE: ReadonlySet<number> = new Set([0xc2, 0xc6, 0xca, 0xce])
const SCAN = 0xda
const END = 0xd9
const BEGINNING = 0xd8
const RESTARTS = { first: 0xd0, last: 0xd7 }
/** 0: the byte before it was no marker; 1: a marker of its own for arithmetic coders. */
const LONE = 0x01
const COEFFICIENT_BYTES = 2
/** Of each component the header of a frame holds its number, its sampling and its table. */
const COMPONENT_LENGTH = 3

function readJpeg(view: DataView): PictureHead | null {
  let frame: Frame | null = null
  let isWhole = false
  let scans = 0
  for (const { marker, at } of markersOf(view)) {
    if (scans === 0 && FRAMES.has(marker)) frame = readFrame(view, marker, at)
    if (marker !== SCAN) continue
    if (frame === null || scans === SCANS_MAX) return null
    scans += 1
    // The others follow in scans of their own: until then what this one brings is held.
    if (scans === 1) isWhole = !frame.isProgressive && view.getUint8(at + 3) === frame.components
  }
  if (frame === null || scans === 0) return null
  return isWhole ? { ...frame.head, heldBytes: 0 } : frame.head
}

/**
 * The markers of a JPEG up to its end, as decoders find them: what is no marker is passed over, a marker may have several signs
 * before it, what a scan holds never looks like one, and every other part says how long it is (a small copy of the picture
 * within one has an end of its own). Throws a RangeError when no end comes.
 */
function* markersOf(view: DataView): Generator<{ marker: number; at: number }> {
  let at = 2
  for (;;) {
    while (view.getUint8(at) !== 0xff) at += 1
    while (view.getUint8(at) === 0xff) at += 1
    const marker = view.getUint8(at)
    yield { marker, at }
    if (marker === END) return
    at += hasLength(marker) ? 1 + view.getUint16(at + 1) : 1
  }
}

/** Neither a sign that stands for itself among pixels (an escaped byte, a restart) nor a beginning. */
const hasLength = (marker: number): boolean =>
  marker > LONE && !(marker >= RESTARTS.first && marker <= RESTARTS.last) && marker !== BEGINNING

interface Frame {
  head: PictureHead
  components: number
  isProgressive: boolean
}

const readFrame = (view: DataView, marker: number, at: number): Frame => ({
  head: {
    height: view.getUint16(at + 4),
    width: view.getUint16(at + 6),
    heldBytes: COEFFICIENT_BYTES * samplesPerPixel(view, at + 8),
  },
  components: view.getUint8(at + 8),
  isProgressive: PROGRESSIVE.has(marker),
})

/** All components of a frame together: colours are often sampled more coarsely than the brightness. `at`: where their count stands. */
function samplesPerPixel(view: DataView, at: number): number {
  const samplings = Array.from({ length: view.getUint8(at) }, (_, nth) =>
    view.getUint8(at + 2 + nth * COMPONENT_LENGTH),
  ).map((sampling) => ({ across: sampling >> 4, down: sampling & 15 }))
  const finest = (way: 'across' | 'down') => Math.max(1, ...samplings.map((each) => each[way]))
  const samples = samplings.reduce((sum, { across, down }) => sum + across * down, 0)
  return samples / (finest('across') * finest('down'))
}

const RIFF = 0x52494646
const WEBP = 0x57454250
const LOSSY = 0x56503820
const LOSSLESS = 0x5650384c
const EXTENDED = 0x56503858
const ALPHA = 0x414c5048
const FRAME = 0x414e4d46

/** Bytes held for a pixel: the copy that is decoded, and what it is decoded from. */
const WEBP_HELD = { lossy: 3, lossyWithAlpha: 5, other: 8 } as const
const CHUNK_HEAD_LENGTH = 8

function readWebp(view: DataView): PictureHead | null {
  if (view.getUint32(0) !== RIFF || view.getUint32(8) !== WEBP) return null
  switch (view.getUint32(12)) {
    case LOSSY: {
      const side = (at: number): number => view.getUint16(at, true) & 0x3fff
      return { width: side(26), height: side(28), heldBytes: WEBP_HELD.lossy }
    }
    case LOSSLESS: {
      const bits = view.getUint32(21, true)
      const side = (from: number): number => ((bits >>> from) & 0x3fff) + 1
      return { width: side(0), height: side(14), heldBytes: WEBP_HELD.other }
    }
    case EXTENDED: {
      const side = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1
      return { width: side(24), height: side(27), heldBytes: heldOfExtended(view) }
    }
    default:
      return null
  }
}

/** By what stands among the chunks after the header: pixels with losses, after their alpha or without, else animated or without loss. */
function heldOfExtended(view: DataView): number {
  let held: number = WEBP_HELD.lossy
  for (let at = 30; at + CHUNK_HEAD_LENGTH <= view.byteLength; ) {
    const chunk = view.getUint32(at)
    if (chunk === LOSSY) return held
    if (chunk === ALPHA) held = WEBP_HELD.lossyWithAlpha
    if (chunk === LOSSLESS || chunk === FRAME) break
    const length = view.getUint32(at + 4, true)
    at += CHUNK_HEAD_LENGTH + length + (length % 2)
  }
  return WEBP_HELD.other
}

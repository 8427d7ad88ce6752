/** Pixels a picture may have; more are not decoded. */
export const PIXELS_MAX = 50_000_000
/** What a decoder may take for a picture that it holds as a whole. */
const HELD_BYTES_MAX = 150_000_000
const SIDE_PX_MAX = 20_000
const SIDE_PX_MIN = 16

/** What the header of a picture says. */
export interface PictureHead {
  format: 'jpeg' | 'png' | 'webp'
  width: number
  height: number
  channels: number
  /** 16 bits a channel. */
  isDeep: boolean
  /** Of a PNG: interlaced. */
  isProgressive: boolean
}

/** What speaks against decoding it; null: nothing. */
export function pictureFault(head: PictureHead): 'tooLarge' | 'tooSmall' | null {
  const { width, height } = head
  const isTooLarge = width * height > PIXELS_MAX || Math.max(width, height) > SIDE_PX_MAX
  if (isTooLarge || heldBytes(head) > HELD_BYTES_MAX) return 'tooLarge'
  return Math.min(width, height) < SIDE_PX_MIN ? 'tooSmall' : null
}

/**
 * What a decoder takes for a picture that it cannot read line by line: the coefficients of a progressive JPEG, the pixels of an
 * interlaced PNG, and those of any WebP beside their decoded copy. Others: 0.
 */
function heldBytes({ format, width, height, channels, isDeep, isProgressive }: PictureHead): number {
  if (format !== 'webp' && !isProgressive) return 0
  const isOneByte = format === 'png' && !isDeep
  return width * height * channels * (isOneByte ? 1 : 2)
}

/**
 * What a picture's own bytes say, without decoding it. Null: it is no JPEG, PNG or WebP, it is cut off before its header ends, or a
 * JPEG that is cut off later.
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

/** By the kind of colour: grey, RGB, palette, grey and alpha, RGB and alpha. */
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 }
const PNG_HEADER = 0x49484452

function readPng(view: DataView): PictureHead | null {
  const channels = PNG_CHANNELS[view.getUint8(25)]
  if (view.getUint32(12) !== PNG_HEADER || channels === undefined) return null
  return {
    format: 'png',
    width: view.getUint32(16),
    height: view.getUint32(20),
    channels,
    isDeep: view.getUint8(24) === 16,
    isProgressive: view.getUint8(28) !== 0,
  }
}

const FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
])
const PROGRESSIVE: ReadonlySet<number> = new Set([0xc2, 0xc6, 0xca, 0xce])
const SCAN = 0xda

function readJpeg(view: DataView): PictureHead | null {
  let head: PictureHead | null = null
  let at = 2
  for (;;) {
    // As decoders do: what is no marker is passed over, and a marker may have several signs before it.
    while (view.getUint8(at) !== 0xff) at += 1
    while (view.getUint8(at) === 0xff) at += 1
    const marker = view.getUint8(at)
    const length = view.getUint16(at + 1)
    // Pixels follow; before them a small copy of the picture may have had an end of its own.
    if (marker === SCAN) return endsAfter(view, at + 1 + length) ? head : null
    if (FRAMES.has(marker))
      head = {
        format: 'jpeg',
        height: view.getUint16(at + 4),
        width: view.getUint16(at + 6),
        channels: view.getUint8(at + 8),
        isDeep: false,
        isProgressive: PROGRESSIVE.has(marker),
      }
    at += 1 + length
  }
}

/** Whether the sign of the end comes: among pixels the first of its bytes is always followed by another one. */
function endsAfter(view: DataView, from: number): boolean {
  for (let at = from; at + 1 < view.byteLength; at++)
    if (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xd9) return true
  return false
}

const RIFF = 0x52494646
const WEBP = 0x57454250
const LOSSY = 0x56503820
const LOSSLESS = 0x5650384c
const EXTENDED = 0x56503858

function readWebp(view: DataView): PictureHead | null {
  if (view.getUint32(0) !== RIFF || view.getUint32(8) !== WEBP) return null
  const of = (width: number, height: number, hasAlpha: boolean): PictureHead => ({
    ...{ format: 'webp', width, height, channels: hasAlpha ? 4 : 3 },
    ...{ isDeep: false, isProgressive: false },
  })
  switch (view.getUint32(12)) {
    case LOSSY:
      return of(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff, false)
    case LOSSLESS: {
      const bits = view.getUint32(21, true)
      return of((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1, ((bits >>> 28) & 1) === 1)
    }
    case EXTENDED: {
      const hasAlpha = (view.getUint8(20) & 0x10) !== 0
      const side = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1
      return of(side(24), side(27), hasAlpha)
    }
    default:
      return null
  }
}

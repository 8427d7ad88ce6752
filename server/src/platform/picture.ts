import { AppError } from './app-error.ts'
import { createTurnQueue } from './turn-queue.ts'

/** Pixels a picture may have; more are not decoded. */
const PIXELS_MAX = 50_000_000
const SIDE_PX_MAX = 20_000
const SIDE_PX_MIN = 16
/** Made one after another: decoded, a picture takes far more memory than on the wire. */
const WAITING_MAX = 8
const BUSY_RETRY_SECONDS = 3
/** Of real time, for one picture. */
const WORK_SECONDS_MAX = 20

export interface Pictures {
  /** WebP, as large as asked for, cut to a square around the middle. */
  square(bytes: Uint8Array, sidePx: number): Promise<Uint8Array>
  /** JPEG, all of it, made smaller until neither side is longer. */
  within(bytes: Uint8Array, sidePxMax: number): Promise<Uint8Array>
  /** WebP without loss, all of it and what shows through: a logo, a code to scan. Made smaller until neither side is longer. */
  clear(bytes: Uint8Array, sidePxMax: number): Promise<Uint8Array>
}

/** What the first bytes say, whatever the file is called: nothing else ever gets to a decoder. */
export function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12))
  const text = head.toString('latin1')
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    (text.startsWith('RIFF') && text.slice(8) === 'WEBP')
  )
}

type Sharp = typeof import('sharp').default

/** Loaded by the first upload: a process that gets none does without. */
async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}

/**
 * Pictures made anew from what somebody uploaded (JPEG, PNG or WebP): pixels only, the first of several, turned upright,
 * without place, camera or anything else that stood in the file. Errors: FILE_TYPE_REFUSED, PICTURE_TOO_LARGE,
 * PICTURE_UNREADABLE, SERVICE_UNAVAILABLE.
 */
export function createPictures(): Pictures {
  let loading: Promise<Sharp> | null = null
  const turns = createTurnQueue(
    WAITING_MAX,
    () => new AppError('SERVICE_UNAVAILABLE', undefined, BUSY_RETRY_SECONDS),
  )

  async function open(bytes: Uint8Array) {
    if (!isPicture(bytes)) throw new AppError('FILE_TYPE_REFUSED')
    loading ??= loadSharp()
    const sharp = await loading
    // Of the header alone; the bound is ours, so that it has words of its own.
    const header = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => null)
    if (header === null) throw new AppError('PICTURE_UNREADABLE')
    const { width, height } = header
    if (width * height > PIXELS_MAX || Math.max(width, height) > SIDE_PX_MAX) {
      throw new AppError('PICTURE_TOO_LARGE')
    }
    if (Math.min(width, height) < SIDE_PX_MIN) throw new AppError('PICTURE_UNREADABLE')
    return sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
      .timeout({ seconds: WORK_SECONDS_MAX })
      .autoOrient()
  }

  const made = (picture: Awaited<ReturnType<typeof open>>): Promise<Uint8Array> =>
    picture.toBuffer().catch(() => {
      throw new AppError('PICTURE_UNREADABLE')
    })

  const inside = (sidePxMax: number) =>
    ({ width: sidePxMax, height: sidePxMax, withoutEnlargement: true, fit: 'inside' }) as const

  return {
    square: (bytes, sidePx) =>
      turns.run(async () =>
        made((await open(bytes)).resize(sidePx, sidePx, { fit: 'cover' }).webp({ quality: 82 })),
      ),
    within: (bytes, sidePxMax) =>
      turns.run(async () =>
        made(
          (await open(bytes)).resize(inside(sidePxMax)).flatten({ background: '#fff' }).jpeg({ quality: 82 }),
        ),
      ),
    clear: (bytes, sidePxMax) =>
      turns.run(async () => made((await open(bytes)).resize(inside(sidePxMax)).webp({ lossless: true }))),
  }
}

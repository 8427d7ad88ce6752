import { PIXELS_MAX, pictureFault, readPictureHead } from '@truestrike/core/paper/picture-rules.ts'
import { AppError } from './app-error.ts'
import type { TurnOwner } from './turn-places.ts'

/** What becomes of a picture, and how many pixels its longer side may have then. */
export interface PictureShape {
  shape: keyof Pictures
  sidePx: number
}

/**
 * Pictures made anew from what somebody uploaded (JPEG, PNG or WebP): pixels only, the first of several, turned upright,
 * without place, camera or anything else that stood in the file. `owner` is who uploaded it: turns are shared out by owner.
 * Errors: FILE_TYPE_REFUSED, PICTURE_TOO_LARGE, PICTURE_UNREADABLE, FILE_NOT_CHECKED,
 * SERVICE_UNAVAILABLE.
 */
export interface Pictures {
  /** WebP, as large as asked for, cut to a square around the middle. */
  square(owner: TurnOwner, bytes: Uint8Array, sidePx: number): Promise<Uint8Array>
  /** JPEG, all of it, made smaller until neither side is longer. */
  within(owner: TurnOwner, bytes: Uint8Array, sidePxMax: number): Promise<Uint8Array>
  /** WebP without loss, all of it and what shows through: a logo, a code to scan. Made smaller until neither side is longer. */
  clear(owner: TurnOwner, bytes: Uint8Array, sidePxMax: number): Promise<Uint8Array>
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
let loading: Promise<Sharp> | null = null

/** Loaded by the first picture: the process that serves calls never does. */
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
 * The picture made anew, for a process of its own (`file-worker.ts`): decoding runs on threads that nobody can stop.
 * Errors: PICTURE_TOO_LARGE, PICTURE_UNREADABLE.
 */
export async function makePicture(bytes: Uint8Array, shape: PictureShape): Promise<Uint8Array> {
  if (!isPicture(bytes)) throw new AppError('FILE_TYPE_REFUSED')
  const head = readPictureHead(bytes)
  if (head === null) throw new AppError('PICTURE_UNREADABLE')
  const fault = pictureFault(head)
  if (fault !== null) throw new AppError(fault === 'tooLarge' ? 'PICTURE_TOO_LARGE' : 'PICTURE_UNREADABLE')
  // A decoder that is not there says nothing of the picture.
  loading ??= loadSharp()
  const sharp = await loading
  try {
    return await decode(sharp, bytes, shape)
  } catch {
    throw new AppError('PICTURE_UNREADABLE')
  }
}

async function decode(sharp: Sharp, bytes: Uint8Array, { shape, sidePx }: PictureShape): Promise<Uint8Array> {
  const inside = { width: sidePx, height: sidePx, withoutEnlargement: true, fit: 'inside' } as const
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).autoOrient()
  switch (shape) {
    case 'square':
      return await picture.resize(sidePx, sidePx, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()
    case 'within':
      return await picture.resize(inside).flatten({ background: '#fff' }).jpeg({ quality: 82 }).toBuffer()
    case 'clear':
      return await picture.resize(inside).webp({ lossless: true }).toBuffer()
  }
}

import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const RED = { r: 200, g: 20, b: 20 }

/** A picture of one colour, with a description and a place in its metadata. */
export function picture(
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif',
  width = 300,
  height = 200,
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: RED } })
    .withExif({ IFD0: { ImageDescription: 'SECRET PLACE' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toFormat(format)
    .toBuffer()
}

/** Frames of two colours, one after another. */
export async function animation(): Promise<Buffer> {
  const frames = [RED, { r: 20, g: 20, b: 200 }].map((background) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return await sharp(await Promise.all(frames), { join: { animated: true } })
    .webp()
    .toBuffer()
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG that says to have so many black pixels, and packs them well; `extra`: chunks before them. */
export function blackPng(width: number, height: number, extra: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  const start = Buffer.from('89504e470d0a1a0a', 'hex')
  const pixels = pngChunk('IDAT', deflateSync(rows))
  return Buffer.concat([start, pngChunk('IHDR', header), extra, pixels, pngChunk('IEND', Buffer.alloc(0))])
}

/** A chunk of text that is a thousand times as long unpacked. */
export const packedText = (bytes: number): Buffer =>
  pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes))]))

export interface FormPart {
  name: string
  /** A file when it has one. */
  fileName?: string
  content: string | Uint8Array
}

const BOUNDARY = 'boundary-of-a-test-0123456789'
export const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

/** The body of a form as a browser sends it. */
export function formBody(parts: readonly FormPart[]): Buffer {
  const pieces = parts.flatMap(({ name, fileName, content }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${
        fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
      }\r\n\r\n`,
    ),
    Buffer.from(content as Uint8Array),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

export const filePart = (content: string | Uint8Array, fileName = 'photo.jpg'): FormPart => ({
  name: 'file',
  fileName,
  content,
})

/** Small files that say to be of a size no machine has memory for, or to have very many pictures; each by its kind. */
export async function pictureBombs(): Promise<Record<string, Buffer>> {
  const png = blackPng(64, 64)
  png.writeUInt32BE(400_000, 16)
  png.writeUInt32BE(400_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  const jpeg = await picture('jpeg')
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt16BE(65_500, frame + 5)
  jpeg.writeUInt16BE(65_500, frame + 7)
  const webp = await animation()
  // The canvas: two numbers of three bytes, each one less.
  webp.writeUIntLE(16_382, 24, 3)
  webp.writeUIntLE(16_382, 27, 3)
  const gif = await picture('gif')
  gif.writeUInt16LE(65_535, 6)
  gif.writeUInt16LE(65_535, 8)
  const still = await sharp({ create: { width: 64, height: 64, channels: 3, background: RED } })
    .png()
    .toBuffer()
  const frames = await sharp(
    Array.from({ length: 200 }, () => still),
    { join: { animated: true } },
  )
    .webp()
    .toBuffer()
  return {
    png,
    jpeg,
    webp,
    gif,
    'many pictures': frames,
    'long texts': blackPng(64, 64, Buffer.concat(Array.from({ length: 20 }, () => packedText(4_000_000)))),
    'as many pixels as are taken': blackPng(7_000, 7_000),
    'more pixels than are taken': blackPng(20_000, 20_000),
  }
}

import { readPictureHead } from '@truestrike/core/paper/picture-rules.ts'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { animation, blackPng, picture, pictureBombs } from '../../test/pictures.ts'
import { AppError } from './app-error.ts'
import { makePicture } from './picture.ts'

const plain = (channels: 3 | 4): Sharp =>
  sharp({ create: { width: 48, height: 32, channels, background: { r: 40, g: 90, b: 60, alpha: 0.5 } } })

const verdict = (bytes: Uint8Array): Promise<string> =>
  makePicture(bytes, { shape: 'within', sidePx: 100 }).then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? error.code : 'PICTURE_UNREADABLE'),
  )

test('[F2] [F9] [U-8] the header that a browser reads before it sends a picture is the one its decoder reads', async () => {
  const pictures: Record<string, Buffer> = {
    jpeg: await picture('jpeg'),
    'progressive jpeg': await plain(3).jpeg({ progressive: true }).toBuffer(),
    'grey jpeg': await plain(3).toColourspace('b-w').jpeg().toBuffer(),
    png: await picture('png'),
    'interlaced png': await plain(4).png({ progressive: true }).toBuffer(),
    'png of 16 bits': await plain(4).toColourspace('rgb16').png().toBuffer(),
    'png of one bit': blackPng(64, 40),
    webp: await picture('webp'),
    'webp without loss': await plain(4).webp({ lossless: true }).toBuffer(),
    'webp with alpha': await plain(4).webp().toBuffer(),
    animation: await animation(),
  }
  for (const [name, bytes] of Object.entries(pictures)) {
    const { format, width, height, channels, depth, isProgressive = false } = await sharp(bytes).metadata()
    const head = { format, width, height, channels, isDeep: depth === 'ushort', isProgressive }
    expect(readPictureHead(bytes), name).toEqual(head)
    expect(await verdict(bytes), name).toBe('taken')
  }
})

test('[F2] [F9] [U-8] what a browser says of pictures that are cut off or too large, the server says too', async () => {
  const whole = await picture('jpeg', 900, 700)
  for (const length of [3, 20, whole.length >> 1, whole.length - 2]) {
    const cut = whole.subarray(0, length)
    expect(readPictureHead(cut), `${length} bytes`).toBeNull()
    expect(await verdict(cut), `${length} bytes`).toBe('PICTURE_UNREADABLE')
  }
  const bombs = await pictureBombs()
  for (const name of ['png', 'jpeg', 'webp', 'more pixels than are taken']) {
    const bytes = bombs[name] as Buffer
    expect(await verdict(bytes), name).toBe('PICTURE_TOO_LARGE')
    const head = readPictureHead(bytes)
    expect((head?.width ?? 0) * (head?.height ?? 0), name).toBeGreaterThan(50_000_000)
  }
})

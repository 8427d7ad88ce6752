import { readPictureHead } from '@truestrike/core/paper/picture-rules.ts'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { animation, blackPng, picture, pictureBombs } from '../../test/pictures.ts'
import { AppError } from './app-error.ts'
import { makePicture } from './picture.ts'

const plain = (channels: 3 | 4): Sharp =>
  sharp({ create: { width: 48, height: 32, channels, background: { r: 40, g: 90, b: 60, alpha: 0.5 } } })

/** A restart, a mark of arithmetic coders, and a remark with two signs before its marker. */
const LONE_AND_FILL = Buffer.from([0xff, 0xd0, 0xff, 0x01, 0xff, 0xff, 0xfe, 0, 3, 65])

const verdict = (bytes: Uint8Array): Promise<string> =>
  makePicture(bytes, { shape: 'within', sidePx: 100 }).then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

test('[F2] [F9] [U-8] the header that a browser reads before it sends a picture is the one its decoder reads', async () => {
  const jpeg = await picture('jpeg')
  const pictures: Record<string, { bytes: Buffer; heldBytes: number }> = {
    jpeg: { bytes: jpeg, heldBytes: 0 },
    'jpeg with lone markers and fill before its parts': {
      bytes: Buffer.concat([jpeg.subarray(0, 2), LONE_AND_FILL, jpeg.subarray(2)]),
      heldBytes: 0,
    },
    'progressive jpeg': { bytes: await plain(3).jpeg({ progressive: true }).toBuffer(), heldBytes: 3 },
    'progressive jpeg with all its colours': {
      bytes: await plain(3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      heldBytes: 6,
    },
    'grey progressive jpeg': {
      bytes: await plain(3).toColourspace('b-w').jpeg({ progressive: true }).toBuffer(),
      heldBytes: 2,
    },
    png: { bytes: await picture('png'), heldBytes: 0 },
    'interlaced png': { bytes: await plain(4).png({ progressive: true }).toBuffer(), heldBytes: 4 },
    'interlaced png of 16 bits': {
      bytes: await plain(4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
      heldBytes: 8,
    },
    'png of one bit': { bytes: blackPng(64, 40), heldBytes: 0 },
    webp: { bytes: await picture('webp'), heldBytes: 3 },
    'webp with a profile of its colours': {
      bytes: await plain(3).withIccProfile('srgb').webp().toBuffer(),
      heldBytes: 3,
    },
    'webp without loss': { bytes: await plain(4).webp({ lossless: true }).toBuffer(), heldBytes: 8 },
    'webp with alpha': { bytes: await plain(4).webp().toBuffer(), heldBytes: 5 },
    animation: { bytes: await animation(), heldBytes: 8 },
  }
  for (const [name, { bytes, heldBytes }] of Object.entries(pictures)) {
    const { width, height } = await sharp(bytes).metadata()
    expect(readPictureHead(bytes), name).toEqual({ width, height, heldBytes })
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

import { expect, test } from 'vitest'
import { pictureFault, readPictureHead } from './picture-rules.ts'

test('[F2] [F9] a picture is too large by its pixels, its longer side, or by what its decoder has to hold', () => {
  const head = {
    format: 'png',
    width: 300,
    height: 200,
    channels: 4,
    isDeep: false,
    isProgressive: false,
  } as const
  expect(pictureFault(head)).toBeNull()
  expect(pictureFault({ ...head, width: 7_100, height: 7_100 })).toBe('tooLarge')
  expect(pictureFault({ ...head, width: 20_001 })).toBe('tooLarge')
  expect(pictureFault({ ...head, width: 15 })).toBe('tooSmall')
  const wide = { ...head, width: 5_000, height: 5_000 }
  expect(pictureFault(wide)).toBeNull()
  expect(pictureFault({ ...wide, isDeep: true, isProgressive: true })).toBe('tooLarge')
  expect(pictureFault({ ...wide, format: 'webp' })).toBe('tooLarge')
})

test('[F2] [F9] bytes that are no picture, at any length, have no header', () => {
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xda, 0, 2)
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  for (const bytes of [new Uint8Array(), new Uint8Array(64), jpeg, png])
    for (let length = 0; length <= bytes.length; length++)
      expect(readPictureHead(bytes.subarray(0, length))).toBeNull()
})

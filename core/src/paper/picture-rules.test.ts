import { expect, test } from 'vitest'
import { pictureFault, readPictureHead } from './picture-rules.ts'

test('[F2] [F9] a picture is too large by its pixels, its longer side, or by what its decoder has to hold', () => {
  const head = { width: 300, height: 200, heldBytes: 0 }
  expect(pictureFault(head)).toBeNull()
  expect(pictureFault({ ...head, width: 7_100, height: 7_100 })).toBe('tooLarge')
  expect(pictureFault({ ...head, width: 20_001 })).toBe('tooLarge')
  expect(pictureFault({ ...head, width: 15 })).toBe('tooSmall')
  const wide = { ...head, width: 6_000, height: 4_000 }
  expect(pictureFault({ ...wide, heldBytes: 3 })).toBeNull()
  expect(pictureFault({ ...wide, heldBytes: 4 })).toBe('tooLarge')
})

test('[F2] [F9] a JPEG whose colours come in scans of their own is held as a whole', () => {
  const frame = [0xff, 0xc0, 0, 17, 8, 0, 100, 0, 200, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
  const jpeg = (...scanned: number[]) =>
    Uint8Array.of(
      ...[0xff, 0xd8, ...frame, 0xff, 0xda, 0, 6 + 2 * scanned.length, scanned.length],
      ...[...scanned.flatMap((component) => [component, 0]), 0, 63, 0, 0xff, 0xd9],
    )
  const head = { width: 200, height: 100 }
  expect(readPictureHead(jpeg(1, 2, 3))).toEqual({ ...head, heldBytes: 0 })
  expect(readPictureHead(jpeg(1))).toEqual({ ...head, heldBytes: 3 })
})

test('[F2] [F9] [S-1] a JPEG of more scans than an encoder writes counts as none, wherever its end seems to be', () => {
  const frame = [0xff, 0xc2, 0, 11, 8, 0, 100, 0, 200, 1, 1, 0x11, 0]
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 1, 1, 0, 0xff, 0x00, 0xff, 0xd3, 7]
  const note = [0xff, 0xfe, 0, 4, 0xff, 0xd9]
  const jpeg = (scans: number, end = [0xff, 0xd9]) =>
    Uint8Array.from([
      ...[0xff, 0xd8, ...frame],
      ...Array.from({ length: scans }, () => [...scan, ...note]).flat(),
      ...end,
    ])
  const head = { width: 200, height: 100, heldBytes: 2 }
  expect(readPictureHead(jpeg(1))).toEqual(head)
  expect(readPictureHead(jpeg(100))).toEqual(head)
  expect(readPictureHead(jpeg(101))).toBeNull()
  expect(readPictureHead(jpeg(3, []))).toBeNull()
  // What follows the end is not decoded: a film beside the picture, for example.
  expect(readPictureHead(jpeg(3, [0xff, 0xd9, ...Array.from({ length: 200 }, () => scan).flat()]))).toEqual(
    head,
  )
})

test('[F2] [F9] [U-8] a JPEG is walked through in one way before its first scan and after it', () => {
  const beginning = [0xff, 0xd8]
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 100, 0, 200, 1, 1, 0x11, 0]
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 7, 0xff, 0x00]
  const end = [0xff, 0xd9]
  const lone = [0xff, 0xd3, 0xff, 0x01, 0xff, 0x00]
  const filled = [0xff, 0xff, 0xff, 0xfe, 0, 4, 0xff, 0xda]
  const garbage = [0x12, 0x00, 0x34]
  const head = { width: 200, height: 100, heldBytes: 0 }
  const walk = (...parts: number[][]) => readPictureHead(Uint8Array.from(parts.flat()))
  for (const part of [lone, filled, [...lone, ...garbage, ...filled, ...garbage]]) {
    expect(walk(beginning, part, frame, scan, end)).toEqual(head)
    expect(walk(beginning, frame, part, scan, end)).toEqual(head)
    expect(walk(beginning, frame, scan, part, end)).toEqual(head)
    expect(walk(beginning, frame, scan, part, scan, part, end)).toEqual(head)
  }
  // The end comes before any pixels, or after pixels of no frame.
  expect(walk(beginning, frame, end)).toBeNull()
  expect(walk(beginning, frame, end, scan, end)).toBeNull()
  expect(walk(beginning, scan, frame, end)).toBeNull()
  const whole = [...beginning, ...lone, ...frame, ...filled, ...scan, ...lone, ...scan, ...end]
  expect(walk(whole)).toEqual(head)
  for (let length = 0; length < whole.length; length++) expect(walk(whole.slice(0, length))).toBeNull()
})

test('[F2] [F9] bytes that are no picture, at any length, have no header', () => {
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xda, 0, 2)
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  for (const bytes of [new Uint8Array(), new Uint8Array(64), jpeg, png])
    for (let length = 0; length <= bytes.length; length++)
      expect(readPictureHead(bytes.subarray(0, length))).toBeNull()
})

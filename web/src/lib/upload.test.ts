// @vitest-environment node
import { expect, test } from 'vitest'
import { paperFault, pictureFault, readPaperFault } from './upload.ts'

test('[U2 F9] what the server would refuse is said before it is sent', () => {
  const faults = (['image/jpeg', 'image/png', 'image/webp'] as const).map((type) => [
    pictureFault({ type, size: 5 * 1024 * 1024 }),
    pictureFault({ type, size: 5 * 1024 * 1024 + 1 }),
  ])
  expect(faults).toEqual([
    [null, 'tooLarge'],
    [null, 'tooLarge'],
    [null, 'tooLarge'],
  ])
  for (const type of ['image/svg+xml', 'image/gif', 'application/pdf', '']) {
    expect(pictureFault({ type, size: 10 })).toBe('type')
  }
})

test('[F2 F9] papers may be PDFs too', () => {
  expect(paperFault({ type: 'application/pdf', size: 5 * 1024 * 1024 })).toBeNull()
  expect(paperFault({ type: 'application/pdf', size: 5 * 1024 * 1024 + 1 })).toBe('tooLarge')
  expect(paperFault({ type: 'image/png', size: 10 })).toBeNull()
  expect(paperFault({ type: 'text/html', size: 10 })).toBe('paperType')
})

test('[F2 F9] a paper is looked into before it is sent: damaged, of another kind, or behind a password', async () => {
  const look = (type: string, ...parts: (string | Uint8Array<ArrayBuffer>)[]) =>
    readPaperFault(new File(parts, 'paper', { type }))
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  expect(await look('image/jpeg', jpeg)).toBeNull()
  expect(await look('image/png', png)).toBeNull()
  expect(await look('image/webp', 'RIFF1234WEBP')).toBeNull()
  expect(await look('application/pdf', '%PDF-1.7 trailer')).toBeNull()
  expect(await look('image/jpeg', png)).toBe('unreadable')
  expect(await look('application/pdf', 'hello')).toBe('unreadable')
  expect(await look('application/pdf', '%PDF-1.7 /Encrypt 7 0 R')).toBe('encrypted')
  expect(await look('text/html', 'x')).toBe('paperType')
})

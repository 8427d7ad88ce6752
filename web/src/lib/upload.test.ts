// @vitest-environment node
import { deflateSync } from 'node:zlib'
import { pdfFixture } from '@truestrike/core/paper/pdf-fixture.ts'
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

const look = (type: string, ...parts: (string | Uint8Array<ArrayBuffer>)[]) =>
  readPaperFault(new File(parts, 'paper', { type }))

/** The header of a PNG, which is all that is looked at here. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  bytes.set([8, 2], 24)
  return bytes
}

/** A JPEG as far as it is looked at: header of the frame, beginning of the scan, a few pixels. */
function jpeg(width: number, height: number, frame = 0xc0): number[] {
  const sides = [height >> 8, height & 255, width >> 8, width & 255]
  const head = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0xff, 0xd9, 0xff, frame, 0, 17, 8, ...sides, 3, 1, 0x22, 0]
  const scan = [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]
  return [...head, 2, 0x11, 1, 3, 0x11, 1, ...scan, 0x12, 0xff, 0, 0x34]
}

test('[F2 F9] a paper is looked into before it is sent: damaged, of another kind, or behind a password', async () => {
  const whole = Uint8Array.from([...jpeg(300, 200), 0xff, 0xd9])
  expect(await look('image/jpeg', whole)).toBeNull()
  expect(await look('image/png', png(300, 200))).toBeNull()
  const webp = Uint8Array.of(0x9d, 0x01, 0x2a, 44, 1, 200, 0)
  expect(await look('image/webp', 'RIFF1234WEBPVP8 1234123', webp)).toBeNull()
  expect(await look('application/pdf', pdfFixture())).toBeNull()
  expect(await look('image/jpeg', png(300, 200))).toBe('unreadable')
  expect(await look('application/pdf', 'hello')).toBe('unreadable')
  expect(await look('application/pdf', pdfFixture(['<< /Encrypt 7 0 R >>']))).toBe('encrypted')
  expect(await look('text/html', 'x')).toBe('paperType')
})

test('[F2 F9] [U-8] a PDF that is cut off or has active content, also packed, is refused before it is sent', async () => {
  const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
  const packed = (inner: string): string => {
    const bytes = deflateSync(`9 0 ${inner}`)
    const dictionary = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bytes.length} >>`
    return `${dictionary}\nstream\n${bytes.toString('latin1')}\nendstream`
  }
  expect(await look('application/pdf', pdfFixture().slice(0, -40))).toBe('unreadable')
  expect(await look('application/pdf', pdfFixture(), '<script>alert(1)</script>')).toBe('unreadable')
  expect(await look('application/pdf', pdfFixture([script]))).toBe('active')
  expect(await look('application/pdf', pdfFixture(['<< /S /J#61vaScript /JS 5 0 R >>']))).toBe('active')
  expect(await look('application/pdf', pdfFixture([packed('<< /Title (a) >>')]))).toBeNull()
  expect(await look('application/pdf', pdfFixture([packed(script)]))).toBe('active')
  const bomb = `<< /Title (${'a'.repeat(9_000_000)}) >>`
  expect(await look('application/pdf', pdfFixture([packed(bomb)]))).toBe('unreadable')
})

test('[F2 F9] [U-8] a picture over the limits of pixels, too small, or cut off is refused before it is sent', async () => {
  expect(await look('image/png', png(7_000, 7_000))).toBeNull()
  expect(await look('image/png', png(7_100, 7_100))).toBe('tooManyPixels')
  expect(await look('image/png', png(20_001, 20))).toBe('tooManyPixels')
  expect(await look('image/png', png(15, 300))).toBe('tooFewPixels')
  const end = [0xff, 0xd9]
  expect(await look('image/jpeg', Uint8Array.from([...jpeg(7_000, 7_000), ...end]))).toBeNull()
  expect(await look('image/jpeg', Uint8Array.from([...jpeg(7_000, 7_000, 0xc2), ...end]))).toBe(
    'tooManyPixels',
  )
  // The sign of an end that a small copy inside it has does not count.
  expect(await look('image/jpeg', Uint8Array.from(jpeg(300, 200)))).toBe('unreadable')
})

test('[F2 F9] [L1] what is wrong with a paper is said in all eight languages', () => {
  const catalogues = import.meta.glob<Record<string, string>>('../locales/*/upload.json', {
    eager: true,
    import: 'default',
  })
  expect(Object.keys(catalogues)).toHaveLength(8)
  for (const [file, texts] of Object.entries(catalogues))
    for (const fault of ['unreadable', 'encrypted', 'active', 'tooManyPixels', 'tooFewPixels'])
      expect(texts[fault], `${file} ${fault}`).toMatch(/\S/)
})

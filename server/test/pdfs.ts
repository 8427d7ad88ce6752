import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { pdfFixture } from '@truestrike/core/paper/pdf-fixture.ts'

/** As `pdfFixture`. */
export const pdf = (objects: readonly string[] = [], catalog = '', trailer = ''): Buffer =>
  Buffer.from(pdfFixture(objects, catalog, trailer).buffer)

interface ObjectStreamOptions {
  pack?: (text: string) => Buffer
  filter?: string
  type?: string
}

/** An object stream that holds one object, number 9. */
export function objectStream(inner: string, options: ObjectStreamOptions = {}): string {
  const {
    pack = (text) => deflateSync(text),
    filter = '/Filter /FlateDecode',
    type = '/Type /ObjStm',
  } = options
  const packed = pack(`9 0 ${inner}`)
  const dictionary = `<< ${type} /N 1 /First 4 ${filter} /Length ${packed.length} >>`
  return `${dictionary}\nstream\n${packed.toString('latin1')}\nendstream`
}

export const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'

export const LARGE_BYTES = 4_900_000

/** Almost as large as a file may be, with nothing in it that can be packed. */
export function largePdf(objects: readonly string[] = []): Buffer {
  const noise = randomBytes(LARGE_BYTES).toString('latin1')
  return pdf([`<< /Length ${LARGE_BYTES} >>\nstream\n${noise}\nendstream`, ...objects])
}

/**
 * Small, and made to be slow to look through: three streams of 16 MB of name signs, each with eight remarks where a value
 * is awaited.
 */
export function slowPdf(): Buffer {
  const flood = `${'/EF %x\n'.repeat(8)}${'/'.repeat(16_000_000)}`
  const stream = objectStream(flood, { pack: (text) => deflateSync(text.slice(0, 16_000_000)) })
  return pdf([stream, stream, stream])
}

/** Object streams that all run into the same end: whoever unpacks each reads that end again and again. */
export function overlappingPdf(streams = 500, sharedBytes = 4_000_000): Buffer {
  const head = '1 0 obj<</Type/ObjStm/First 1/Filter/FlateDecode>>stream\n'
  const shared = Buffer.alloc(sharedBytes)
  // Blocks of deflate that hold nothing: 10 bits each, three of them and a bit more in every five bytes.
  for (let at = 0; at + 5 <= shared.length; at += 5) shared.set([0x02, 0x08, 0x20, 0x80, 0x00], at)
  const parts: Buffer[] = []
  let behind = 0
  for (let at = 0; at < streams; at++) {
    const stored = Buffer.alloc(5)
    stored.writeUInt16LE(behind, 1)
    stored.writeUInt16LE(~behind & 0xffff, 3)
    const part = Buffer.concat([Buffer.from(head), Buffer.from([0x78, 0x9c]), stored])
    parts.unshift(part)
    behind = Math.min(behind + part.length, 65_535)
  }
  return pdf([Buffer.concat([...parts, shared]).toString('latin1')])
}

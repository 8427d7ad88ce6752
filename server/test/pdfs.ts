import { deflateSync } from 'node:zlib'

/** Objects one after another, a table of them, and the end: what a writer of PDFs makes. `catalog`: more of its entries. */
export function pdf(objects: readonly string[] = [], catalog = '', trailer = ''): Buffer {
  const bodies = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    ...objects,
  ]
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  const offsets: number[] = []
  for (const [at, body] of bodies.entries()) {
    offsets.push(text.length)
    text += `${at + 1} 0 obj\n${body}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = bodies.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

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

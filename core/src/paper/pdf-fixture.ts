/**
 * For tests: objects one after another, a table of them, and the end, as writers of PDFs make them: one page. `catalog` and
 * `trailer`: more of their entries. Signs are bytes.
 */
export function pdfFixture(
  objects: readonly string[] = [],
  catalog = '',
  trailer = '',
): Uint8Array<ArrayBuffer> {
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
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}

/** For tests: a whole PDF of one page, with these objects beside. */
export function samplePdf(...objects: readonly string[]): string {
  const bodies = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    ...objects,
  ]
  let text = '%PDF-1.7\n'
  const offsets: number[] = []
  for (const [at, body] of bodies.entries()) {
    offsets.push(text.length)
    text += `${at + 1} 0 obj\n${body}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = bodies.length + 1
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}

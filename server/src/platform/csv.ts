/** A text, or a number in plain decimal spelling; null is an empty cell. */
export type CsvCell = string | { readonly number: string } | null

/** Tells spreadsheets that the file is UTF-8. */
export const CSV_START = '\uFEFF'
export const CSV_TYPE = 'text/csv; charset=utf-8'

const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/
/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/
const TO_QUOTE = /[",\r\n]|^\s|\s$/

/** `2026-11-20 10:15:00.250`, UTC: what spreadsheets read as a time. */
export const csvTime = (ms: number | bigint | null): CsvCell =>
  ms === null ? null : new Date(Number(ms)).toISOString().replace('T', ' ').replace('Z', '')

/**
 * A line of RFC 4180 with its end. A text that a spreadsheet would carry out as a formula gets an apostrophe before it; a
 * number stays one, minus sign or not: its spelling leaves no room for a formula.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string' && NUMBER.test(cell.number)) return cell.number
  const text = typeof cell === 'string' ? cell : cell.number
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return TO_QUOTE.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A text, or a number in plain decimal spelling; null is an empty cell. */
export type CsvCell = string | { readonly number: string } | null

/** Tells spreadsheets that the file is UTF-8. */
const CSV_START = '\uFEFF'
export const CSV_TYPE = 'text/csv; charset=utf-8'

const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/
/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/
const TO_QUOTE = /[",\r\n]|^\s|\s$/

/** Rows that are read at once, where a row needs no reading of its own. */
const ROWS_PER_READ = 1_000

interface CsvList<Row> {
  head: readonly CsvCell[]
  rowsPerRead?: number
  /** Those after `last`, at most `limit`; undefined: the first ones. */
  read(last: Row | undefined, limit: number): Promise<Row[]>
  cells(row: Row): readonly CsvCell[]
}

/** A list as a file of CSV: a page of rows is read when the one before has been taken, and only its last row is kept. */
export async function* csvPages<Row>(list: CsvList<Row>): AsyncGenerator<string> {
  const { head, rowsPerRead = ROWS_PER_READ } = list
  yield CSV_START + csvLine(head)
  const readPage = async (last: Row | undefined) => {
    const rows = await list.read(last, rowsPerRead)
    const text = rows.map((row) => csvLine(list.cells(row))).join('')
    return { text, last: rows.at(-1), isEnd: rows.length < rowsPerRead }
  }
  let page: { last: Row | undefined; isEnd: boolean } = { last: undefined, isEnd: false }
  while (!page.isEnd) {
    const { text, ...next } = await readPage(page.last)
    page = next
    if (text !== '') yield text
  }
}

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

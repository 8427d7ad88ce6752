type CsvCell = string | number | null | undefined

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/

function cellOf(value: CsvCell): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  if (NUMBER.test(text)) return text
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** RFC 4180, UTF-8 with its mark; the first line names the columns. */
export const csvFile = (lines: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${lines.map(csvLine).join('')}`

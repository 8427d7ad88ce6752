/** Prints rows of the same columns as a Markdown table. */
export function printTable(title: string, rows: readonly Record<string, string>[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`
  process.stdout.write(
    `\n## ${title}\n\n${line(columns)}${line(columns.map(() => '---'))}${rows
      .map((row) => line(columns.map((column) => row[column] ?? '')))
      .join('')}`,
  )
}

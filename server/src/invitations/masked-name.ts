const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What another user may see of a name: its first and last letter. */
export function maskName(name: string): string {
  const all = Array.from(letters.segment(name), ({ segment }) => segment)
  return all.length < 2 ? '***' : `${all[0]}***${all.at(-1)}`
}

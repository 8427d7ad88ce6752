/** More than any document here needs. */
const DEPTH_MAX = 32
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|-?[0-9][0-9.eE+-]*|[a-z]+/g
const WHOLE_NUMBER = /^(?:0|-?[1-9][0-9]*)$/

/**
 * JSON (RFC 8259) with one meaning: no member stands twice in an object (readers differ in which one counts), numbers
 * are whole and in their one spelling, and nothing is nested deeper than 32. Throws `SyntaxError`.
 */
export function parseStrictJson(text: string): unknown {
  refuseAmbiguous(text)
  return JSON.parse(text)
}

/** Looks at the tokens only: what is no JSON at all is left to the parser. */
function refuseAmbiguous(text: string): void {
  /** Of each open object the names so far; of each open list null. */
  const open: (Set<string> | null)[] = []
  let before = ''
  for (const [token] of text.matchAll(TOKENS)) {
    const names = open.at(-1)
    if (token === '{' || token === '[') {
      if (open.length >= DEPTH_MAX) throw new SyntaxError('nested too deep')
      open.push(token === '{' ? new Set() : null)
    } else if (token === '}' || token === ']') {
      open.pop()
    } else if (token.startsWith('"') && names != null && (before === '{' || before === ',')) {
      const name = JSON.parse(token) as string
      if (names.has(name)) throw new SyntaxError('a member stands twice')
      names.add(name)
    } else if (/^[-0-9]/.test(token) && !WHOLE_NUMBER.test(token)) {
      throw new SyntaxError('a number in another spelling')
    }
    before = token
  }
}

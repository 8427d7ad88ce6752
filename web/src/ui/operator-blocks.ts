/** A piece of a line. */
export type Inline =
  | { kind: 'text' | 'strong' | 'em'; text: string }
  /** https, mailto or tel, with no login and nothing hidden; any other address stays text. */
  | { kind: 'link'; text: string; href: string }

/** A heading, a paragraph or a list of an operator's text. */
export type Block =
  | { kind: 'heading' | 'paragraph'; parts: Inline[] }
  | { kind: 'list'; isNumbered: boolean; items: Inline[][] }

const INLINE = /\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|\[([^\]\n]+)\]\(([^()\s]+)\)/g
const SAFE = /^(https:\/\/[^\s]+|mailto:[^\s]+|tel:[^\s]+)$/i
const ITEM = /^\s{0,3}([-*]|\d{1,3}[.)])\s+(.*)$/
const HEADING = /^#{1,6}\s+(.*)$/

/** Controls, marks of direction, joiners and whatever else shows nothing. */
const HIDDEN = /\p{C}/u

/** As the server takes the link to customer service: what stands before an @ looks like the page it leads to. */
function isSafe(href: string): boolean {
  if (!SAFE.test(href) || HIDDEN.test(href)) return false
  try {
    const { username, password } = new URL(href)
    return username === '' && password === ''
  } catch {
    return false
  }
}

/** A few forms of Markdown, and nothing else: what looks like HTML is text like any other. */
export function readBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  const end = (): void => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', parts: readInline(lines.join('\n')) })
    lines = []
  }
  for (const line of text.split(/\r\n?|\n/)) {
    const heading = HEADING.exec(line)
    const item = ITEM.exec(line)
    if (heading !== null) {
      end()
      blocks.push({ kind: 'heading', parts: readInline(heading[1] ?? '') })
    } else if (item !== null) {
      end()
      addItem(blocks, /\d/.test(item[1] ?? ''), readInline(item[2] ?? ''))
    } else if (line.trim() === '') end()
    else lines.push(line.trim())
  }
  end()
  return blocks
}

function addItem(blocks: Block[], isNumbered: boolean, parts: Inline[]): void {
  const last = blocks.at(-1)
  if (last?.kind === 'list' && last.isNumbered === isNumbered) last.items.push(parts)
  else blocks.push({ kind: 'list', isNumbered, items: [parts] })
}

export function readInline(text: string): Inline[] {
  const parts: Inline[] = []
  let at = 0
  const say = (until: number): void => {
    if (until > at) parts.push({ kind: 'text', text: text.slice(at, until) })
  }
  for (const found of text.matchAll(INLINE)) {
    const [whole, strong, em, words, href] = found
    say(found.index)
    at = found.index + whole.length
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else if (em !== undefined) parts.push({ kind: 'em', text: em })
    else if (words !== undefined && href !== undefined && isSafe(href))
      parts.push({ kind: 'link', text: words, href })
    else parts.push({ kind: 'text', text: whole })
  }
  say(text.length)
  return parts
}

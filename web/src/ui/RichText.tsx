import { Fragment, type ReactNode } from 'react'

interface RichTextProps {
  /** A translated text with parts in tags: `I accept the <terms>terms</terms>.` */
  text: string
  /** What becomes of each tag; unknown ones show their words only. */
  parts: Readonly<Record<string, (words: string) => ReactNode>>
}

const TAGGED = /<(\w+)>([^<]*)<\/\1>/

/** Words and elements of one translated sentence, in the order the translator chose. */
export function RichText({ text, parts }: RichTextProps) {
  const pieces = text.split(new RegExp(TAGGED, 'g'))
  // Each match adds three pieces: what stood before it, the tag, its words.
  const nodes: ReactNode[] = []
  for (let index = 0; index < pieces.length; index += 3) {
    nodes.push(pieces[index])
    const [tag, words] = [pieces[index + 1], pieces[index + 2]]
    if (tag !== undefined && words !== undefined) {
      nodes.push(<Fragment key={index}>{parts[tag]?.(words) ?? words}</Fragment>)
    }
  }
  return nodes
}

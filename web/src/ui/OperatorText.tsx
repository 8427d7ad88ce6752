import './texts.css'
import type { ReactNode } from 'react'
import { type Block, type Inline, readBlocks } from './operator-blocks.ts'

/** Words of the operator: elements made from a few forms of Markdown, never HTML of his. */
export function OperatorText({ text }: { text: string }) {
  return (
    <div className="operator-text" dir="auto">
      {readBlocks(text).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other name, and are never moved.
        <BlockOf key={at} block={block} />
      ))}
    </div>
  )
}

function BlockOf({ block }: { block: Block }): ReactNode {
  if (block.kind === 'list') {
    const items = block.items.map((parts, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same.
      <li key={at}>{inline(parts)}</li>
    ))
    return block.isNumbered ? <ol>{items}</ol> : <ul>{items}</ul>
  }
  return block.kind === 'heading' ? <h2>{inline(block.parts)}</h2> : <p>{inline(block.parts)}</p>
}

const inline = (parts: readonly Inline[]): ReactNode =>
  parts.map((part, at) => {
    const key = `${at}-${part.kind}`
    if (part.kind === 'link')
      return (
        <a key={key} href={part.href} target="_blank" rel="noopener noreferrer">
          {part.text}
        </a>
      )
    if (part.kind === 'text') return part.text
    return part.kind === 'strong' ? <strong key={key}>{part.text}</strong> : <em key={key}>{part.text}</em>
  })

import { type ComponentProps, useEffect, useState } from 'react'
import { TextInput } from '../../ui/TextInput.tsx'

/** While somebody types nothing is asked. */
const TYPING_MS = 350

interface TypedFilterProps
  extends Omit<ComponentProps<typeof TextInput>, 'onChange' | 'onBlur' | 'value' | 'ref'> {
  /** What the address says. */
  told: string
  placeholder: string
  onTyped(text: string): void
}

/**
 * Its text goes into the address a moment after the last letter, or as soon as the field is left: a button pressed next must
 * know it.
 */
export function TypedFilter({ told, onTyped, ...input }: TypedFilterProps) {
  const [text, setText] = useState(told)
  const typed = text.trim()
  // Back and forward bring other texts.
  useEffect(() => setText(told), [told])
  useEffect(() => {
    if (typed === told) return
    const timer = setTimeout(() => onTyped(typed), TYPING_MS)
    return () => clearTimeout(timer)
  })
  return (
    <TextInput
      {...input}
      aria-label={input.placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={64}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => {
        if (typed !== told) onTyped(typed)
      }}
    />
  )
}

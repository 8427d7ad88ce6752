import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { TextInput } from '../../ui/TextInput.tsx'

/** While somebody types nothing is asked. */
const TYPING_MS = 350

interface TypedFilterProps
  extends Omit<ComponentProps<typeof TextInput>, 'onChange' | 'onBlur' | 'value' | 'ref'> {
  /** What the address says. */
  told: string
  placeholder: string
  onTyped(text: string): void
  /** What is wrong with a text: said under the field once that is left. */
  faultOf?(text: string): string | undefined
}

/**
 * Its text goes into the address a moment after the last letter, or as soon as the field is left: a button pressed next must
 * know it.
 */
export function TypedFilter({ told, onTyped, faultOf, ...input }: TypedFilterProps) {
  const [text, setText] = useState(told)
  const [isLeft, setLeft] = useState(true)
  const typed = text.trim()
  /** Told once: it may be that the address is not changed, where something would be lost by that. */
  const last = useRef(told)
  const tell = (): void => {
    if (last.current === typed) return
    last.current = typed
    onTyped(typed)
  }
  // Back and forward bring other texts.
  useEffect(() => setText(told), [told])
  useEffect(() => {
    if (typed === told) last.current = told
    if (typed === last.current) return
    const timer = setTimeout(tell, TYPING_MS)
    return () => clearTimeout(timer)
  })
  const fault = isLeft ? faultOf?.(typed) : undefined
  const field = (
    <TextInput
      {...input}
      aria-label={input.placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={64}
      value={text}
      aria-invalid={fault !== undefined}
      onChange={({ target }) => {
        setLeft(false)
        setText(target.value)
      }}
      onBlur={() => {
        setLeft(true)
        if (typed !== told) tell()
      }}
    />
  )
  if (faultOf === undefined) return field
  return (
    <span className="adm-typed">
      {field}
      {fault === undefined ? null : (
        <span className="hint hint-bad" role="alert">
          {fault}
        </span>
      )}
    </span>
  )
}

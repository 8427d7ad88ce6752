import { latinDigits } from '@truestrike/protocol/latin-digits.ts'

interface ChangeEvent {
  target: { value?: string }
}

/** Puts what is typed into a field of a form into such digits before the form reads it. */
export function inLatinDigits<I extends { onChange: (event: ChangeEvent) => unknown }>(input: I): I {
  return {
    ...input,
    onChange: (event: ChangeEvent) => {
      const typed = event.target.value ?? ''
      const latin = latinDigits(typed)
      // Written only when it differs: writing moves the caret to the end.
      if (latin !== typed) event.target.value = latin
      return input.onChange(event)
    },
  }
}

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { TypedFilter } from './TypedFilter.tsx'

afterEach(cleanup)

/** A filter bar whose list is already narrowed by something else, so that it can be cleared. */
function Filters() {
  const [told, setTold] = useState('')
  return (
    <>
      <TypedFilter placeholder="Search" told={told} onTyped={setTold} />
      <button type="button" onClick={() => setTold('')}>
        Clear
      </button>
      <p>told: {told}</p>
    </>
  )
}

test('[D3] what is typed just before Clear is pressed is cleared too, and does not come back', () => {
  vi.useFakeTimers()
  try {
    render(<Filters />)
    const field = screen.getByLabelText<HTMLInputElement>('Search')
    field.focus()
    fireEvent.change(field, { target: { value: ' nobody ' } })
    // As a browser does before the click.
    fireEvent.blur(field)
    expect(screen.getByText('told: nobody')).toBeDefined()
    fireEvent.click(screen.getByText('Clear'))
    vi.runAllTimers()
    expect([field.value, screen.getByText(/^told:/).textContent]).toEqual(['', 'told: '])
  } finally {
    vi.useRealTimers()
  }
})

test('[D3] [B-13] a text that the address does not take is told once, and once more when it is typed again', () => {
  vi.useFakeTimers()
  try {
    const onTyped = vi.fn()
    const filter = () => <TypedFilter placeholder="Search" told="" onTyped={onTyped} />
    const { rerender } = render(filter())
    const field = screen.getByLabelText<HTMLInputElement>('Search')
    const type = (value: string) => {
      fireEvent.change(field, { target: { value } })
      vi.runAllTimers()
    }
    type('pepe')
    // The list around it is looked at again now and then.
    rerender(filter())
    vi.runAllTimers()
    fireEvent.blur(field)
    expect(onTyped.mock.calls).toEqual([['pepe']])
    type('')
    type('pepe')
    expect(onTyped).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
  }
})

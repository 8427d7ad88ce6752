import { expect, test } from 'vitest'
import { paperFault, pictureFault } from './upload.ts'

test('[U2 F9] what the server would refuse is said before it is sent', () => {
  const faults = (['image/jpeg', 'image/png', 'image/webp'] as const).map((type) => [
    pictureFault({ type, size: 5 * 1024 * 1024 }),
    pictureFault({ type, size: 5 * 1024 * 1024 + 1 }),
  ])
  expect(faults).toEqual([
    [null, 'tooLarge'],
    [null, 'tooLarge'],
    [null, 'tooLarge'],
  ])
  for (const type of ['image/svg+xml', 'image/gif', 'application/pdf', '']) {
    expect(pictureFault({ type, size: 10 })).toBe('type')
  }
})

test('[F2 F9] papers may be PDFs too', () => {
  expect(paperFault({ type: 'application/pdf', size: 5 * 1024 * 1024 })).toBeNull()
  expect(paperFault({ type: 'application/pdf', size: 5 * 1024 * 1024 + 1 })).toBe('tooLarge')
  expect(paperFault({ type: 'image/png', size: 10 })).toBeNull()
  expect(paperFault({ type: 'text/html', size: 10 })).toBe('paperType')
})

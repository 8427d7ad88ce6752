import { render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from './admin-texts.ts'
import { LiveBoard } from './LiveBoard.tsx'

test('[D15] the clock over the figures is in the zone of their days, and names it', async () => {
  await startI18n()
  await loadAdminTexts([])
  const figures: object = {
    data: { atMs: Date.UTC(2026, 4, 12, 14, 26, 41) },
    isError: false,
    isFetching: false,
  }
  const props: object = { title: 'Dashboard', failed: '', book: 'real', onBook: () => undefined, figures }
  render(<LiveBoard {...(props as ComponentProps<typeof LiveBoard>)}>{() => null}</LiveBoard>)
  expect(screen.getByText('May 12, 14:26:41 UTC')).toBeDefined()
})

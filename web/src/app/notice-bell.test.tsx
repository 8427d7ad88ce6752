import { cleanup, render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../lib/i18n.ts'
import { changeBox } from '../lib/notices/notice-database.ts'
import { useSession } from '../lib/session-store.ts'
import { NoticeBell } from './NoticeBell.tsx'

const UID = '1000000001'
const NOTICE = { id: '1', kind: 'contract-settled', type: 'trade', priority: 'medium' } as const
const kept = async () => (await changeBox(UID, (box) => box)).after.notices

beforeAll(startI18n)
afterEach(cleanup)

test('[N4] whoever signs out leaves no notices behind, though nothing has asked for them on this page yet', async () => {
  await changeBox(UID, ({ marks }) => ({
    notices: [{ ...NOTICE, timeMs: 1, read: false, data: {} }],
    marks,
  }))
  useSession.setState({ token: 'a-token', user: { uid: UID } as never })
  render(
    <MemoryRouter>
      <NoticeBell />
    </MemoryRouter>,
  )
  expect(await kept()).toHaveLength(1)
  useSession.setState({ token: null, user: null })
  await waitFor(async () => expect(await kept()).toEqual([]), { timeout: 20_000 })
})

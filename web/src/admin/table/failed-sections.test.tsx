import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { AuditChain } from '../audit-log/AuditChain.tsx'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { checkCalls, checkNoMore } from '../frame/checked-calls.ts'
import { OwnSessions } from '../profile/OwnSessions.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-access', 'security'])
})
afterEach(cleanup)
afterAll(checkNoMore)

const session = {
  ...{ id: '1', ip: '10.0.0.1', browser: null, system: null, current: true },
  ...{ createdMs: 1_700_000_000_000, lastSeenMs: 1_700_000_000_000 },
}

/** The section while its call fails, and after it was asked for again. */
async function lookAt(Section: () => ReactNode, call: string, answer: object, then: string): Promise<void> {
  let isDown = true
  checkCalls({
    [call]: () => {
      if (isDown) throw new Error('down')
      return answer
    },
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Section />
    </QueryClientProvider>,
  )
  await screen.findByText(i18next.t('admin:table.failed'))
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: i18next.t('ui:retry') }))
  await screen.findByText(i18next.t(then))
  expect(screen.queryByText(i18next.t('admin:table.failed'))).toBeNull()
}

test('[D4] [B-16] own sessions that cannot be had say so, and are asked for again', async () => {
  const sessions = { sessions: [session] }
  await lookAt(OwnSessions, 'GET /api/admin/profile/sessions', sessions, 'security:device.this')
})

test('[D14] [B-16] the chain of the audit log that cannot be had says so, and is asked for again', async () => {
  const chain = { newest: null, lastCheck: null }
  await lookAt(AuditChain, 'GET /api/admin/audit-log/chain', chain, 'admin-access:audit.chain.never')
})

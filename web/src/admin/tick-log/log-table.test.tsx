import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { LogEntry } from '@truestrike/protocol/market-endpoints.ts'
import type { SignedHeader } from '@truestrike/protocol/proof-endpoints.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { ColumnMenu } from '../table/ColumnMenu.tsx'
import { useColumns } from '../table/use-columns.ts'
import { LogTable } from './LogTable.tsx'
import { useLogColumns } from './log-columns.tsx'
import type { LogPage } from './use-log-page.ts'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-market'])
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

const entry = (seq: number) => ({
  entry: { seq, kind: 'tick', timeMs: seq * 1_000, price: '1.5' } as LogEntry,
  hash: 'h'.repeat(43),
})
const block = (number: number, ...seqs: number[]) => ({
  header: { number, timeMs: 1, root: 'r'.repeat(43), keyId: 'k'.repeat(43) } as SignedHeader,
  ...{ entries: seqs.map(entry), fault: null },
})
const page: LogPage = {
  ...{ symbol: 'BTCUSDT', precision: 2, newest: null, archive: null },
  ...{ blocks: [block(1, 1, 2), block(2, 3)], open: [entry(4)] },
}

function Log({ seq = null }: { seq?: number | null }) {
  const { shown, choices } = useColumns('tick-log', useLogColumns(5_000))
  return (
    <main>
      <ColumnMenu {...choices} />
      <LogTable {...{ page, seq }} kinds="all" columns={shown} />
    </main>
  )
}
const focused = () => document.activeElement?.getAttribute('data-seq')
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

test('[P1] [D9] the keys go from entry to entry of the log, past the headings of its blocks; Tab reaches the one asked for', () => {
  // jsdom scrolls nothing.
  Element.prototype.scrollIntoView = () => undefined
  render(<Log seq={2} />)
  const reached = () => [...document.querySelectorAll<HTMLElement>('tr[tabindex="0"]')]
  expect(reached().map((row) => row.getAttribute('data-seq'))).toEqual(['2'])
  reached()[0]?.focus()
  const ways = [
    ...(['ArrowDown', 'ArrowDown', 'ArrowDown'] as const),
    ...(['Home', 'ArrowUp', 'End', 'PageUp'] as const),
  ].map((key) => {
    press(key)
    return focused()
  })
  expect(ways).toEqual(['3', '4', '4', '1', '1', '4', '1'])
})

test('[D9] columns of the log are chosen, and kept for the next time', async () => {
  render(<Log />)
  const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headings()).toHaveLength(7)
  const first = headings()[0] ?? ''
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: first }))
  expect(headings()).toHaveLength(6)
  expect(headings()).not.toContain(first)
  cleanup()
  render(<Log />)
  expect(headings()).toHaveLength(6)
  expect([...document.querySelectorAll('tbody th')].map((cell) => cell.getAttribute('colspan'))).toEqual([
    ...['6', '6', '6'],
  ])
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { ensure } from '@truestrike/core/assert.ts'
import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { AxiosError } from 'axios'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiClient } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import { applyContracts, forgetContracts } from '../../lib/contracts-store.ts'
import { startI18n } from '../../lib/i18n.ts'
import { formatMoneySigned } from '../../lib/money-format.ts'
import { loadNoticeTexts } from '../../lib/notices/notice-words.ts'
import { useSettled } from '../../lib/settled-store.ts'
import { ContractDrawer } from '../contracts/ContractDrawer.tsx'
import { RecordsList } from '../contracts/RecordsList.tsx'
import { RecordsTable } from '../contracts/RecordsTable.tsx'
import { NoticeItem } from '../notices/NoticeItem.tsx'
import { ContractTableRow } from './ContractTableRow.tsx'
import type { OverlayState } from './chart-overlay.ts'
import { drawPast } from './contract-drawing.ts'
import { loadLiveStrip } from './LiveStrip.tsx'
import { SettledCard } from './SettledCard.tsx'
import { SettledRow } from './SettledRow.tsx'

type Settled = Pick<Contract, 'direction' | 'result' | 'profit'>

const NOW_MS = 100_000
const CASES: { title: string; settled: Settled; tone: 'gain' | 'loss' | null }[] = [
  { title: 'a lost Up', settled: { direction: 'up', result: 'lost', profit: '-50' }, tone: 'loss' },
  { title: 'a won Up', settled: { direction: 'up', result: 'won', profit: '40' }, tone: 'gain' },
  { title: 'a lost Down', settled: { direction: 'down', result: 'lost', profit: '-50' }, tone: 'loss' },
  { title: 'a won Down', settled: { direction: 'down', result: 'won', profit: '40' }, tone: 'gain' },
  { title: 'an equal Up', settled: { direction: 'up', result: 'equal', profit: '0' }, tone: null },
  { title: 'an equal Down', settled: { direction: 'down', result: 'equal', profit: '0' }, tone: null },
]

const contractOf = (settled: Settled): Contract =>
  ({
    ...{ id: '7', orderNo: '1007', book: 'demo', symbol: 'BTCUSDT', stake: '50', payoutBps: 8_000 },
    ...{ state: 'completed', cancelReason: null, durationSeconds: 30, source: 'simulated', windowMs: 0 },
    ...{ openingPrice: '67000.10', closingPrice: '67000.20', openingSeq: null },
    ...{ acceptedAtMs: 1, openingTimeMs: 1, closingTimeMs: 30_001, expiresAtMs: 30_001, settledAtMs: 30_002 },
    ...settled,
  }) as Contract

const noticeOf = ({ direction, result, profit }: Settled): Notice => ({
  ...{ id: '9', kind: 'contract-settled', type: 'trade', priority: 'medium', timeMs: 1, read: true },
  data: { symbol: 'BTCUSDT', direction, result: result as string, profit: profit as string, amount: '50' },
})

const IDLE = () => undefined

/** Wherever a contract that is over is drawn with its direction. */
const PLACES: Record<string, (settled: Settled) => ReactElement | Promise<ReactElement>> = {
  'the row of a result': (settled) => <SettledRow contract={contractOf(settled)} />,
  'the card of the newest result': (settled) => <SettledCard contract={contractOf(settled)} />,
  'the strip of a phone': async (settled) => {
    useSettled.setState({ contracts: [contractOf(settled)] })
    const LiveStrip = await loadLiveStrip()
    return <LiveStrip contracts={[]} />
  },
  'the table below the chart': (settled) => (
    <table>
      <tbody>
        <ContractTableRow contract={contractOf(settled)} nowMs={NOW_MS} />
      </tbody>
    </table>
  ),
  'the table of records': (settled) => (
    <RecordsTable contracts={[contractOf(settled)]} nowMs={NOW_MS} chosenId={null} onChoose={IDLE} />
  ),
  'the list of records': (settled) => (
    <RecordsList contracts={[contractOf(settled)]} whole={false} nowMs={NOW_MS} onChoose={IDLE} />
  ),
  'the details of a record': (settled) => {
    applyContracts([contractOf(settled)], true)
    return <ContractDrawer id="7" onClose={IDLE} />
  },
  'a notice': (settled) => (
    <NoticeItem notice={noticeOf(settled)} nowMs={NOW_MS} onChoose={IDLE} onRemove={IDLE} />
  ),
}

beforeEach(() => useBook.setState({ book: 'demo' }))
beforeAll(async () => {
  // No server stands behind this test.
  apiClient.defaults.adapter = () => Promise.reject(new AxiosError('offline', AxiosError.ERR_NETWORK))
  await startI18n()
  await loadNoticeTexts()
})
afterEach(() => {
  cleanup()
  forgetContracts()
  useSettled.setState({ contracts: [] })
})

const toneIn = ({ classList }: Element, prefix = ''): 'gain' | 'loss' | null =>
  (['gain', 'loss'] as const).find((tone) => classList.contains(prefix + tone)) ?? null

for (const [place, show] of Object.entries(PLACES)) {
  test(`[U-7] ${place}: the colour is the result's, the arrow the direction's`, async () => {
    for (const { title, settled, tone } of CASES) {
      render(
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <MemoryRouter>{await show(settled)}</MemoryRouter>
        </QueryClientProvider>,
      )
      // A drawer comes a moment later, beside the page.
      const box = await waitFor(() => ensure(document.body.querySelector('.dirbox')))
      expect(document.body.querySelectorAll('.dirbox'), title).toHaveLength(1)
      expect(toneIn(box, 'dirbox-'), title).toBe(tone)
      const arrow = ensure(box.querySelector('svg')).classList
      expect(arrow.contains(`lucide-arrow-${settled.direction}`), title).toBe(true)
      const result = formatMoneySigned(settled.profit)
      const amounts = [...document.body.querySelectorAll('bdi.n')].filter(
        ({ textContent }) => textContent?.split(' ')[0] === result,
      )
      expect(amounts.length, title).toBeGreaterThan(0)
      expect(new Set(amounts.map((amount) => toneIn(amount))), title).toEqual(new Set([tone]))
      cleanup()
    }
  })
}

test('[U-7] the disc and the amount of one result have the same colour', async () => {
  const rulesOf = async (file: string): Promise<string> =>
    (await readFile(join(import.meta.dirname, '../../ui', file), 'utf8')).replace(/\s+/g, ' ')
  const [pieces, base] = [await rulesOf('pieces.css'), await rulesOf('base.css')]
  for (const [tone, name] of [
    ['gain', 'up'],
    ['loss', 'down'],
  ]) {
    expect(pieces).toContain(`.dirbox-${tone} { background: var(--${name}-tint); color: var(--${name}); }`)
    expect(base).toContain(`.${tone} { color: var(--${name}); }`)
  }
})

/** What is drawn with which ink: lines of arrows and of the way, and the dot at the exit. */
function inksOf(settled: Settled): { strokes: Set<string>; fills: Set<string>; rises: boolean } {
  const strokes = new Set<string>()
  const fills = new Set<string>()
  const ends: number[] = []
  const context = {
    strokeStyle: '',
    fillStyle: '',
    ...{ beginPath: IDLE, arc: IDLE, setLineDash: IDLE },
    moveTo: (_x: number, y: number) => void ends.push(y),
    lineTo: (_x: number, y: number) => void ends.push(y),
    stroke: () => void strokes.add(context.strokeStyle),
    fill: () => void fills.add(context.fillStyle),
  }
  const { direction, result } = settled
  const tone = result === 'won' ? 'gain' : result === 'lost' ? 'loss' : undefined
  drawPast(
    context as unknown as CanvasRenderingContext2D,
    { width: 100, height: 100 },
    { xOf: (timeMs) => timeMs, yOf: (price) => price, marks: () => [], lastX: () => 0 },
    {
      past: [{ direction, result: tone, fromMs: 10, toMs: 50, entry: 50, exit: 60 }],
      theme: { up: 'green', down: 'red', soft: 'grey' },
    } as unknown as OverlayState,
  )
  // The way to the exit is drawn first, then the shaft of the arrow from its foot to its tip.
  const [, , foot = 0, tip = 0] = ends
  return { strokes, fills, rises: tip < foot }
}

test("[U-7] [U-11] marks of past contracts on the chart: the ink is the result's, the arrow the direction's", () => {
  const inks = { gain: 'green', loss: 'red' }
  for (const { title, settled, tone } of CASES) {
    const ink = tone === null ? 'grey' : inks[tone]
    expect(inksOf(settled), title).toEqual({
      strokes: new Set([ink]),
      fills: new Set([ink]),
      rises: settled.direction === 'up',
    })
  }
})

import { type ComponentType, Suspense } from 'react'
import { loadNoticeTexts } from '../../lib/notices/notice-words.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { lazyLater } from '../../ui/lazy-again.tsx'
import { AlertButton } from './AlertButton.tsx'

const TradeKeys = lazyLater(async () => {
  await new Promise<void>(whenIdle)
  return (await import('./TradeKeys.tsx')).loadTradeKeys()
})

/** The tools with the words of their buttons. */
export async function loadChartTools(): Promise<ComponentType> {
  await loadNoticeTexts()
  return ChartTools
}

/** What stands beside the chart's periods and is not needed at first: the way to the keys, and to price alerts. */
function ChartTools() {
  return (
    <>
      <Suspense fallback={<span className="ib ib-s td-keys" />}>
        <TradeKeys />
      </Suspense>
      <AlertButton />
    </>
  )
}

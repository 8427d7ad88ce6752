import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadFile } from '../../lib/download.ts'
import { useFileNames } from '../../lib/file-names.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { SheetDialog } from '../../ui/SheetDialog.tsx'
import { ActFault } from '../orders/ActFault.tsx'
import { useActs } from '../orders/use-acts.ts'
import { TimeField } from '../table/TimeField.tsx'
import { readInterval } from './log-interval.ts'

const HOUR_MS = 3_600_000
const wholeSecond = (): number => Math.floor(serverClock.nowMs() / 1_000) * 1_000

/** The log between two moments as a file. */
export function LogInterval({ symbol }: { symbol: string }) {
  const { t } = useTranslation('admin-market')
  const [isOpen, setOpen] = useState(false)
  const title = t('log.interval.title')
  return (
    <>
      <Button size="s" icon={Download} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <SheetDialog open={isOpen} onOpenChange={setOpen} title={title}>
        {isOpen ? <IntervalForm symbol={symbol} onDone={() => setOpen(false)} /> : null}
      </SheetDialog>
    </>
  )
}

function IntervalForm({ symbol, onDone }: { symbol: string; onDone(): void }) {
  const { t } = useTranslation('admin-market')
  const nameOf = useFileNames()
  const [toMs, setTo] = useState<number | null>(wholeSecond)
  const [fromMs, setFrom] = useState<number | null>(() => wholeSecond() - HOUR_MS)
  const [count, setCount] = useState<number | null>(null)
  const acts = useActs(async () => undefined)
  // Who closes the form wants no file any more.
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const { current } = leaving
    return () => current.abort()
  }, [])
  const isWrong = fromMs === null || toMs === null || fromMs >= toMs
  const save = () =>
    acts.act('interval', async () => {
      if (isWrong) return
      const { signal } = leaving.current
      const file = await readInterval({ symbol, fromMs, toMs }, setCount, signal)
      if (signal.aborted || file === null) return
      const name = [fromMs, toMs].map((ms) => new Date(ms).toISOString().slice(0, 19).replaceAll(':', ''))
      downloadFile(nameOf(`log-${symbol}-${name.join('-')}.csv`), file)
      onDone()
    })
  return (
    <div className="adm-secret">
      <p className="cap">{t('log.interval.text')}</p>
      <TimeField label={t('log.interval.from')} hasSeconds valueMs={fromMs} onChange={setFrom} />
      <TimeField label={t('log.interval.to')} hasSeconds isEnd valueMs={toMs} onChange={setTo} />
      <div role="alert">
        {fromMs !== null && toMs !== null && fromMs >= toMs ? (
          <span className="hint hint-bad">{t('log.interval.order')}</span>
        ) : null}
      </div>
      <p className="cap" role="status">
        {count === null
          ? null
          : count === 0
            ? t('log.interval.none')
            : t('log.interval.read', { number: count })}
      </p>
      <ActFault fault={acts.fault} />
      <Button
        variant="primary"
        size="l"
        block
        disabled={isWrong}
        pending={acts.pending !== null}
        onClick={() => void save()}
      >
        CSV
      </Button>
    </div>
  )
}

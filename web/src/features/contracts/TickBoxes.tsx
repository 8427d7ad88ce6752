import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClockMs, groupedSeq } from '../../lib/log-number.ts'
import { MISSING } from '../../lib/money-format.ts'
import { formatPrice, formatPriceDistance } from '../../lib/price-format.ts'
import type { DecidingPrices } from '../../lib/proof/deciding-prices.ts'
import { Num } from '../../ui/Num.tsx'

interface TickBoxesProps {
  contract: Contract
  deciding: DecidingPrices | null
  tone: 'gain' | 'loss' | undefined
}

/** Where the contract began and ended: price, time, and the numbers of the log that made them. */
export function TickBoxes({ contract, deciding, tone }: TickBoxesProps) {
  const { t } = useTranslation(['contracts', 'proof'])
  const { openingPrice, openingTimeMs, openingSeq, closingPrice, closingTimeMs } = contract
  return (
    <div className="cr-ticks">
      <TickBox
        title={t('entry')}
        timeMs={openingTimeMs}
        seqs={openingSeq === null ? null : [openingSeq, openingSeq]}
      >
        <Num>{formatPrice(openingPrice)}</Num>
      </TickBox>
      <TickBox title={t('exit')} timeMs={closingTimeMs} seqs={deciding?.counts ?? null}>
        <Num>{formatPrice(closingPrice)}</Num>{' '}
        <Num tone={tone} className="cr-way">
          {closingPrice === null ? '' : formatPriceDistance(openingPrice, closingPrice)}
        </Num>
      </TickBox>
    </div>
  )
}

interface TickBoxProps {
  title: string
  timeMs: number | null
  seqs: readonly [number, number] | null
  children: ReactNode
}

function TickBox({ title, timeMs, seqs, children }: TickBoxProps) {
  const { t } = useTranslation(['contracts', 'proof'])
  return (
    <div>
      <span className="lab">{title}</span>
      <b>{children}</b>
      <span className="cap cr-tick-line">
        {t('proof:receipt.time')} <Num>{timeMs === null ? MISSING : formatClockMs(timeMs)}</Num>
      </span>
      <span className="cap cr-tick-line">
        {t('proof:receipt.seq')} <Num>{seqs === null ? MISSING : seqText(seqs)}</Num>
      </span>
    </div>
  )
}

/** One number, or the first and the last of several. */
function seqText([from, to]: readonly [number, number]): string {
  return from === to ? groupedSeq(from) : `${groupedSeq(from)} – ${groupedSeq(to)}`
}

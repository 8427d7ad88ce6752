import { useTranslation } from 'react-i18next'
import { formatClockMs, groupedSeq } from '../../lib/log-number.ts'
import { formatPrice } from '../../lib/price-format.ts'
import type { DecidingPrices, DecidingRow } from '../../lib/proof/deciding-prices.ts'
import { Num } from '../../ui/Num.tsx'
import { elided } from './elided-rows.ts'

const ROWS_MAX = 10

/** The log entries around opening and closing, as the receipt has them. */
export function DecidingTable({ deciding }: { deciding: DecidingPrices }) {
  const { t } = useTranslation('proof')
  return (
    <details className="cr-fold">
      <summary>{t('receipt.deciding')}</summary>
      <Rows title={t('receipt.decidingOpening')} rows={deciding.opening} />
      <Rows title={t('receipt.decidingClosing')} rows={deciding.closing} />
    </details>
  )
}

function Rows({ title, rows }: { title: string; rows: readonly DecidingRow[] }) {
  const { t } = useTranslation('proof')
  if (rows.length === 0) return null
  const { head, left, tail } = elided(rows, ROWS_MAX)
  return (
    <table className="cr-entries">
      <caption className="lab">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th>{t('receipt.seq')}</th>
          <th>{t('receipt.time')}</th>
          <th>{t('receipt.price')}</th>
        </tr>
      </thead>
      <tbody>
        {head.map((row) => (
          <Row key={row.seq} row={row} />
        ))}
        {left === 0 ? null : (
          <tr>
            <td className="t3" colSpan={3}>
              {t('receipt.left', { count: left })}
            </td>
          </tr>
        )}
        {tail.map((row) => (
          <Row key={row.seq} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row: { seq, timeMs, word, price } }: { row: DecidingRow }) {
  const { t } = useTranslation('proof')
  return (
    <tr>
      <td className="t3">
        <Num>{groupedSeq(seq)}</Num>
      </td>
      <td className="t2">
        <Num>{formatClockMs(timeMs)}</Num>
      </td>
      <td>
        {price === null ? null : <Num className={word === null ? 't2' : ''}>{formatPrice(price)}</Num>}
        {word === null ? null : <span className="cap">{t(`receipt.entry.${word}`)}</span>}
      </td>
    </tr>
  )
}

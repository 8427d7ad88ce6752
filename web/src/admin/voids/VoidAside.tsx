import type { ProductVoid } from '@truestrike/protocol/void-endpoints.ts'
import { ExternalLink, ListTree } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { groupedSeq } from '../../lib/log-number.ts'
import { pairText } from '../../lib/pair-name.ts'
import { formatMoneySignedExact } from '../../lib/signed-exact-money.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { MONTHS_PATH } from '../../ui/ProofLink.tsx'
import { type ValueLine, ValueList } from '../../ui/ValueList.tsx'
import { openPage } from '../frame/page-address.ts'
import { mayOpenPage } from '../frame/use-may.ts'
import { ActFault } from '../orders/ActFault.tsx'
import { MissingDrawer } from '../orders/MissingDrawer.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { RowDrawer, type RowSteps } from '../table/RowDrawer.tsx'
import { useVoid } from './use-voids.ts'
import { VoidEffect } from './VoidEffect.tsx'
import { VoidSteps } from './VoidSteps.tsx'
import { VoidSpan, VoidState } from './void-columns.tsx'

/** It is not in the log yet: what it gives back is counted, or cannot be yet. */
const AHEAD: ReadonlySet<ProductVoid['state']> = new Set(['proposed', 'confirmed'])

interface VoidAsideProps extends RowSteps {
  id: string
  /** As the list has it; undefined: it is not in the list. */
  listed: ProductVoid | undefined
  acts: Acts
}

/** One void: what it is of, what it gives back, who decided what, and where the public log says so. */
export function VoidAside({ id, listed, acts, ...steps }: VoidAsideProps) {
  const { t } = useTranslation(['admin-contracts', 'admin', 'proof'])
  const { data, error, isFetching, refetch } = useVoid(id, listed)
  const of = data?.void ?? listed
  if (of === undefined)
    return <MissingDrawer missing={{ id, isId: true, error, isFetching, refetch }} steps={steps} />
  const isOpen = of.state === 'proposed'
  return (
    <RowDrawer
      label={t('voids.void')}
      title={`V${id}`}
      badges={<VoidState state={of.state} />}
      foot={
        // Why nothing was done is said also where somebody else has decided it.
        isOpen || acts.fault !== null ? (
          <>
            <ActFault fault={acts.fault} />
            {isOpen ? <VoidSteps of={of} preview={data?.preview ?? null} acts={acts} /> : null}
          </>
        ) : undefined
      }
      {...steps}
    >
      <div className="col">
        <span className="adm-icon-line">
          <b>
            <Num>{pairText(of.symbol)}</Num>
          </b>
        </span>
        <span>
          <VoidSpan of={of} />
        </span>
      </div>
      <p>
        <span className="cap">{t('voids.reason')}</span>
        <br />
        <bdi>{of.reason}</bdi>
      </p>
      {data === undefined ? null : data.preview !== null ? (
        <VoidEffect preview={data.preview} />
      ) : AHEAD.has(data.void.state) ? (
        <p className="cap">{t('voids.behind')}</p>
      ) : null}
      <Entry of={of} />
      <History of={of} />
    </RowDrawer>
  )
}

/** As it stands in the log for everybody. */
function Entry({ of: { symbol, entry } }: { of: ProductVoid }) {
  const { t } = useTranslation(['admin-contracts', 'admin', 'proof'])
  if (entry === null) return null
  const month = new Date(entry.timeMs).toISOString().slice(0, 7)
  return (
    <section>
      <h3>{t('proof:months.entry', { seq: `\u2066${groupedSeq(entry.seq)}\u2069` })}</h3>
      <ValueList
        lines={[
          { key: 'time', label: t('voids.entered'), value: <bdi>{formatDayAndClock(entry.timeMs)}</bdi> },
          { key: 'contracts', label: t('voids.contracts'), value: <Num>{entry.contracts}</Num> },
          {
            ...{ key: 'effect', label: t('voids.effect') },
            value: <Num unit="USDT">{formatMoneySignedExact(entry.houseEffect)}</Num>,
          },
        ]}
      />
      <div className="adm-buttons">
        <a className="btn btn-s" href={`${MONTHS_PATH}?month=${month}`} target="_blank" rel="noopener">
          <Icon of={ExternalLink} size={16} />
          {t('voids.public')}
        </a>
        {mayOpenPage('tick-log') ? (
          <Button
            size="s"
            icon={ListTree}
            onClick={() => openPage('tick-log', `?symbol=${symbol}&seq=${entry.seq}`)}
          >
            {t('toLog')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

/** Who did what, and when. */
function History({ of }: { of: ProductVoid }) {
  const { t } = useTranslation('admin-contracts')
  const line = (key: string, label: string, username: string, timeMs: number | null): ValueLine => ({
    ...{ key, label },
    value: (
      <>
        <bdi>{username}</bdi>
        {timeMs === null ? null : (
          <>
            {' '}
            · <bdi>{formatDayAndClock(timeMs)}</bdi>
          </>
        )}
      </>
    ),
  })
  const lines = [
    line('proposed', t('voids.proposedBy'), of.proposedBy.username, of.proposedMs),
    ...(of.decidedBy === null
      ? []
      : [line('decided', t('voids.decidedBy'), of.decidedBy.username, of.decidedMs)]),
    ...(of.remark === null ? [] : [line('remark', t('voids.remark'), of.remark, null)]),
    ...(of.state === 'proposed'
      ? [{ key: 'expires', label: t('voids.expires'), value: <bdi>{formatDayAndClock(of.expiresMs)}</bdi> }]
      : []),
    ...(of.returnedMs === null
      ? []
      : [
          {
            key: 'returned',
            label: t('voids.returned'),
            value: <bdi>{formatDayAndClock(of.returnedMs)}</bdi>,
          },
        ]),
  ]
  return <ValueList lines={lines} />
}

import { getRisk } from '@truestrike/protocol/dashboard-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { pairText } from '../../lib/pair-name.ts'
import { Banner } from '../../ui/Banner.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { bookOf, LiveBoard, useLiveFigures } from '../frame/LiveBoard.tsx'
import { mountPage } from '../frame/mount-page.tsx'
import { moveTo, usePageAddress } from '../frame/page-address.ts'
import { ByExpiry } from './ByExpiry.tsx'
import { LimitShares } from './LimitShares.tsx'
import { RiskFigures } from './RiskFigures.tsx'
import { RiskTable } from './RiskTable.tsx'

/** What the house may lose, and how near each product is to where orders are refused. */
function RiskPage() {
  const { t } = useTranslation(['admin-market', 'admin'])
  const params = new URLSearchParams(usePageAddress((address) => address.search))
  const book = bookOf(params)
  const figures = useLiveFigures('admin-risk', book, () => adminCall(getRisk, { query: { book } }))
  const { data } = figures
  const change = (name: string, value: string | null): void => {
    const next = new URLSearchParams(params)
    if (value === null) next.delete(name)
    else next.set(name, value)
    moveTo(next)
  }
  const chosen = data?.products.find(({ symbol }) => symbol === params.get('symbol')) ?? null
  const named = (symbols: readonly { symbol: string }[]): string =>
    symbols.map(({ symbol }) => `\u2066${pairText(symbol)}\u2069`).join(', ')
  const stopped = data?.products.filter(({ stop }) => stop === 'limit-reached') ?? []
  const warned = data?.products.filter(({ stop, isWarned }) => isWarned && stop === null) ?? []
  return (
    <LiveBoard
      title={t('admin:page.risk')}
      failed={t('risk.failed')}
      {...{ book, figures }}
      onBook={(next) => change('book', next)}
    >
      {(of) => (
        <>
          <div role="status">
            {stopped.length === 0 ? null : (
              <Banner title={t('risk.stopped')}>{t('risk.stoppedText', { products: named(stopped) })}</Banner>
            )}
            {warned.length === 0 ? null : (
              <Banner title={t('risk.warned')}>{t('risk.warnedText', { products: named(warned) })}</Banner>
            )}
          </div>
          <RiskFigures of={of} />
          <div className="adm-board-two">
            <ByExpiry of={of} chosen={chosen} onClear={() => change('symbol', null)} />
            <LimitShares of={of} />
          </div>
          <RiskTable
            of={of}
            chosen={chosen?.symbol ?? null}
            onChoose={(symbol) => change('symbol', symbol === chosen?.symbol ? null : symbol)}
          />
        </>
      )}
    </LiveBoard>
  )
}

await mountPage('risk', RiskPage, 'admin-market')

import { ReceiptText, SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useBook } from '../../lib/book-store.ts'
import { isPending, useContracts } from '../../lib/contracts-store.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { MOBILE, useMedia } from '../../lib/use-media.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ContractDrawer } from './ContractDrawer.tsx'
import { ExportRecords } from './ExportRecords.tsx'
import { RecordFiltersForm } from './RecordFiltersForm.tsx'
import { RecordsList } from './RecordsList.tsx'
import { RecordsLoading } from './RecordsLoading.tsx'
import { RecordsTable } from './RecordsTable.tsx'
import { filterCount, NO_FILTERS, type RecordTab } from './record-filters.ts'
import { StatisticsLine } from './StatisticsLine.tsx'
import { type Records, useRecords } from './use-records.ts'
import { useRecordsAddress } from './use-records-address.ts'
import './records.css'

const REFRESH_MS = 500

/** Contracts that run, and those that are over. */
export function ContractsPage() {
  const { t } = useTranslation('contracts')
  usePageTitle(t('title'))
  const mobile = useMedia(MOBILE)
  const address = useRecordsAddress()
  const { tab, setTab, filters, setFilters, pages, setPages, id, openDrawer, closeDrawer } = address
  const records = useRecords(tab, filters, pages, setPages)
  const open = useOpenCount()
  const set = filterCount(tab, filters)
  const sources = [...new Set(records.contracts.map(({ source }) => source))]
  const form = <RecordFiltersForm filters={filters} onChange={setFilters} tab={tab} />
  return (
    <div className="cr">
      <div className="cr-head">
        <h1>{t('title')}</h1>
        <span className="cr-source t3">{sources.map((source) => t(`sources.${source}`)).join(' · ')}</span>
        {records.contracts.length > 0 ? <ExportRecords query={records.query} asIcon={mobile} /> : null}
        {mobile ? (
          <IconButton
            icon={SlidersHorizontal}
            label={t('filter.open', { count: set })}
            count={set}
            onClick={address.openFilters}
          />
        ) : null}
      </div>
      <StatisticsLine query={records.query} />
      <Tabs
        value={tab}
        label={t('title')}
        onChange={setTab}
        listClassName="cr-tabs"
        tabs={[
          { value: 'open', label: t('tab.open'), count: open > 0 ? open : undefined },
          { value: 'history', label: t('tab.history') },
        ]}
        aside={mobile ? null : form}
      >
        <RecordsView
          records={records}
          tab={tab}
          filtered={set > 0}
          onClear={() => setFilters(NO_FILTERS)}
          chosenId={id}
          onChoose={openDrawer}
        />
      </Tabs>
      <Sheet
        open={mobile && address.isChoosing}
        onOpenChange={address.closeFilters}
        title={t('filter.title')}
        changesAddress
        footer={
          <>
            <Button size="l" block onClick={() => setFilters(NO_FILTERS)}>
              {t('filter.clear')}
            </Button>
            <Button size="l" block variant="primary" onClick={address.closeFilters}>
              {t('filter.done')}
            </Button>
          </>
        }
      >
        {form}
      </Sheet>
      <ContractDrawer id={id} onClose={closeDrawer} />
    </div>
  )
}

interface RecordsViewProps {
  records: Records
  tab: RecordTab
  filtered: boolean
  onClear: () => void
  chosenId: string | null
  onChoose: (id: string) => void
}

function RecordsView({ records, tab, filtered, onClear, chosenId, onChoose }: RecordsViewProps) {
  const { t } = useTranslation(['contracts', 'errors'])
  const mobile = useMedia(MOBILE)
  const { contracts, status } = records
  const nowMs = useServerNow(REFRESH_MS, contracts.some(isPending))
  if (contracts.length === 0) {
    if (status === 'loading') return <RecordsLoading />
    if (status === 'failed') {
      return <ErrorState title={t('errors:LOAD_RECORDS')} text={t('failedText')} onRetry={records.retry} />
    }
    return filtered ? (
      <EmptyState
        icon={ReceiptText}
        title={t('noMatch')}
        text={t('noMatchText')}
        action={<Button onClick={onClear}>{t('filter.clear')}</Button>}
      />
    ) : (
      <EmptyState
        icon={ReceiptText}
        title={t(tab === 'open' ? 'emptyOpen' : 'empty')}
        text={t(tab === 'open' ? 'emptyOpenText' : 'emptyText')}
        action={
          <Link className="btn btn-primary" to="/trade">
            {t('goTrade')}
          </Link>
        }
      />
    )
  }
  return (
    <>
      {mobile ? (
        <RecordsList contracts={contracts} whole={records.whole} nowMs={nowMs} onChoose={onChoose} />
      ) : (
        <RecordsTable contracts={contracts} nowMs={nowMs} chosenId={chosenId} onChoose={onChoose} />
      )}
      <MoreRecords records={records} />
    </>
  )
}

/**
 * Asks for the next page when it comes near the view; the button is for those who do not scroll, and for a page that could
 * not be loaded: it stays near the view, and would be asked for without end.
 */
function MoreRecords({ records }: { records: Records }) {
  const { t } = useTranslation(['contracts', 'errors'])
  const end = useRef<HTMLDivElement>(null)
  const load = useRef(records.loadMore)
  load.current = records.loadMore
  const { more, loadingMore } = records
  const failed = records.status === 'failed'
  useEffect(() => {
    const element = end.current
    if (element === null || !more || loadingMore || failed) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load.current()
      },
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [more, loadingMore, failed])
  if (!more) return null
  return (
    <div className="cr-more" ref={end}>
      {failed && !loadingMore ? <p role="status">{t('errors:LOAD_RECORDS')}</p> : null}
      <Button variant="ghost" pending={loadingMore} onClick={records.loadMore}>
        {t('more')}
      </Button>
    </div>
  )
}

function useOpenCount(): number {
  const byId = useContracts((contracts) => contracts.byId)
  const book = useBook((choice) => choice.book)
  return [...byId.values()].filter((contract) => contract.book === book && isPending(contract)).length
}

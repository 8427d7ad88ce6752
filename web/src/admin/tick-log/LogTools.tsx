import { ChevronLeft, ChevronRight, Download, Hash, SkipForward } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { downloadFile, downloadJson } from '../../lib/download.ts'
import { useFileNames } from '../../lib/file-names.ts'
import { useProducts } from '../../lib/products-query.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { TimeField } from '../table/TimeField.tsx'
import { TypedFilter } from '../table/TypedFilter.tsx'
import { logCsv } from './log-csv.ts'
import { KINDS, type LogAddress } from './use-log-address.ts'
import { blocksOf, type LogPage } from './use-log-page.ts'

interface LogToolsProps {
  symbol: string | undefined
  address: LogAddress
  page: LogPage | undefined
}

/** Which log, and from where. */
export function LogTools({ symbol, address, page }: LogToolsProps) {
  const { t } = useTranslation(['admin-market', 'admin'])
  const products = useProducts().data?.products ?? []
  const { go, change } = address
  const [first, last] = [page?.blocks[0]?.header, page?.blocks.at(-1)?.header]
  const isAtEnd = last === undefined || last.number === page?.newest?.number
  return (
    <search className="adm-filters">
      <Select
        aria-label={t('admin:dashboard.product')}
        value={symbol ?? ''}
        onChange={({ target }) => change({ symbol: target.value, seq: null, block: null, at: null }, true)}
      >
        {products.map((product) => (
          <option key={product.symbol} value={product.symbol}>{`${product.base}/${product.quote}`}</option>
        ))}
      </Select>
      <TypedFilter
        icon={Hash}
        placeholder={t('log.seq')}
        inputMode="numeric"
        dir="ltr"
        told={address.seq === null ? '' : String(address.seq)}
        onTyped={(text) =>
          change({ seq: /^[1-9][0-9]{0,14}$/.test(text) ? text : null, block: null, at: null })
        }
      />
      <TimeField
        label={t('log.at')}
        hasSeconds
        valueMs={address.atMs}
        onChange={(at) => change({ at, seq: null, block: null })}
      />
      <Select
        aria-label={t('log.kinds')}
        value={address.kinds}
        onChange={({ target }) => change({ kinds: target.value === 'all' ? null : target.value })}
      >
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`log.kind.${kind}`)}
          </option>
        ))}
      </Select>
      <IconButton
        icon={ChevronLeft}
        className="flip"
        label={t('log.earlier')}
        disabled={first === undefined || first.number <= 1}
        onClick={() => go({ block: Math.max(1, (first?.number ?? 1) - blocksOf(address.kinds)) })}
      />
      <IconButton
        icon={ChevronRight}
        className="flip"
        label={t('log.later')}
        disabled={isAtEnd}
        onClick={() => go({ block: (last?.number ?? 0) + 1 })}
      />
      <Button size="s" icon={SkipForward} onClick={() => go({})}>
        {t('log.newest')}
      </Button>
      <Marks page={page} go={go} />
    </search>
  )
}

/** The newest void and the newest change of source are named by every header. */
function Marks({ page, go }: { page: LogPage | undefined; go: LogAddress['go'] }) {
  const { t } = useTranslation('admin-market')
  const { lastVoidSeq = 0, lastSourceSeq = 0 } = page?.newest ?? {}
  return (
    <>
      {lastVoidSeq === 0 ? null : (
        <Button size="s" variant="ghost" onClick={() => go({ seq: lastVoidSeq })}>
          {t('log.lastVoid')}
        </Button>
      )}
      {lastSourceSeq === 0 ? null : (
        <Button size="s" variant="ghost" onClick={() => go({ seq: lastSourceSeq })}>
          {t('log.lastSource')}
        </Button>
      )}
    </>
  )
}

/** The page as a file. */
export function LogFiles({ page }: { page: LogPage }) {
  const { symbol, precision, blocks, open } = page
  const entries = [...blocks.flatMap((block) => block.entries), ...open]
  const nameOf = useFileNames()
  const name = nameOf(`log-${symbol}-${entries[0]?.entry.seq ?? 0}-${entries.at(-1)?.entry.seq ?? 0}`)
  const csv = (): void =>
    downloadFile(`${name}.csv`, new Blob([logCsv(entries)], { type: 'text/csv;charset=utf-8' }))
  const json = (): void =>
    downloadJson(`${name}.json`, {
      ...{ symbol, precision, blocks: blocks.map(({ header }) => header) },
      entries: entries.map(({ entry }) => entry),
    })
  return (
    <>
      <Button size="s" icon={Download} onClick={csv}>
        CSV
      </Button>
      <Button size="s" icon={Download} onClick={json}>
        JSON
      </Button>
    </>
  )
}

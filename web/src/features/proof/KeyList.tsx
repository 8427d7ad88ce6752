import type { SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { Download, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadJson } from '../../lib/download.ts'
import { formatDayYear } from '../../lib/time-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type KeyRow, useKeyRows } from './use-key-rows.ts'

/** The keys file of the site as it is, for whoever fetches it without this page. */
const KEYS_ADDRESS = '/.well-known/truestrike-keys.json'
const KEYS_FILE = 'truestrike-keys.json'

export function KeyList() {
  const { t } = useTranslation('proof')
  const { rows, failed, busy, again, trust } = useKeyRows()
  const [asked, setAsked] = useState<SiteKey | null>(null)
  const trusted = rows?.filter(({ sinceMs }) => sinceMs !== null).map(({ key }) => key) ?? []
  return (
    <>
      {rows === undefined ? (
        <div aria-busy="true">
          <Skeleton width="100%" height={72} />
        </div>
      ) : (
        <ul className="pf-keys">
          {rows.map((row) => (
            <KeyItem key={row.key.id} row={row} onTrust={() => setAsked(row.key)} />
          ))}
        </ul>
      )}
      {failed ? <ErrorState title={t('page.keys.failed')} onRetry={again} pending={busy} /> : null}
      <div className="pf-buttons">
        <a className="btn btn-s" href={KEYS_ADDRESS} download={KEYS_FILE}>
          {t('page.keys.file')}
        </a>
        <Button
          size="s"
          icon={Download}
          disabled={trusted.length === 0}
          onClick={() => downloadJson(KEYS_FILE, { format: 'truestrike-keys/1', keys: trusted })}
        >
          {t('page.keys.mine')}
        </Button>
      </div>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t('page.keys.trustTitle')}
        confirmLabel={t('page.keys.trust')}
        caution
        onConfirm={() => {
          if (asked !== null) void trust(asked)
          setAsked(null)
        }}
      >
        {t('page.keys.trustText', { id: `\u2066${asked?.id ?? ''}\u2069` })}
      </ConfirmDialog>
    </>
  )
}

function KeyItem({ row: { key, sinceMs, isNamed }, onTrust }: { row: KeyRow; onTrust: () => void }) {
  const { t } = useTranslation('proof')
  const { id, fromMs, toMs, endorsedBy } = key
  return (
    <li>
      <Icon of={KeyRound} size={18} />
      <div className="pf-key">
        <Num className="pf-id">{id}</Num>
        <span className="cap">
          {fromMs === 0 ? t('page.keys.fromStart') : t('page.keys.from', { time: formatDayYear(fromMs) })}
          {' · '}
          {toMs === null ? t('page.keys.open') : t('page.keys.to', { time: formatDayYear(toMs) })}
        </span>
        <span className="cap">
          {endorsedBy === null
            ? t('page.keys.alone')
            : t('page.keys.endorsed', { id: `\u2066${endorsedBy}\u2069` })}
        </span>
        <span className="cap">
          {sinceMs === null ? null : t('page.keys.since', { time: formatDayYear(sinceMs) })}
        </span>
        {isNamed ? null : <Badge tone="caution">{t('page.keys.gone')}</Badge>}
        {sinceMs === null ? <Badge tone="caution">{t('page.keys.unknown')}</Badge> : null}
      </div>
      {sinceMs === null ? (
        <Button size="s" onClick={onTrust}>
          {t('page.keys.trust')}
        </Button>
      ) : null}
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type AuditChainState, getAuditChain } from '@truestrike/protocol/audit-endpoints.ts'
import { Copy, Link2, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../lib/copy-text.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Num } from '../../ui/Num.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { Loaded } from '../table/Loaded.tsx'

const HASH_SHOWN = 16

/** Each row holds the hash of the one before: the newest, and what was found when all of them were recomputed last. */
export function AuditChain() {
  const chain = useQuery({ queryKey: ['admin-audit-chain'], queryFn: () => adminCall(getAuditChain) })
  return (
    <Loaded of={chain} height={64}>
      {(data) => <Chain {...data} />}
    </Loaded>
  )
}

function Chain({ newest, lastCheck }: AuditChainState) {
  const { t } = useTranslation('admin-access')
  return (
    <>
      {lastCheck !== null && lastCheck.fault !== null ? (
        <Banner>
          {t('audit.chain.broken', { time: formatDayAndClock(lastCheck.timeMs) })}{' '}
          <bdi>{lastCheck.fault}</bdi>
        </Banner>
      ) : null}
      <div className="panel adm-chain">
        {newest === null ? null : (
          <span>
            <span className="cap">{t('audit.chain.newest')}</span>
            <span className="adm-icon-line">
              <Icon of={Link2} size={16} />
              <Num className="mono">{`${newest.id}:${newest.hash.slice(0, HASH_SHOWN)}…`}</Num>
              <IconButton
                size="s"
                icon={Copy}
                label={t('audit.chain.copy')}
                onClick={() => void copyText(`${newest.id}:${newest.hash}`)}
              />
            </span>
          </span>
        )}
        <span>
          <span className="cap">{t('audit.chain.checked')}</span>
          {lastCheck === null ? (
            <span className="adm-icon-line">
              <Icon of={TriangleAlert} size={16} />
              {t('audit.chain.never')}
            </span>
          ) : (
            <span>
              {lastCheck.fault === null
                ? t('audit.chain.held', {
                    count: lastCheck.rows,
                    time: formatDayAndClock(lastCheck.timeMs),
                  })
                : t('audit.chain.notHeld')}
            </span>
          )}
        </span>
        <span>
          <span className="cap">{t('audit.chain.command')}</span>
          <code dir="ltr">npm run audit:log</code>
        </span>
      </div>
    </>
  )
}

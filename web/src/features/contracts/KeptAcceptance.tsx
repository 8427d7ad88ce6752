import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { downloadJson } from '../../lib/download.ts'
import { loadProofKit } from '../../lib/proof/proof-watch.ts'
import { useSession } from '../../lib/session-store.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'

/** The signed acceptance this browser has of a contract that the site does not show just now, or denies. */
export function KeptAcceptance({ id }: { id: string }) {
  const { t } = useTranslation('proof')
  const uid = useSession((session) => session.user?.uid)
  const { data: kept } = useQuery({
    queryKey: ['kept-acceptance', uid, id],
    queryFn: async () => (await loadProofKit()).store.acceptance(id),
    staleTime: 0,
  })
  if (kept == null || kept.uid !== uid) return null
  return (
    <Banner
      tone="info"
      title={t('receipt.kept')}
      action={
        <Button size="s" icon={Download} onClick={() => downloadJson(`acceptance-${id}.json`, kept.receipt)}>
          {t('receipt.keptDownload')}
        </Button>
      }
    >
      {t('receipt.keptText', { time: formatDayAndClock(kept.receivedMs) })}
    </Banner>
  )
}

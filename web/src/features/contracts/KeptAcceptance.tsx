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
    queryFn: async () => {
      const { store, checkKept } = await loadProofKit()
      const found = await store.acceptance(id)
      return found === null ? null : { ...found, verdict: await checkKept(found) }
    },
    staleTime: 0,
  })
  if (kept == null || kept.uid !== uid) return null
  const time = formatDayAndClock(kept.receivedMs)
  const [title, text] = {
    signed: [t('receipt.kept'), t('receipt.keptText', { time })],
    'unknown-key': [t('receipt.unknownKey'), t('receipt.unknownKeyText')],
    invalid: [t('receipt.keptInvalid'), t('receipt.keptInvalidText', { time })],
  }[kept.verdict]
  return (
    <Banner
      tone={kept.verdict === 'signed' ? 'info' : 'caution'}
      title={title}
      action={
        <Button size="s" icon={Download} onClick={() => downloadJson(`acceptance-${id}.json`, kept.receipt)}>
          {t('receipt.keptDownload')}
        </Button>
      }
    >
      {text}
    </Banner>
  )
}

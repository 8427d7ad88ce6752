import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadJson } from '../../lib/download.ts'
import { groupedSeq } from '../../lib/log-number.ts'
import { forgetProofs } from '../../lib/proof/forget-proofs.ts'
import { loadProofKit } from '../../lib/proof/proof-watch.ts'
import { useSession } from '../../lib/session-store.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Headers and acceptances this browser keeps, to be saved or forgotten. */
export function KeptList() {
  const { t } = useTranslation('proof')
  const uid = useSession((session) => session.user?.uid ?? null)
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { data } = useQuery({
    queryKey: ['kept-proofs', uid],
    queryFn: async () => {
      const { store, links, checkKept, keeper } = await loadProofKit()
      const acceptances = (await store.acceptances()).filter((each) => each.uid === uid)
      let signed = 0
      for (const each of acceptances) if ((await checkKept(each)) === 'signed') signed += 1
      const spans = []
      for (const span of await store.spans()) {
        const holes = links.read(span.symbol)?.holes ?? []
        spans.push({ ...span, holes, unlinked: await keeper.unlinked(span.symbol) })
      }
      return { spans, acceptances, signed }
    },
    staleTime: 0,
  })
  if (data === undefined) return <Skeleton width="100%" height={48} />
  const isEmpty = data.spans.length === 0 && data.acceptances.length === 0
  const save = async (): Promise<void> => {
    const { store } = await loadProofKit()
    const headers = await Promise.all(
      data.spans.map(({ symbol, count }) => store.range(symbol, 0, Number.MAX_SAFE_INTEGER, count)),
    )
    downloadJson('truestrike-kept.json', { headers: headers.flat(), acceptances: data.acceptances })
  }
  const forget = async (): Promise<void> => {
    setAsking(false)
    await forgetProofs()
    await queries.invalidateQueries()
  }
  return (
    <>
      {isEmpty ? <p className="t3">{t('page.kept.none')}</p> : null}
      <ul className="pf-kept">
        {data.spans.map(({ symbol, count, firstNumber, lastNumber, unlinked, holes }) => (
          <li key={symbol}>
            <Num>{symbol}</Num>
            <span className="t2">
              {t('page.kept.headers', { count, from: isolated(firstNumber), to: isolated(lastNumber) })}
            </span>
            {unlinked === 0 ? null : (
              <Badge tone="caution">{t('page.kept.unlinked', { count: unlinked })}</Badge>
            )}
            {holes.map(({ fromNumber, toNumber }) => (
              <span className="t3" key={fromNumber}>
                {t('page.kept.hole', { from: isolated(fromNumber), to: isolated(toNumber) })}
              </span>
            ))}
          </li>
        ))}
        {data.signed === 0 ? null : (
          <li>
            <span className="t2">{t('page.kept.acceptances', { count: data.signed })}</span>
          </li>
        )}
        {data.signed === data.acceptances.length ? null : (
          <li>
            <Badge tone="caution">
              {t('page.kept.unsigned', { count: data.acceptances.length - data.signed })}
            </Badge>
          </li>
        )}
      </ul>
      <div className="pf-buttons">
        <Button size="s" icon={Download} disabled={isEmpty} onClick={() => void save()}>
          {t('page.kept.download')}
        </Button>
        <Button size="s" onClick={() => setAsking(true)}>
          {t('page.kept.forget')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('page.kept.forgetTitle')}
        confirmLabel={t('page.kept.forget')}
        caution
        onConfirm={() => void forget()}
      >
        {t('page.kept.forgetText')}
      </ConfirmDialog>
    </>
  )
}

const isolated = (number: number): string => `\u2066${groupedSeq(number)}\u2069`

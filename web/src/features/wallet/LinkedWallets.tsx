import './wallet.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  issueLinkMessage,
  type LinkedWallet,
  linkWallet,
  listWallets,
  unlinkWallet,
} from '@truestrike/protocol/wallet-endpoints.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { isolatedLtr } from '../../lib/isolated-text.ts'
import { useProofGate } from '../../lib/proof-gate.ts'
import { useSession } from '../../lib/session-store.ts'
import { formatDayYear } from '../../lib/time-format.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DisconnectWallet } from './DisconnectWallet.tsx'
import { shortAddress } from './short-address.ts'
import { useWalletSigning } from './use-wallet-signing.ts'
import { WalletGlyph } from './WalletGlyph.tsx'
import { WalletPicker } from './WalletPicker.tsx'

const QUIET = { toast: false }
const QUERY_KEY = ['wallets']

/** The wallets that sign in to this account. */
export function LinkedWallets() {
  const { t } = useTranslation('wallet')
  const isWalletUser = useSession((session) => session.user?.loginType === 'wallet')
  const linking = useUrlModal('link-wallet')
  const Gate = useProofGate()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => call(listWallets, {}, { ...QUIET, signal }),
  })
  return (
    <section className="ac-group" aria-label={t('linked.title')}>
      <h2 className="lab">{t('linked.title')}</h2>
      <div className="panel">
        {isError ? (
          <ErrorState title={t('linked.loadFailed')} pending={isFetching} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <div className="wl-linked" aria-busy="true">
            <Skeleton width="100%" height={64} />
          </div>
        ) : (
          <>
            {data.wallets.length === 0 ? <p className="wl-empty">{t('linked.empty')}</p> : null}
            <ul className="wl-linked">
              {data.wallets.map((wallet) => (
                <LinkedRow key={wallet.id} wallet={wallet} canUnlink={data.canUnlink} />
              ))}
            </ul>
            {data.wallets.length > 0 && !data.canUnlink ? (
              <p className="wl-empty">{t('linked.only')}</p>
            ) : null}
          </>
        )}
        <div className="wl-foot">
          <Button icon={Plus} className="hit" onClick={linking.show}>
            {t('linked.link')}
          </Button>
          {isWalletUser ? <DisconnectWallet /> : null}
        </div>
      </div>
      <Sheet
        open={linking.open}
        onOpenChange={(open) => {
          if (!open) linking.hide()
        }}
        title={t('linked.link')}
      >
        <Gate>
          <LinkWallet onLinked={linking.hide} />
        </Gate>
      </Sheet>
    </section>
  )
}

function LinkWallet({ onLinked }: { onLinked: () => void }) {
  const { t } = useTranslation('wallet')
  const queries = useQueryClient()
  const signing = useWalletSigning({
    issue: (account) => call(issueLinkMessage, { body: account }, QUIET),
    async finish(signed) {
      queries.setQueryData(QUERY_KEY, await call(linkWallet, { body: signed }, QUIET))
      showToast('success', t('linked.done'))
      onLinked()
    },
  })
  return <WalletPicker signing={signing} />
}

function LinkedRow({ wallet, canUnlink }: { wallet: LinkedWallet; canUnlink: boolean }) {
  const { t } = useTranslation('wallet')
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)
  const short = shortAddress(wallet.address)
  const unlink = async (): Promise<void> => {
    setPending(true)
    try {
      await call(unlinkWallet, { params: { id: wallet.id } })
      showToast('success', t('linked.undone'))
    } catch {
      // Said as a toast; the list says how it stands.
    }
    setPending(false)
    setAsking(false)
    await queries.invalidateQueries({ queryKey: QUERY_KEY })
  }
  return (
    <li className="wl-row">
      <WalletGlyph kind={wallet.wallet} />
      <span className="col flex-1 min-w-0">
        <b>
          <bdi dir="ltr" title={wallet.address}>
            {short}
          </bdi>
        </b>
        <span className="cap">
          {t(`chain.${wallet.chain}`)} · {t('linked.since', { date: formatDayYear(wallet.linkedAtMs) })}
        </span>
      </span>
      {canUnlink ? (
        <Button
          size="s"
          className="hit"
          aria-label={t('linked.unlinkName', { address: isolatedLtr(short) })}
          onClick={() => setAsking(true)}
        >
          {t('linked.unlink')}
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('linked.ask')}
        confirmLabel={t('linked.unlink')}
        onConfirm={() => void unlink()}
        pending={pending}
      >
        {t('linked.askText', { address: isolatedLtr(short) })}
      </ConfirmDialog>
    </li>
  )
}

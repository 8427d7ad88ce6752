import './wallet.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { shortAddress } from '@truestrike/core/wallet/short-address.ts'
import {
  issueLinkMessage,
  type LinkedWallet,
  linkWallet,
  listWallets,
} from '@truestrike/protocol/wallet-endpoints.ts'
import { Plus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { isolatedLtr } from '../../lib/isolated-text.ts'
import { useProofGate } from '../../lib/proof-gate.ts'
import { useSession } from '../../lib/session-store.ts'
import { formatDayYear } from '../../lib/time-format.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { useUrlModal } from '../../lib/url-modal.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DisconnectWallet } from './DisconnectWallet.tsx'
import { UnlinkWallet } from './UnlinkWallet.tsx'
import { useWalletSigning } from './use-wallet-signing.ts'
import { WalletGlyph } from './WalletGlyph.tsx'
import { WalletPicker } from './WalletPicker.tsx'
import { WALLETS_KEY } from './wallets-key.ts'

const QUIET = { toast: false }

const useLinked = () =>
  useQuery({
    queryKey: WALLETS_KEY,
    queryFn: ({ signal }) => call(listWallets, {}, { ...QUIET, signal }),
  })

/** The wallets that sign in to this account. `children` stand below: they come once nothing moves them any more. */
export function LinkedWallets({ children }: { children: ReactNode }) {
  const { isFetched } = useLinked()
  return (
    <>
      <Wallets />
      {isFetched ? children : null}
    </>
  )
}

function Wallets() {
  const { t } = useTranslation('wallet')
  const byWallet = useSession((session) => session.user?.signedInBy === 'wallet')
  const list = useRef<HTMLUListElement>(null)
  const linkButton = useRef<HTMLButtonElement>(null)
  const [asked, setAsked] = useState<LinkedWallet | null>(null)
  const linking = useUrlModal('link-wallet')
  const Gate = useProofGate()
  /** A proof that ran out asks for another one. */
  const [round, setRound] = useState(0)
  const { data, isError, isFetched, isFetching, refetch } = useLinked()
  return (
    <section className="ac-group" aria-label={t('linked.title')}>
      <h2 className="lab">{t('linked.title')}</h2>
      <div className="panel">
        {isError ? (
          <ErrorState title={t('linked.loadFailed')} pending={isFetching} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <div className="wl-linked" aria-busy="true">
            <Skeleton width="100%" height={128} />
          </div>
        ) : (
          <>
            {data.wallets.length === 0 ? <p className="wl-empty">{t('linked.empty')}</p> : null}
            <ul className="wl-linked" ref={list}>
              {data.wallets.map((wallet) => (
                <LinkedRow
                  key={wallet.id}
                  wallet={wallet}
                  onUnlink={data.canUnlink ? () => setAsked(wallet) : null}
                />
              ))}
            </ul>
            {data.wallets.length > 0 && !data.canUnlink ? (
              <p className="wl-empty">{t('linked.only')}</p>
            ) : null}
          </>
        )}
        {isFetched ? (
          <div className="wl-foot">
            <Button ref={linkButton} icon={Plus} className="hit" onClick={linking.show}>
              {t('linked.link')}
            </Button>
            {byWallet ? <DisconnectWallet /> : null}
          </div>
        ) : null}
      </div>
      <Sheet
        open={linking.open}
        onOpenChange={(open) => {
          if (!open) linking.hide()
        }}
        title={t('linked.link')}
      >
        <Gate key={round}>
          {byWallet ? <Banner tone="info">{t('linked.sameWallet')}</Banner> : null}
          <LinkWallet onLinked={linking.hide} onProofEnded={() => setRound(round + 1)} />
        </Gate>
      </Sheet>
      <UnlinkWallet
        wallet={asked}
        onClose={() => setAsked(null)}
        // The button that asked is gone: the next wallet's, or what is left below them.
        returnTo={() => list.current?.querySelector('button') ?? linkButton.current}
      />
    </section>
  )
}

function LinkWallet({ onLinked, onProofEnded }: { onLinked: () => void; onProofEnded: () => void }) {
  const { t } = useTranslation('wallet')
  const queries = useQueryClient()
  const signing = useWalletSigning({
    issue: (account) => call(issueLinkMessage, { body: account }, QUIET),
    async finish(signed) {
      queries.setQueryData(WALLETS_KEY, await call(linkWallet, { body: signed }, QUIET))
      showToast('success', t('linked.done'))
      onLinked()
    },
    onFailed(_wallet, error) {
      if (error instanceof ApiError && error.is('PROOF_REQUIRED')) onProofEnded()
    },
  })
  return <WalletPicker signing={signing} />
}

function LinkedRow({ wallet, onUnlink }: { wallet: LinkedWallet; onUnlink: (() => void) | null }) {
  const { t } = useTranslation('wallet')
  const short = shortAddress(wallet.address)
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
      {onUnlink === null ? null : (
        <Button
          size="s"
          className="hit"
          aria-label={t('linked.unlinkName', { address: isolatedLtr(short) })}
          onClick={onUnlink}
        >
          {t('linked.unlink')}
        </Button>
      )}
    </li>
  )
}

import './wallet.css'
import type { WalletChain } from '@truestrike/protocol/wallet-endpoints.ts'
import { TriangleAlert } from 'lucide-react'
import { type Ref, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnnounced } from '../../lib/wallet/found-wallets.ts'
import { downloadOf } from '../../lib/wallet/open-in-app.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { SigningState, WalletChoice, WalletSigning } from './use-wallet-signing.ts'
import { WalletGlyph } from './WalletGlyph.tsx'
import { walletChoices } from './wallet-choices.ts'

const CHAINS: readonly WalletChain[] = ['eth', 'tron']

/** First the blockchain, then the wallet that shall sign. */
export function WalletPicker({ signing }: { signing: WalletSigning }) {
  const { t } = useTranslation('wallet')
  const { state, connect, reset } = signing
  const [chain, setChain] = useState<WalletChain | null>(null)
  const [wanting, setWanting] = useState(false)
  const chains = useRef<HTMLFieldSetElement>(null)
  const choices = walletChoices(useAnnounced(({ wallets }) => wallets))
  const choose = (next: WalletChain): void => {
    setChain(next)
    setWanting(false)
    reset()
  }
  const press = (choice: WalletChoice): void => {
    if (chain !== null) return void connect(choice, chain)
    setWanting(true)
    chains.current?.querySelector('input')?.focus()
  }
  return (
    <div className="wl">
      <ChainField ref={chains} chain={chain} missing={wanting} onChoose={choose} />
      <ul className="wl-list" aria-label={t('list')}>
        {choices.map((choice) => (
          <WalletRow
            key={choice.id}
            choice={choice}
            chain={chain}
            state={state}
            onPress={() => press(choice)}
          />
        ))}
      </ul>
      <p className="sr-only" role="status">
        {'name' in state ? t(`step.${state.step}`, { wallet: state.name }) : ''}
      </p>
      <div role="alert">
        <Outcome state={state} />
      </div>
      <Banner tone="info">{t('note')}</Banner>
      <AppMissing state={state} onClose={reset} />
    </div>
  )
}

interface ChainFieldProps {
  ref: Ref<HTMLFieldSetElement>
  chain: WalletChain | null
  missing: boolean
  onChoose: (chain: WalletChain) => void
}

function ChainField({ ref, chain, missing, onChoose }: ChainFieldProps) {
  const { t } = useTranslation('wallet')
  const note = useId()
  return (
    <fieldset className="wl-chains" ref={ref} aria-describedby={missing ? note : undefined}>
      <legend>{t('chain.label')}</legend>
      <div className="wl-seg">
        {CHAINS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              className="sr-only"
              name="wallet-chain"
              required
              checked={each === chain}
              aria-invalid={missing}
              onChange={() => onChoose(each)}
            />
            <span>{t(`chain.${each}`)}</span>
          </label>
        ))}
      </div>
      {missing ? (
        <p className="hint hint-bad" id={note} role="alert">
          <Icon of={TriangleAlert} size={16} />
          <span>{t('chain.required')}</span>
        </p>
      ) : null}
    </fieldset>
  )
}

interface WalletRowProps {
  choice: WalletChoice
  chain: WalletChain | null
  state: SigningState
  onPress: () => void
}

function WalletRow({ choice, chain, state, onPress }: WalletRowProps) {
  const { t } = useTranslation('wallet')
  const busy = 'id' in state && state.id === choice.id
  const installed = (chain === null ? choice.chains : [chain]).some((each) => choice.find(each) !== null)
  return (
    <li className="wl-row">
      <WalletGlyph kind={choice.known?.kind ?? null} />
      <span className="col flex-1 min-w-0">
        <b>
          <bdi>{choice.name}</bdi>
        </b>
        <span className="cap">
          {busy
            ? t(`step.${state.step}`, { wallet: choice.name })
            : choice.chains.map((each) => t(`chain.${each}`)).join(', ')}
        </span>
      </span>
      {installed && !busy ? <Badge>{t('installed')}</Badge> : null}
      <Button
        size="s"
        variant={busy ? 'ghost' : 'tint'}
        className="hit"
        aria-label={t('connectName', { wallet: choice.name })}
        pending={busy}
        onClick={onPress}
      >
        {busy ? null : t('connect')}
      </Button>
    </li>
  )
}

/** What went wrong, and what to do about it. */
function Outcome({ state }: { state: SigningState }) {
  const { t } = useTranslation('wallet')
  if (state.step === 'refused') return <Banner>{state.message}</Banner>
  if (state.step !== 'fault') return null
  const { choice, code, chain } = state
  const words = { wallet: choice.name, chain: t(`chain.${chain}`) }
  const install = code === 'missing' && choice.known !== null ? downloadOf(choice.known) : null
  return (
    <Banner title={t(`fault.${code}.title`, words)}>
      <p>{t(`fault.${code}.text`, words)}</p>
      {install === null ? null : (
        <a className="link" href={install} target="_blank" rel="noopener noreferrer">
          {t('install', words)}
        </a>
      )}
    </Banner>
  )
}

/** The app is not there, or did not answer the link: its store is offered. */
function AppMissing({ state, onClose }: { state: SigningState; onClose: () => void }) {
  const { t } = useTranslation('wallet')
  const wallet = state.step === 'not-opened' ? state.choice.known : null
  // Its words stay while the dialog closes.
  const [shown, setShown] = useState(wallet)
  if (wallet !== null && wallet !== shown) setShown(wallet)
  const words = { wallet: shown?.name ?? '' }
  const download = (): void => {
    onClose()
    // In this tab: phones hand the address to their store and stay here.
    if (shown !== null) globalThis.location.assign(downloadOf(shown))
  }
  return (
    <ConfirmDialog
      open={wallet !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('app.title', words)}
      confirmLabel={t('app.download', words)}
      onConfirm={download}
    >
      {t('app.text', words)}
    </ConfirmDialog>
  )
}

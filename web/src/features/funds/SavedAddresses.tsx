import {
  removeAddress,
  renameAddress,
  type SavedAddress,
  setDefaultAddress,
} from '@truestrike/protocol/funds-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { isolated } from '../../lib/isolated-text.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { AddressName } from './AddressName.tsx'
import { LoadFault } from './LoadFault.tsx'
import { RenameAddress } from './RenameAddress.tsx'
import { useAddresses, useFundsChanged } from './use-funds.ts'

/** Where withdrawals may go, by the names their user gave them. */
export function SavedAddresses() {
  const { t } = useTranslation('funds')
  const query = useAddresses()
  if (query.isLoadingError) return <LoadFault title={t('saved')} query={query} />
  const saved = query.data?.addresses ?? []
  if (saved.length === 0) return null
  return (
    <section className="panel" aria-label={t('saved')}>
      <h2 className="fu-head">{t('saved')}</h2>
      <ul className="fu-bills">
        {saved.map((address) => (
          <SavedRow key={address.id} address={address} />
        ))}
      </ul>
    </section>
  )
}

function SavedRow({ address }: { address: SavedAddress }) {
  const { t } = useTranslation('funds')
  const changed = useFundsChanged()
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null)
  const [pending, setPending] = useState(false)
  const params = { id: address.id }
  const name = isolated(address.label)
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setPending(true)
    let isDone = false
    try {
      await work()
      isDone = true
      showToast('success', done)
    } catch {
      // Said as a toast; the list says how it stands.
    }
    // Another dialog may have been opened meanwhile. A name that could not be saved stays as it was typed.
    if (isDone || asked !== 'rename') setAsked((now) => (now === asked ? null : now))
    await changed()
    setPending(false)
  }
  const close = (open: boolean): void => {
    if (!open) setAsked(null)
  }
  return (
    <li>
      <AddressName address={address} />
      <div className="fu-buttons">
        {address.isDefault ? null : (
          <Button
            size="s"
            className="hit"
            pending={pending && asked === null}
            onClick={() =>
              void act(() => call(setDefaultAddress, { params }), t('addresses.isDefault', { name }))
            }
          >
            {t('addresses.makeDefault')}
            <span className="sr-only">: {name}</span>
          </Button>
        )}
        {(['rename', 'remove'] as const).map((what) => (
          <Button key={what} size="s" className="hit" onClick={() => setAsked(what)}>
            {t(`addresses.${what}`)}
            <span className="sr-only">: {name}</span>
          </Button>
        ))}
      </div>
      <Sheet open={asked === 'rename'} onOpenChange={close} title={t('addresses.renameTitle')}>
        <RenameAddress
          label={address.label}
          pending={pending}
          onSave={(label) =>
            void act(() => call(renameAddress, { params, body: { label } }), t('addresses.renamed'))
          }
        />
      </Sheet>
      <ConfirmDialog
        open={asked === 'remove'}
        onOpenChange={close}
        title={t('addresses.removeTitle')}
        confirmLabel={t('addresses.remove')}
        pending={pending}
        caution
        onConfirm={() => void act(() => call(removeAddress, { params }), t('addresses.removed'))}
      >
        <bdi>{address.label}</bdi>
        <br />
        <bdi dir="ltr" className="mono fu-whole">
          {address.address}
        </bdi>
        <br />
        {t('addresses.removeText')}
      </ConfirmDialog>
    </li>
  )
}

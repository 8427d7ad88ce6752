import type { SavedAddress } from '@truestrike/protocol/funds-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/Badge.tsx'

const shorten = (address: string): string => `${address.slice(0, 10)}…${address.slice(-8)}`

/** A saved address as its user knows it: its name, its network, its two ends. */
export function AddressName({ address: { label, network, address, isDefault } }: { address: SavedAddress }) {
  const { t } = useTranslation('funds')
  return (
    <span className="fu-address">
      <b>
        <bdi>{label}</bdi>
        {isDefault ? <Badge>{t('default')}</Badge> : null}
      </b>
      <span className="cap">
        {t(`method.${network}`)} ·{' '}
        <bdi dir="ltr" className="mono" title={address}>
          {shorten(address)}
        </bdi>
      </span>
    </span>
  )
}

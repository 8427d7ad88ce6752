import type { Device } from '@truestrike/protocol/security-endpoints.ts'
import { useTranslation } from 'react-i18next'

type Used = Pick<Device, 'browser' | 'system' | 'ip' | 'place'>

/** `Firefox on Linux`, as far as the browser says it. */
export function useUsedName(): (used: Used) => string {
  const { t } = useTranslation('security')
  return ({ browser, system }) => {
    if (browser !== null && system !== null) return t('used.on', { browser, system })
    return browser ?? system ?? t('used.unknown')
  }
}

/** The address, and the place as far as the address tells it. */
export function UsedAddress({ ip, place }: Pick<Used, 'ip' | 'place'>) {
  const { t } = useTranslation('security')
  return (
    <>
      <bdi dir="ltr" className="n">
        {ip}
      </bdi>
      {place === 'unknown' ? null : ` · ${t(`place.${place}`)}`}
    </>
  )
}

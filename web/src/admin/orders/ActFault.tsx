import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { TwoFrom } from './TwoFrom.tsx'

/** Why the last act was not done, read out when it comes. */
export function ActFault({ fault }: { fault: unknown }) {
  const { t } = useTranslation('admin')
  return (
    <div role="alert">
      {fault === null ? null : !(fault instanceof ApiError) ? (
        <Banner>{t('orders.actFailed')}</Banner>
      ) : (
        <TwoFrom fromMs={twoFromMs(fault)} alone={fault.message} />
      )}
    </div>
  )
}

function twoFromMs({ code, details }: ApiError): number | null {
  const fromMs = code === 'SECOND_ADMIN_TOO_NEW' ? details?.fromMs : null
  return typeof fromMs === 'number' ? fromMs : null
}

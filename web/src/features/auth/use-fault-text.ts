import { useTranslation } from 'react-i18next'

/** Words for the fault of a field: its own sentence where there is one, else the general one. */
export function useFaultText(): (
  field: string,
  error: { type?: unknown; message?: string } | undefined,
) => string | undefined {
  const { t, i18n } = useTranslation('auth')
  return (field, error) => {
    if (error === undefined) return undefined
    if (error.type === 'server') return error.message
    const own = `auth:faults.${field}.${String(error.type)}`
    return i18n.exists(own) ? t(own) : t('faults.invalid')
  }
}

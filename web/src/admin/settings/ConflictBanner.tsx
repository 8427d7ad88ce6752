import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Base } from './use-base.ts'

/** Somebody else has changed what he typed over. */
export function ConflictBanner({ of: { isNewer, take } }: { of: Pick<Base<unknown>, 'isNewer' | 'take'> }) {
  const { t } = useTranslation('admin')
  if (!isNewer) return null
  return (
    <Banner
      live
      action={
        <Button size="s" onClick={take}>
          {t('conflict.take')}
        </Button>
      }
    >
      {t('conflict.text')}
    </Banner>
  )
}

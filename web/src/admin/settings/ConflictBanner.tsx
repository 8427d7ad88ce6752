import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Base } from './use-base.ts'

/** Somebody else has changed what he typed over: said where he presses, below the form. */
export function ConflictBanner({ of: { isNewer, take } }: { of: Pick<Base<unknown>, 'isNewer' | 'take'> }) {
  const { t } = useTranslation('admin')
  const begin = (
    <Button size="s" onClick={take}>
      {t('conflict.take')}
    </Button>
  )
  return (
    <div role="alert" className="contents">
      {isNewer ? <Banner action={begin}>{t('conflict.text')}</Banner> : null}
    </div>
  )
}

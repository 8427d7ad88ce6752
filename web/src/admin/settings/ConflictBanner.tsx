import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Base } from './use-base.ts'

/** Somebody else has changed what was typed over: said where the press was, below the form. */
export function ConflictBanner({ of: { isNewer, take } }: { of: Pick<Base<unknown>, 'isNewer' | 'take'> }) {
  const { t } = useTranslation('admin')
  return (
    <div role="alert" className="contents">
      {isNewer ? (
        <Banner className="set-conflict">
          <p>{t('conflict.text')}</p>
          <Button size="s" onClick={take}>
            {t('conflict.take')}
          </Button>
        </Banner>
      ) : null}
    </div>
  )
}

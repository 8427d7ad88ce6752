import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type To } from 'react-router'

/** The last step: what has changed, and the way in. */
export function ForgotDone({ back }: { back: To }) {
  const { t } = useTranslation('auth')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="lg-form">
      <h2 ref={title} tabIndex={-1} className="lg-done">
        {t('forgot.done.title')}
      </h2>
      <p>{t('forgot.done.sessions')}</p>
      <p>{t('forgot.done.lock')}</p>
      <Link className="btn btn-primary btn-l btn-block" to={back} replace>
        {t('login')}
      </Link>
    </div>
  )
}

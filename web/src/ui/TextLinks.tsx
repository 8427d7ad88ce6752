import './texts.css'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { pathOfText, textPages } from './text-pages.ts'

/** The way to every text; the one that is shown is marked. */
export function TextLinks() {
  const { t } = useTranslation('ui')
  return (
    <nav aria-label={t('texts.list')}>
      <ul className="text-links">
        {textPages.map((page) => (
          <li key={page}>
            <NavLink className="link" to={pathOfText(page)}>
              {t(`texts.${page}`)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

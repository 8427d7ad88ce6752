import './texts.css'
import { useTranslation } from 'react-i18next'
import { TEXT_PAGES, type TextPage } from './text-pages.ts'

/** The words of one text; whoever shows it has loaded them (`loadTexts`). */
export function TextParts({ page }: { page: TextPage }) {
  const { t } = useTranslation('legal')
  return (
    <dl className="text-parts">
      {TEXT_PAGES[page].map((part) => (
        <div key={part}>
          <dt>{t(`${page}.${part}.title`)}</dt>
          <dd>{t(`${page}.${part}.text`)}</dd>
        </div>
      ))}
    </dl>
  )
}

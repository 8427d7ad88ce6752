import './texts.css'
import { useTranslation } from 'react-i18next'
import { TEXT_PAGES, type TextPage } from './text-pages.ts'

interface TextPartsProps {
  page: TextPage
  /** Who runs this site, isolated from the direction of the sentence; empty: no name is given. Undefined: not known yet. */
  operator?: string | undefined
}

/** The words of one text; whoever shows it has loaded them (`loadTexts`). */
export function TextParts({ page, operator }: TextPartsProps) {
  const { t } = useTranslation('legal')
  return (
    <dl className="text-parts">
      {TEXT_PAGES[page].map((part) => {
        const isWho = page === 'about' && part === 'who'
        const namesOperator = isWho || (page === 'privacy' && part === 'rights')
        if (isWho && operator === undefined) return null
        return (
          <div key={part}>
            <dt>{t(`${page}.${part}.title`)}</dt>
            {/* Without a name is another thing than a name that is not known yet. */}
            {isWho && operator !== '' ? null : <dd>{t(`${page}.${part}.text`)}</dd>}
            {namesOperator && operator ? <dd>{t('about.who.named', { name: operator })}</dd> : null}
          </div>
        )
      })}
    </dl>
  )
}

/** Who runs this site, on a page in the operator's own words. */
export function OperatorPart({ operator }: { operator: string }) {
  const { t } = useTranslation('legal')
  return (
    <dl className="text-parts">
      <div>
        <dt>{t('about.who.title')}</dt>
        <dd>{t('about.who.named', { name: operator })}</dd>
      </div>
    </dl>
  )
}

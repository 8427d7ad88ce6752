import { ANNOUNCEMENT_TEXT_MAX, ANNOUNCEMENT_TITLE_MAX } from '@truestrike/protocol/announcement-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { TimeField } from '../table/TimeField.tsx'
import { AnnouncementPreview } from './AnnouncementPreview.tsx'
import type { Draft, Language, useDraft } from './announcement-draft.ts'
import { ANNOUNCEMENT_TEXTS, LANGUAGES } from './announcement-words.ts'

interface AnnouncementFormProps {
  of: ReturnType<typeof useDraft>
  sendsMails: boolean
}

/** Words in one language at a time, with how they will look; then to whom, and when. */
export function AnnouncementForm({ of, sendsMails }: AnnouncementFormProps) {
  const { t } = useTranslation(ANNOUNCEMENT_TEXTS)
  const { draft, change, word } = of
  const [language, setLanguage] = useState<Language>(draft.fallback)
  const words = draft.texts[language]
  const isWorded = (value: Language): boolean => (draft.texts[value]?.title ?? '').trim() !== ''
  return (
    <div className="an-form">
      <Field
        label={t('language')}
        hint={t('worded', {
          done: LANGUAGES.filter(({ value }) => isWorded(value)).length,
          all: LANGUAGES.length,
        })}
      >
        {(control) => (
          <LanguageSelect {...control} value={language} onChoose={setLanguage} isMarked={isWorded} />
        )}
      </Field>
      <Field label={t('title')}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            lang={language}
            maxLength={ANNOUNCEMENT_TITLE_MAX}
            autoComplete="off"
            value={words?.title ?? ''}
            onChange={({ target }) => word(language, { title: target.value })}
          />
        )}
      </Field>
      <Field label={t('text')} hint={t('textHint')}>
        {(control) => (
          <span className="input an-lines">
            <textarea
              {...control}
              rows={7}
              dir="auto"
              lang={language}
              maxLength={ANNOUNCEMENT_TEXT_MAX}
              value={words?.text ?? ''}
              onChange={({ target }) => word(language, { text: target.value })}
            />
          </span>
        )}
      </Field>
      <h3>{t('preview')}</h3>
      <AnnouncementPreview words={words} language={language} />
      <Field label={t('fallback')} hint={t('fallbackHint')}>
        {(control) => (
          <LanguageSelect
            {...control}
            value={draft.fallback}
            onChoose={(fallback) => change({ fallback })}
            isMarked={isWorded}
          />
        )}
      </Field>
      <TimeField label={t('from')} valueMs={draft.fromMs} onChange={(fromMs) => change({ fromMs })} />
      <TimeField label={t('to')} isEnd valueMs={draft.toMs} onChange={(toMs) => change({ toMs })} />
      <Field label={t('mail.label')} hint={t(sendsMails ? 'mail.hint' : 'mail.off')}>
        {(control) => (
          <Select
            {...control}
            disabled={!sendsMails}
            value={draft.mail ?? ''}
            onChange={({ target }) =>
              change({ mail: target.value === '' ? null : (target.value as Draft['mail']) })
            }
          >
            {(['none', 'newsletter', 'marketing'] as const).map((topic) => (
              <option key={topic} value={topic === 'none' ? '' : topic}>
                {t(`mail.${topic}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

interface LanguageSelectProps {
  id: string
  value: Language
  onChoose: (value: Language) => void
  /** Those that are worded have a mark. */
  isMarked: (value: Language) => boolean
}

function LanguageSelect({ value, onChoose, isMarked, ...control }: LanguageSelectProps) {
  return (
    <Select {...control} value={value} onChange={({ target }) => onChoose(target.value as Language)}>
      {LANGUAGES.map(({ value: each, name }) => (
        <option key={each} value={each}>
          {isMarked(each) ? `${name} ✓` : name}
        </option>
      ))}
    </Select>
  )
}

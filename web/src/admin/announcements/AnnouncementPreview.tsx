import { useTranslation } from 'react-i18next'
import { AnnouncementText } from '../../features/notices/AnnouncementText.tsx'
import type { Language } from './announcement-draft.ts'
import { ANNOUNCEMENT_TEXTS } from './announcement-words.ts'

interface AnnouncementPreviewProps {
  words: { title: string; text: string } | undefined
  language: Language
}

/** As a reader of the language sees it. */
export function AnnouncementPreview({ words, language }: AnnouncementPreviewProps) {
  const { t } = useTranslation(ANNOUNCEMENT_TEXTS)
  return (
    <figure className="an-preview" lang={language} dir={language === 'ar-AR' ? 'rtl' : 'ltr'}>
      <figcaption className="sr-only">{t('preview')}</figcaption>
      <b>{words?.title.trim() || '–'}</b>
      <AnnouncementText text={words?.text ?? ''} />
    </figure>
  )
}

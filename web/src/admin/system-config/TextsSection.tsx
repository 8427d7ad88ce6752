import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  changeSiteText,
  getSiteText,
  type SiteTextPage,
  type SystemConfig,
} from '@truestrike/protocol/config-endpoints.ts'
import { SITE_TEXT } from '@truestrike/protocol/text-rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../lib/i18n.ts'
import { isLocale, LOCALES, localeNames } from '../../lib/locale.ts'
import { Button } from '../../ui/Button.tsx'
import { OperatorText } from '../../ui/OperatorText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextParts } from '../../ui/TextParts.tsx'
import { textPages } from '../../ui/text-pages.ts'
import { adminCall } from '../frame/admin-session.store.ts'
import { moveTo, usePageAddress } from '../frame/page-address.ts'
import { LinesRow, SelectRow } from '../settings/Rows.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import type { SectionProps } from '../settings/section-props.ts'

interface Chosen {
  page: SiteTextPage
  locale: string
}

/** The texts everybody may read, a language at a time. Where the operator has no words of his own the product's hold. */
export function TextsSection({ config, acts, isReadOnly }: Omit<SectionProps, 'note'>) {
  const { t, i18n } = useTranslation(['admin-settings', 'ui'])
  const queries = useQueryClient()
  const params = new URLSearchParams(usePageAddress((address) => address.search))
  const page = textPages.find((each) => each === params.get('text')) ?? 'terms'
  const asked = params.get('locale')
  const locale = isLocale(asked) ? asked : isLocale(i18n.language) ? i18n.language : 'en-US'
  const choose = (chosen: Partial<Chosen>) =>
    moveTo(new URLSearchParams({ section: 'texts', text: page, locale, ...chosen }))
  const queryKey = ['admin-site-text', page, locale]
  const { data } = useQuery({
    queryKey,
    queryFn: async () => {
      const [{ text }] = await Promise.all([
        adminCall(getSiteText, { query: { page, locale } }),
        loadTexts('legal').catch(() => undefined),
      ])
      return { text }
    },
  })
  const own = (each: SiteTextPage, language: string) => isOwn(config, each, language)
  return (
    <div className="set-form">
      <div className="set-two">
        <SelectRow
          label={t('texts.page')}
          value={page}
          options={textPages.map((value) => ({ value, label: t(`ui:texts.${value}`) }))}
          onChange={(value) => choose({ page: value as SiteTextPage })}
        />
        <SelectRow
          label={t('texts.language')}
          value={locale}
          options={localeNames.map((value) => ({
            value,
            label: own(page, value) ? `${LOCALES[value].name} · ${t('texts.own')}` : LOCALES[value].name,
          }))}
          onChange={(value) => choose({ locale: value })}
        />
      </div>
      {data === undefined ? (
        <Skeleton width="100%" height={300} />
      ) : (
        <TextForm
          key={`${page}-${locale}-${versionOf(config, { page, locale })}`}
          {...{ config, acts, isReadOnly, page, locale }}
          text={data.text}
          onSaved={() => void queries.invalidateQueries({ queryKey })}
        />
      )}
    </div>
  )
}

const find = ({ texts }: SystemConfig, { page, locale }: Chosen) =>
  texts.find((text) => text.page === page && text.locale === locale)
const versionOf = (config: SystemConfig, chosen: Chosen): number => find(config, chosen)?.version ?? 0
const isOwn = (config: SystemConfig, page: SiteTextPage, locale: string): boolean =>
  (find(config, { page, locale })?.length ?? 0) > 0

interface TextFormProps extends Omit<SectionProps, 'note'>, Chosen {
  text: string | null
  onSaved: () => void
}

function TextForm({ config, acts, isReadOnly, page, locale, text, onSaved }: TextFormProps) {
  const { t, i18n } = useTranslation('admin-settings')
  const [words, setWords] = useState(text ?? '')
  const version = versionOf(config, { page, locale })
  const save = (said: string | null) =>
    adminCall(changeSiteText, { body: { version, page, locale, text: said } })
  const back = async () => {
    if (await acts.act('back', () => save(null))) onSaved()
  }
  return (
    <SettingsForm
      {...{ acts, isReadOnly, onSaved }}
      onSave={() => save(words.trim() === '' ? null : words)}
      note={
        isReadOnly || text === null ? null : (
          <Button variant="ghost" pending={acts.pending === 'back'} onClick={() => void back()}>
            {t('texts.back')}
          </Button>
        )
      }
    >
      <LinesRow
        label={t('texts.words')}
        hint={t('texts.hint')}
        field="text"
        rows={14}
        maxLength={SITE_TEXT.maxLength}
        value={words}
        onChange={setWords}
      />
      <section className="set-method" aria-label={t('texts.preview')} dir="auto">
        <span className="cap">{t(words.trim() === '' ? 'texts.default' : 'texts.preview')}</span>
        {words.trim() !== '' ? (
          <OperatorText text={words} />
        ) : locale === i18n.language ? (
          <TextParts page={page} />
        ) : null}
      </section>
    </SettingsForm>
  )
}

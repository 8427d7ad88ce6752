import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ConfiguredText,
  changeSiteText,
  getConfiguredText,
  type SiteTextPage,
  type SystemConfig,
} from '@truestrike/protocol/config-endpoints.ts'
import { SITE_TEXT } from '@truestrike/protocol/text-rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../lib/i18n.ts'
import { isolated } from '../../lib/isolated-text.ts'
import { isLocale, LOCALES, localeNames } from '../../lib/locale.ts'
import { useOperatorName } from '../../lib/site-query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { OperatorText } from '../../ui/OperatorText.tsx'
import { TextParts } from '../../ui/TextParts.tsx'
import { textPages } from '../../ui/text-pages.ts'
import { adminCall } from '../frame/admin-session.store.ts'
import { moveTo, usePageAddress } from '../frame/page-address.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import type { Acts } from '../orders/use-acts.ts'
import { LinesRow, SelectRow } from '../settings/Rows.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import type { SectionProps } from '../settings/section-props.ts'
import { isOvertaken, unlessOvertaken } from '../settings/use-base.ts'
import { Loaded } from '../table/Loaded.tsx'

interface Chosen {
  page: SiteTextPage
  locale: string
}

/** The texts everybody may read, a language at a time. Where the operator has no words of his own the product's hold. */
export function TextsSection({ config, acts, isReadOnly }: Omit<SectionProps, 'note'>) {
  const { t, i18n } = useTranslation(['admin-settings', 'ui'])
  const params = new URLSearchParams(usePageAddress((address) => address.search))
  const page = textPages.find((each) => each === params.get('text')) ?? 'terms'
  // Another language of the page is no other text: what is typed would be gone with it.
  const [first] = useState(i18n.language)
  const asked = params.get('locale') ?? first
  const locale = isLocale(asked) ? asked : 'en-US'
  const choose = (chosen: { text?: string; locale?: string }) =>
    moveTo(new URLSearchParams({ section: 'texts', text: page, locale, ...chosen }))
  const saved = useSaved({ page, locale })
  const own = (each: SiteTextPage, language: string) => isOwn(config, each, language)
  return (
    <div className="set-form">
      <div className="set-two">
        <SelectRow
          label={t('texts.page')}
          value={page}
          options={textPages.map((value) => ({ value, label: t(`ui:texts.${value}`) }))}
          onChange={(value) => choose({ text: value })}
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
      <Loaded of={saved}>
        {(data) => (
          <TextForm
            key={`${page}-${locale}`}
            {...{ isReadOnly, page, locale }}
            acts={acts.of(`${page}/${locale}`)}
            saved={data}
            onActed={saved.readAgain}
          />
        )}
      </Loaded>
    </div>
  )
}

const isOwn = ({ texts }: SystemConfig, page: SiteTextPage, locale: string): boolean =>
  (texts.find((text) => text.page === page && text.locale === locale)?.length ?? 0) > 0

function useSaved({
  page,
  locale,
}: Chosen): UseQueryResult<ConfiguredText> & { readAgain: () => Promise<void> } {
  const queries = useQueryClient()
  const queryKey = ['admin-site-text', page, locale]
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const [saved] = await Promise.all([
        adminCall(getConfiguredText, { query: { page, locale } }),
        loadTexts('legal').catch(() => undefined),
      ])
      return saved
    },
    // One looked at before may have been changed elsewhere: nobody begins with words that are no longer there.
    gcTime: 0,
  })
  return { ...query, readAgain: () => queries.invalidateQueries({ queryKey }) }
}

/** What is typed over a version; a newer one is taken over where nothing is, else it is shown beside. */
function useWords(saved: ConfiguredText, { fault, forget }: Acts) {
  const [base, setBase] = useState(saved)
  const [words, setWords] = useState(saved.text ?? '')
  const take = (text: ConfiguredText): void => {
    setBase(text)
    setWords(text.text ?? '')
  }
  const isNewer = saved.version > base.version
  // What was refused is shown beside the other's, though he left it as it was.
  const isTouched = words !== (base.text ?? '') || isOvertaken(fault)
  if (isNewer && !isTouched) take(saved)
  return {
    ...{ base, words, setWords },
    newer: isNewer && isTouched ? saved : null,
    take: (text: ConfiguredText): void => {
      take(text)
      forget()
    },
    /** What is typed since it was sent stays. */
    hold: (stored: ConfiguredText): void => {
      setBase(stored)
      setWords((now) => (now === words ? (stored.text ?? '') : now))
    },
  }
}

interface TextFormProps extends Pick<SectionProps, 'acts' | 'isReadOnly'>, Chosen {
  saved: ConfiguredText
  onActed: () => Promise<void>
}

function TextForm({ acts, isReadOnly, page, locale, saved, onActed }: TextFormProps) {
  const { t } = useTranslation('admin-settings')
  const { base, words, setWords, take, hold, newer } = useWords(saved, acts)
  useUnsaved(words !== (base.text ?? ''), 'section', 'text', 'locale')
  const save = async (text: string | null): Promise<void> => {
    // Once another version is shown beside his words, they are to replace that one.
    const { version } = newer ?? base
    try {
      hold(await adminCall(changeSiteText, { body: { version, page, locale, text } }))
    } finally {
      await onActed()
    }
  }
  return (
    <SettingsForm
      acts={unlessOvertaken(acts, newer !== null)}
      {...{ isReadOnly }}
      onSave={() => save(words.trim() === '' ? null : words)}
      note={
        isReadOnly || base.text === null ? null : (
          <Button
            variant="ghost"
            pending={acts.pending === 'back'}
            disabled={acts.isHeld('back')}
            onClick={() => void acts.act('back', () => save(null))}
          >
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
      {newer === null ? null : (
        <>
          <Banner
            live
            action={
              <Button size="s" onClick={() => take(newer)}>
                {t('texts.take')}
              </Button>
            }
          >
            {t('texts.changed')}
          </Banner>
          <Shown label={t('texts.now')} text={newer.text ?? ''} {...{ page, locale }} />
        </>
      )}
      <Shown label={t('texts.preview')} text={words} {...{ page, locale }} />
    </SettingsForm>
  )
}

/** As readers see it; without words of the operator, those of the product. */
function Shown({ label, text, page, locale }: Chosen & { label: string; text: string }) {
  const { t, i18n } = useTranslation('admin-settings')
  const name = useOperatorName()
  const operator = name ? isolated(name) : name
  const isOwnText = text.trim() !== ''
  return (
    <section className="set-method" aria-label={label} dir="auto">
      <span className="cap">{isOwnText ? label : t('texts.default')}</span>
      {isOwnText ? (
        <OperatorText text={text} />
      ) : locale === i18n.language ? (
        <TextParts {...{ page, operator }} />
      ) : null}
    </section>
  )
}

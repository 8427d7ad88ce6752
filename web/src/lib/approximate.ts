import { formatMicros, parseMicros } from '@truestrike/core/money.ts'
import type { ApproximateRate } from '@truestrike/protocol/account-endpoints.ts'
import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTextsBy } from './i18n.ts'
import { isolated, isolatedLtr } from './isolated-text.ts'
import { formatMoney, microsOf } from './money-format.ts'
import { useSiteInfo } from './site-query.ts'
import { formatTime } from './time-format.ts'

const TEXTS = import.meta.glob<object>('../locales/*/rates.json', { import: 'default' })
const MICROS = 1_000_000n

/** Whose readers count in what. */
const CURRENCY_OF: Readonly<Record<string, ApproximateRate['currency']>> = { 'fr-FR': 'EUR', 'hi-IN': 'INR' }

/** An amount of USDT in another money, in whole millionths, cut towards zero; null for what is none. */
export function convert(amount: string | null | undefined, rate: string): string | null {
  const [micros, perUsdt] = [microsOf(amount), parseMicros(rate)]
  return micros === null || !perUsdt.ok ? null : formatMicros((micros * perUsdt.value) / MICROS)
}

export interface Approximate {
  /** `≈ 2,225.11 €` */
  value: string
  /** That it is approximate, and of which day. */
  dated: string
}

/** Its words, where readers of the page's language count in another money. A failure is that of who needs them. */
export async function loadRateTexts(): Promise<void> {
  if (CURRENCY_OF[i18next.language] !== undefined) await loadTextsBy('rates', TEXTS).catch(() => undefined)
}

/** What an amount is worth about in the money of the page's language; null where there is no rate for it. */
export function useApproximate(amount: string | null | undefined): Approximate | null {
  const { t, i18n } = useTranslation('rates')
  const { rates = [] } = useSiteInfo()
  const rate = rates.find(({ currency }) => currency === CURRENCY_OF[i18n.language])
  const [worded, setWorded] = useState(() => i18n.hasResourceBundle(i18n.language, 'rates'))
  const wanted = rate !== undefined
  useEffect(() => {
    if (!wanted) return
    loadTextsBy('rates', TEXTS).then(
      () => setWorded(true),
      () => undefined,
    )
  }, [wanted])
  const converted = rate === undefined ? null : convert(amount, rate.rate)
  if (rate === undefined || converted === null || !worded) return null
  const day = formatTime(Date.parse(`${rate.day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    value: isolatedLtr(t(rate.currency, { amount: formatMoney(converted) })),
    dated: t('dated', { day: isolated(day) }),
  }
}

import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import i18next from 'i18next'
import { formatDuration } from '../duration-format.ts'
import { loadTextsBy } from '../i18n.ts'
import { isolated, isolatedLtr } from '../isolated-text.ts'
import { formatMoney, formatMoneySigned } from '../money-format.ts'
import { pairText } from '../pair-name.ts'
import { formatPrice } from '../price-format.ts'
import { formatDayAndClock } from '../time-format.ts'

const TEXTS = import.meta.glob<object>('../../locales/*/notices.json', { import: 'default' })

/** As `loadTexts`. */
export function loadNoticeTexts(): Promise<void> {
  return loadTextsBy('notices', TEXTS)
}

export interface NoticeWords {
  title: string
  /** Signed, of a contract that was settled. */
  profit: string | null
  message: string
}

/** A notice in the language of now; one of practice funds says so. */
export function wordNotice(notice: Notice): NoticeWords {
  const words = wordKind(notice)
  if (notice.data.book !== 'demo') return words
  return { ...words, message: `${i18next.t('ui:funds.demo.name')}. ${words.message}` }
}

function wordKind({ kind, data }: Notice): NoticeWords {
  const { t } = i18next
  if (kind === 'price-alert') {
    const pair = isolatedLtr(pairText(data.symbol ?? ''))
    const price = isolatedLtr(formatPrice(data.target))
    return {
      title: t(data.direction === 'down' ? 'notices:alert.fell' : 'notices:alert.rose', { pair, price }),
      profit: null,
      message: t('notices:alert.reached', { price: isolatedLtr(formatPrice(data.price)) }),
    }
  }
  if (kind === 'announcement' && data.title !== undefined)
    return { title: isolated(data.title), profit: null, message: isolated(beginningOf(data.text ?? '')) }
  if (kind === 'contract-settled' || kind === 'stake-returned') return wordContract(data)
  const known = i18next.exists(`notices:kind.${kind}`)
  const about = [
    ...(data.amount === undefined ? [] : [kind === 'balance-adjusted' ? correctionOf(data) : amountOf(data)]),
    ...(data.uid === undefined ? [] : [`UID ${isolatedLtr(data.uid)}`]),
    ...(data.remark === undefined ? [] : [isolated(data.remark)]),
  ]
  return {
    title: t(known ? `notices:kind.${kind}` : 'notices:other'),
    profit: null,
    message: i18next.exists(`notices:text.${kind}`)
      ? [...(data.address === undefined ? [] : [isolatedLtr(data.address)]), textOf(kind, data)].join('. ')
      : about.join(t('notices:comma')),
  }
}

const textOf = (kind: string, { untilMs }: Notice['data']): string =>
  i18next.t(
    `notices:text.${kind}`,
    untilMs === undefined ? {} : { time: isolated(formatDayAndClock(untilMs)) },
  )

const BEGINNING_MAX = 140

/** Of a long text: whole words, up to about two lines. */
function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= BEGINNING_MAX ? line : `${line.slice(0, BEGINNING_MAX).replace(/\s\S*$/, '')} …`
}

function wordContract(data: Notice['data']): NoticeWords {
  const { t } = i18next
  const pair = isolatedLtr(pairText(data.symbol ?? ''))
  const direction = t(`contracts:direction.${data.direction ?? 'up'}`)
  // Those of former versions know no duration.
  const contract =
    data.durationSeconds === undefined
      ? t('notices:contract', { pair, direction, amount: amountOf(data) })
      : t('notices:contractFor', {
          ...{ pair, direction },
          duration: isolated(formatDuration(data.durationSeconds)),
        })
  if (data.result === 'cancelled') {
    // It was lost until a void, which says why.
    if (data.remark !== undefined)
      return { title: t('notices:returned'), profit: null, message: `${contract} ${isolated(data.remark)}` }
    const reason = t(`contracts:reason.${data.reason ?? 'price-gap'}`)
    return { title: t('notices:cancelled'), profit: null, message: `${contract} ${reason}` }
  }
  return {
    title: t('notices:settled'),
    profit: formatMoneySigned(data.profit),
    message: `${contract} ${pricesOf(data)}`.trim(),
  }
}

const amountOf = (data: Notice['data']): string => isolatedLtr(`${formatMoney(data.amount)} USDT`)

const correctionOf = (data: Notice['data']): string => isolatedLtr(`${formatMoneySigned(data.amount)} USDT`)

/** Opening and closing price, left to right in every language. */
function pricesOf({ openingPrice, price }: Notice['data']): string {
  if (price === undefined) return ''
  const closing = formatPrice(price)
  if (openingPrice !== undefined) return isolatedLtr(`${formatPrice(openingPrice)} → ${closing}`)
  return i18next.t('notices:closed', { price: isolatedLtr(closing) })
}

import type { GameRule } from '@truestrike/protocol/trade-endpoints.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/duration-format.ts'
import { formatBps } from '../../lib/price-format.ts'

interface DurationChipsProps {
  rules: readonly GameRule[]
  chosen: GameRule | undefined
  onChoose: (seconds: number) => void
}

/** One duration out of those offered, each over its payout rate: native radio buttons, so arrows work by themselves. */
export function DurationChips({ rules, chosen, onChoose }: DurationChipsProps) {
  const { t } = useTranslation('trade')
  const list = useRef<HTMLFieldSetElement>(null)
  const seconds = chosen?.durationSeconds
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice is the event, though not read.
  useEffect(() => {
    const element = list.current?.querySelector<HTMLElement>('label:has(:checked)')
    const row = list.current
    if (element === null || element === undefined || row === null || row.scrollWidth <= row.clientWidth)
      return
    const middle = element.offsetLeft + element.offsetWidth / 2 - row.clientWidth / 2
    row.scrollTo({ left: middle })
  }, [seconds, rules.length])
  return (
    <fieldset className="td-durations" aria-label={t('order.duration')} ref={list}>
      {rules.map((rule) => (
        <label key={rule.durationSeconds} className="td-duration">
          <input
            type="radio"
            className="sr-only"
            name="duration"
            checked={rule.durationSeconds === seconds}
            onChange={() => onChoose(rule.durationSeconds)}
            aria-label={t('order.durationChoice', {
              duration: formatDuration(rule.durationSeconds, 'long'),
              payout: formatBps(rule.payoutBps),
            })}
          />
          <b>{formatDuration(rule.durationSeconds, 'narrow')}</b>
          <span className="n">{formatBps(rule.payoutBps)}</span>
        </label>
      ))}
    </fieldset>
  )
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export function DurationsLoading() {
  return (
    <div className="td-durations" aria-hidden="true">
      {PLACES.map((place) => (
        <span key={place} className="td-duration sk" />
      ))}
    </div>
  )
}

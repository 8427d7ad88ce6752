import { DAY_MS, formatDay } from '@truestrike/core/utc-day.ts'
import type { DayDifference, DayGap } from './day-check.ts'
import type { DayFindings } from './run-regenerate.ts'
import { REGENERATE_WORDS as WORDS } from './words.ts'

/** What was found of a day, for a terminal. */
export function describeDay(findings: DayFindings, isEqual: boolean): string {
  const { day, report, rejected, otherSource } = findings
  const { differenceCount, differences, missing, gapCount, gaps } = report
  return [
    `${day.symbol}, ${formatDay(day.day)}`,
    ...describeCommitment(findings),
    findings.startFollows === null
      ? WORDS.startUnknown
      : findings.startFollows
        ? WORDS.startFollows
        : WORDS.startDiffers,
    `  ${WORDS.given(report.given, report.equal)}`,
    ...(rejected > 0 ? [`  ${WORDS.rejected(rejected)}`] : []),
    ...(findings.refusedNear > 0
      ? [`  ${WORDS.refusedNear(findings.refusedNear, findings.outlierBps)}`]
      : []),
    ...(otherSource > 0 ? [`  ${WORDS.otherSource(otherSource)}`] : []),
    ...(gapCount > 0 ? [`  ${WORDS.gaps(missing, gapCount)}`, ...named(gaps.map(gapText), gapCount)] : []),
    ...(differenceCount > 0
      ? [
          `  ${WORDS.differences(differenceCount)}`,
          ...named(differences.map(differenceText), differenceCount),
        ]
      : []),
    isEqual ? WORDS.equal : WORDS.differs,
  ].join('\n')
}

function describeCommitment({ day, commitmentHolds, isAsNoted, signature }: DayFindings): string[] {
  const aheadMs = day.day * DAY_MS - day.committedMs
  const span = durationText(Math.abs(aheadMs))
  return [
    `  ${commitmentHolds ? WORDS.commitmentHolds : WORDS.commitmentDiffers}`,
    `  ${WORDS.committed(time(day.committedMs))} ${aheadMs > 0 ? WORDS.before(span) : WORDS.after(span)}`,
    `  ${WORDS.signature[signature]}`,
    ...(isAsNoted === null ? [] : [`  ${isAsNoted ? WORDS.asNoted : WORDS.notAsNoted}`]),
    ...(day.masterSeed === 'configured' ? [`  ${WORDS.configured}`] : []),
  ]
}

const named = (lines: readonly string[], count: number): string[] => [
  ...lines.map((line) => `    ${line}`),
  ...(count > lines.length ? [`    ${WORDS.more(count - lines.length)}`] : []),
]

const gapText = ({ fromMs, toMs, ticks }: DayGap): string => `${time(fromMs)} – ${time(toMs)}: ${ticks}`

function differenceText({ logged, expected }: DayDifference): string {
  const found = `${WORDS.entry} ${logged.seq}, ${time(logged.timeMs)}: ${logged.price}, ${logged.volume} USDT`
  return expected === null
    ? `${found}; ${WORDS.none}`
    : `${found}; ${WORDS.seedGives} ${expected.price}, ${expected.volume} USDT, ${time(expected.timeMs)}`
}

const time = (timeMs: number): string => new Date(timeMs).toISOString()

function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => `${part}`.padStart(2, '0')).join(':')
}

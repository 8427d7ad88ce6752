import { useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import type { Acts } from '../orders/use-acts.ts'

/** Refusals that say no more than that another one was there before. */
const OVERTAKEN = ['CONFIG_CHANGED', 'REVIEW_CONFLICT'] as const

/** What a form begins with, and whether something newer holds by now. */
export interface Base<T> {
  base: T
  /** The one his next save is over: that of the base, or of his own last save. */
  version: number
  /** The key of the form: another one when it begins anew. */
  begun: number
  /** Somebody else has changed what he has typed over. */
  isNewer: boolean
  /** Something is typed that is not saved. */
  isTouched: boolean
  acts: Acts
  /** Begins anew with what holds now. */
  take(): void
  /** Something was typed. */
  touch(): void
  /** Sends what was typed; `versionOf` the answer: the version that holds then, where it tells of one. */
  save<A>(work: () => Promise<A>, versionOf: (answer: A) => number | undefined): Promise<A>
}

/**
 * A form over something that has versions. A newer one is taken over where nothing is typed, or where it is what he saved
 * himself; a colleague's is held until it is asked for, as what was typed would be lost.
 */
export function useBase<T>(newest: T, versionOf: (of: T) => number, acts: Acts): Base<T> {
  const [base, setBase] = useState(newest)
  const [version, setVersion] = useState(() => versionOf(newest))
  const [begun, setBegun] = useState(0)
  const [isTouched, setTouched] = useState(false)
  const touches = useRef(0)
  const newestVersion = versionOf(newest)
  const begin = (): void => {
    setBase(newest)
    setVersion(newestVersion)
    setBegun(begun + 1)
    setTouched(false)
  }
  if (newestVersion > versionOf(base)) {
    if (!isTouched) begin()
    // His own, and he types on: that stays.
    else if (newestVersion === version) setBase(newest)
  }
  const isNewer = isTouched && newestVersion > version
  const touch = (): void => {
    touches.current += 1
    setTouched(true)
  }
  return {
    ...{ base, version, begun, isNewer, isTouched, touch },
    acts: unlessOvertaken(acts, isNewer),
    take: () => {
      begin()
      acts.forget()
    },
    async save(work, answered) {
      // What is refused is held, also where he typed nothing.
      touch()
      const sent = touches.current
      const answer = await work()
      setVersion((before) => answered(answer) ?? before)
      if (touches.current === sent) setTouched(false)
      return answer
    },
  }
}

export const isOvertaken = (fault: unknown): boolean =>
  fault instanceof ApiError && OVERTAKEN.some((code) => fault.is(code))

/** Where it is said, or about to be, that somebody else was there before, that is no fault to tell beside it. */
export const unlessOvertaken = (acts: Acts, isSaid: boolean): Acts =>
  isOvertaken(acts.fault) && (isSaid || acts.pending !== null) ? { ...acts, fault: null } : acts

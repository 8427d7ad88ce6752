import { type ReactNode, useRef, useState } from 'react'
import { tellShell } from '../frame/page-address.ts'

interface ActState {
  pending: string | null
  fault: unknown
}

const STILL: ActState = { pending: null, fault: null }

/** Acts on one thing, one at a time: what is under way, and what went wrong with the last one. */
export interface Acts extends ActState {
  act(name: string, work: () => Promise<unknown>): Promise<boolean>
  /** Whether another act on the same thing is under way: this one has to wait for it. */
  isHeld(name: string): boolean
  /** What went wrong with the last one is over. */
  forget(): void
  /** Acts on a part of it, such as a row of the page: they go their own way, and what becomes of them is shown there only. */
  of(part: string): Acts
}

export function useActs(onActed: () => Promise<unknown>): Acts {
  const [states, setStates] = useState<Readonly<Record<string, ActState>>>({})
  /** What is under way, also before it is shown. */
  const running = useRef(new Set<string>())
  const actsOn = (thing: string): Acts => {
    const { pending, fault } = states[thing] ?? STILL
    const put = (state: ActState): void => setStates((all) => ({ ...all, [thing]: state }))
    const act = async (name: string, work: () => Promise<unknown>): Promise<boolean> => {
      if (running.current.has(thing)) return false
      running.current.add(thing)
      put({ pending: name, fault: null })
      let failure: unknown = null
      try {
        await work()
        return true
      } catch (error) {
        failure = error
        put({ pending: name, fault: error })
        return false
      } finally {
        // Also after a refusal: what is shown is no longer what is there.
        await onActed()
        tellShell({ kind: 'decided' })
        running.current.delete(thing)
        put({ pending: null, fault: failure })
      }
    }
    return {
      ...{ pending, fault, act },
      isHeld: (name) => pending !== null && pending !== name,
      forget: () => {
        if (!running.current.has(thing)) put(STILL)
      },
      of: (part) => actsOn(`${thing}/${part}`),
    }
  }
  return actsOn('')
}

interface OwnActsProps {
  onActed: () => Promise<unknown>
  children: (acts: Acts) => ReactNode
}

/** Acts of a form that is begun anew each time: what went wrong is forgotten with it. */
export function OwnActs({ onActed, children }: OwnActsProps): ReactNode {
  return children(useActs(onActed))
}

import { useQuery } from '@tanstack/react-query'
import { countProposals } from '@truestrike/protocol/approval-endpoints.ts'
import type { Endpoint } from '@truestrike/protocol/endpoint.ts'
import { countIdentityChecks } from '@truestrike/protocol/people-endpoints.ts'
import { countRechargeOrders, countWithdrawOrders } from '@truestrike/protocol/review-endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '../../lib/browser-storage.ts'
import { adminCall } from '../frame/admin-session.store.ts'
import { useMay } from '../frame/use-may.ts'

const POLL_MS = 60_000
/** How long animation and sound go on. */
const ALERT_MS = 60_000
const SOUND = '/sounds/notification.wav'
const VOLUME = 0.5
/** One ring after the other. */
const RING_EVERY_MS = 4_000
const SOUND_KEY = 'adminSound'

export type PendingKind = 'recharge' | 'withdraw' | 'approvals' | 'identities'

interface Counts {
  count: number
  /** Of requests of money: how many of them an administrator has taken on. */
  processing?: number
}

const COUNTS: Record<PendingKind, Endpoint<undefined, undefined, Counts>> = {
  recharge: countRechargeOrders,
  withdraw: countWithdrawOrders,
  approvals: countProposals,
  identities: countIdentityChecks,
}

export interface Pending {
  /** As the tab of pending orders counts: those nobody has taken on. */
  count: number | null
  /** Those besides that somebody has. */
  processing: number
  /** More wait than at the poll before, for a minute. */
  isAlert: boolean
  /** It was seen. */
  calm(): void
}

/** How many requests wait, asked for every minute; null: not known, or not for this administrator. */
export function usePending(kind: PendingKind): Pending {
  const mayCount = useMay(COUNTS[kind])
  const { data } = useQuery({
    queryKey: ['admin-pending', kind],
    enabled: mayCount,
    queryFn: async () => {
      const { count, processing = 0 } = await adminCall(COUNTS[kind])
      return { pending: count - processing, processing }
    },
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true,
    retry: false,
  })
  const known = useRef<typeof data>(undefined)
  const [risenMs, setRisen] = useState<number | null>(null)
  useEffect(() => {
    if (data === undefined) return
    // One may be new although as few are pending as before, when another one was taken on meanwhile.
    if (known.current !== undefined && isMore(data, known.current)) setRisen(Date.now())
    if (data.pending === 0) setRisen(null)
    known.current = data
  }, [data])
  useEffect(() => {
    if (risenMs === null) return
    // Each rise has a minute of its own, also one that comes while the alert of another goes on.
    const end = setTimeout(() => setRisen(null), ALERT_MS)
    return () => clearTimeout(end)
  }, [risenMs])
  return {
    count: mayCount ? (data?.pending ?? null) : null,
    processing: data?.processing ?? 0,
    ...{ isAlert: risenMs !== null, calm: () => setRisen(null) },
  }
}

interface Waiting {
  pending: number
  processing: number
}

const isMore = (now: Waiting, before: Waiting): boolean =>
  now.pending > before.pending || now.pending + now.processing > before.pending + before.processing

/** Rings as long as there is an alert, unless it is switched off. */
export function useAlarm(isAlert: boolean): { isOn: boolean; setOn(on: boolean): void } {
  const [isOn, setState] = useState(readStored(SOUND_KEY) !== 'false')
  useEffect(() => {
    if (!isAlert || !isOn) return
    const sound = new Audio(SOUND)
    sound.volume = VOLUME
    // Browsers stay silent until the page was touched once.
    const ring = () => void sound.play().catch(() => undefined)
    ring()
    const again = setInterval(ring, RING_EVERY_MS)
    return () => {
      clearInterval(again)
      sound.pause()
    }
  }, [isAlert, isOn])
  return {
    isOn,
    setOn(on) {
      writeStored(SOUND_KEY, String(on))
      setState(on)
    },
  }
}

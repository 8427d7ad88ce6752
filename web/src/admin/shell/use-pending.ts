import { useQuery } from '@tanstack/react-query'
import { countRechargeOrders, countWithdrawOrders } from '@truestrike/protocol/review-endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '../../lib/browser-storage.ts'
import { adminCall } from '../frame/admin-session.store.ts'

const POLL_MS = 60_000
/** How long animation and sound go on. */
const ALERT_MS = 60_000
const SOUND = '/sounds/notification.wav'
const VOLUME = 0.5
/** One ring after the other. */
const RING_EVERY_MS = 4_000
const SOUND_KEY = 'adminSound'

export type PendingKind = 'recharge' | 'withdraw'

const COUNTS = { recharge: countRechargeOrders, withdraw: countWithdrawOrders } as const

export interface Pending {
  count: number | null
  /** More wait than at the poll before, for a minute. */
  isAlert: boolean
  /** It was seen. */
  calm(): void
}

/** How many requests wait, asked for every minute; null: not known, or not for this administrator. */
export function usePending(kind: PendingKind): Pending {
  const { data } = useQuery({
    queryKey: ['admin-pending', kind],
    queryFn: async () => (await adminCall(COUNTS[kind])).count,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true,
    retry: false,
  })
  const known = useRef<number | undefined>(undefined)
  const [isAlert, setAlert] = useState(false)
  useEffect(() => {
    if (data === undefined) return
    if (known.current !== undefined && data > known.current) setAlert(true)
    if (data === 0) setAlert(false)
    known.current = data
  }, [data])
  useEffect(() => {
    if (!isAlert) return
    const end = setTimeout(() => setAlert(false), ALERT_MS)
    return () => clearTimeout(end)
  }, [isAlert])
  return { count: data ?? null, isAlert, calm: () => setAlert(false) }
}

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

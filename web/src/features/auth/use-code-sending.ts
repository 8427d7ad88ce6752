import {
  sendEmailCode,
  sendLoginCode,
  sendProofCode,
  sendResetCode,
} from '@truestrike/protocol/mail-endpoints.ts'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api-client.ts'
import { readTabObject, writeTab } from '../../lib/browser-storage.ts'

type CodePurpose = 'login' | 'reset' | 'email' | 'prove'

/** A code that was mailed: kept by the tab, so that a reload neither forgets the address nor asks too soon. */
interface SentCode {
  email: string
  /** Wall clock of this browser. */
  againAtMs: number
}

export interface CodeSending {
  /** Where the last code went, or null. */
  sentTo: string | null
  /** Until another one may be asked for; 0: now. */
  secondsLeft: number
  sending: boolean
  /** For a proof the server knows the address. Throws `ApiError`; another try is then open at once. */
  send(email: string): Promise<void>
}

const CALLS = { login: sendLoginCode, reset: sendResetCode, email: sendEmailCode }
const TICK_MS = 250
const SECONDS_MAX = 3_600

function storedCode(key: string): SentCode | null {
  const stored = readTabObject(key)
  const isWhole = typeof stored?.email === 'string' && typeof stored.againAtMs === 'number'
  return isWhole ? (stored as unknown as SentCode) : null
}

/** A clock that was set back must not lock the button for hours. */
const secondsUntil = (atMs: number): number => {
  const seconds = Math.ceil((atMs - Date.now()) / 1000)
  return seconds > SECONDS_MAX ? 0 : Math.max(0, seconds)
}

const keyOf = (purpose: CodePurpose, whose: string): string => `code-sent-${purpose}${whose}`

/** Asks for a code by mail, and counts down until another one may be asked for. `whose`: what one user asked for is not shown to the next. */
export function useCodeSending(purpose: CodePurpose, whose = ''): CodeSending {
  const key = keyOf(purpose, whose)
  const [sent, setSent] = useState(() => storedCode(key))
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(sent?.againAtMs ?? 0))
  const [sending, setSending] = useState(false)
  const againAtMs = sent?.againAtMs ?? 0
  useEffect(() => {
    setSecondsLeft(secondsUntil(againAtMs))
    if (secondsUntil(againAtMs) === 0) return
    const timer = setInterval(() => {
      const left = secondsUntil(againAtMs)
      setSecondsLeft(left)
      if (left === 0) clearInterval(timer)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [againAtMs])

  return {
    sentTo: sent?.email ?? null,
    secondsLeft,
    sending,
    async send(email) {
      setSending(true)
      try {
        const { resendSeconds } = await (purpose === 'prove'
          ? call(sendProofCode, {}, { toast: false })
          : call(CALLS[purpose], { body: { email } }, { toast: false }))
        const code: SentCode = { email, againAtMs: Date.now() + resendSeconds * 1000 }
        writeTab(key, JSON.stringify(code))
        setSent(code)
      } finally {
        setSending(false)
      }
    },
  }
}

/** When a code has done its work. */
export function forgetSentCode(purpose: CodePurpose, whose = ''): void {
  writeTab(keyOf(purpose, whose), null)
}

import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isOutcomeUnknown } from '../../lib/api-error.ts'
import { useFundsChanged } from './use-funds.ts'

type Values<F extends string> = Readonly<Record<F, string>>
type Faults<F extends string> = Partial<Record<F, string | undefined>>

interface Request<F extends string, R> {
  fields: readonly F[]
  /** What keeps these values from being sent, in words. */
  check(values: Values<F>): Faults<F>
  send(requestId: string, values: Values<F>): Promise<R>
  onDone(result: R): void
}

/** Where a refusal belongs that is about one field. */
const FIELD_OF: Readonly<Record<string, string>> = {
  AMOUNT_INVALID: 'amount',
  AMOUNT_OUT_OF_RANGE: 'amount',
  INSUFFICIENT_BALANCE: 'amount',
  WITHDRAWAL_ADDRESS_INVALID: 'address',
  TWO_FACTOR_WRONG: 'secret',
}

/** A form that asks for money to be moved: the same request id until it is known to have been used. */
export function useRequest<F extends string, R>({ fields, check, send, onDone }: Request<F, R>) {
  const { t } = useTranslation('funds')
  const [values, setValues] = useState(
    () => Object.fromEntries(fields.map((field) => [field, ''])) as Record<F, string>,
  )
  // A field is checked while it is typed in, but not before it has been left or sent.
  const [left, setLeft] = useState<ReadonlySet<F>>(new Set())
  const [refused, setRefused] = useState<Faults<F>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const requestId = useRef(newRequestId())
  const changed = useFundsChanged()

  const found = check(values)
  const faults: Faults<F> = { ...refused }
  for (const field of left) faults[field] = found[field] ?? refused[field]

  const set = (field: F, value: string): void => {
    setValues((before) => ({ ...before, [field]: value }))
    setRefused((before) => ({ ...before, [field]: undefined }))
    setRefusal(null)
  }
  const leave = (...more: readonly F[]): void => setLeft((before) => new Set([...before, ...more]))

  /** `asked`: the fields in sight. */
  async function submit(event: FormEvent, asked: readonly F[]): Promise<void> {
    event.preventDefault()
    if (pending) return
    leave(...asked)
    setRefusal(null)
    if (asked.some((field) => found[field] !== undefined)) return
    setPending(true)
    try {
      onDone(await send(requestId.current, values))
    } catch (error) {
      // A refused request has not used its id, and after an unknown outcome only the same id is safe. Not so when it was
      // carried out with what stood in the form then.
      if (error instanceof ApiError && error.is('IDEMPOTENCY_MISMATCH')) requestId.current = newRequestId()
      const { field, words } = refusalOf(error)
      const seen = asked.find((name) => name === field)
      if (seen === undefined) setRefusal(words)
      else setRefused({ [seen]: words } as Faults<F>)
    }
    setPending(false)
    // Whatever came of it, what was shown before may no longer hold.
    void changed()
  }

  function refusalOf(error: unknown): { field?: string | undefined; words: string | null } {
    if (!(error instanceof ApiError)) return { words: error instanceof Error ? error.message : null }
    if (isOutcomeUnknown(error)) return { words: t('unknown') }
    if (error.is('IDEMPOTENCY_MISMATCH')) return { words: t('earlier') }
    const named = error.details?.fields
    const isPassword = Array.isArray(named) && named.some(({ field }) => field === 'password')
    if (isPassword) return { field: 'secret', words: t('wrongPassword') }
    return { field: FIELD_OF[error.code], words: error.message }
  }

  return { values, faults, refusal, pending, set, leave, submit }
}

/** The same fault for every one of these that is empty. */
export function missingOf<F extends string, N extends F>(
  values: Values<F>,
  names: readonly N[],
  fault: string,
): Faults<N> {
  const missing = names.filter((name) => values[name].trim() === '')
  return Object.fromEntries(missing.map((name) => [name, fault])) as Faults<N>
}

/** Why a step after the request failed, as the server or the network says it; anything else is a fault of this page. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  throw error
}

function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

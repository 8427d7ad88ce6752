import type { TFunction } from 'i18next'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isOutcomeUnknown } from '../../lib/api-error.ts'
import { newRequestId } from '../../lib/new-request-id.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { useIsThere } from '../../lib/use-is-there.ts'
import { type FundsForm, useUnresolved } from './unresolved.ts'
import { useFundsChanged } from './use-funds.ts'

type Values<F extends string> = Readonly<Record<F, string>>
type Faults<F extends string> = Partial<Record<F, string | undefined>>

interface Request<F extends string, R> {
  form: FundsForm
  fields: readonly F[]
  /** Chosen beside the fields, and part of what is asked for. */
  choices?: Readonly<Record<string, string>>
  /** What keeps these values from being sent, in words. */
  check(values: Values<F>): Faults<F>
  send(requestId: string, values: Values<F>): Promise<R>
  /** Says that it is done, wherever the user is by now. */
  tell(result: R): void
  /** Only while the form is there. */
  onDone(): void
}

/** Where a refusal belongs that is about one field. */
const FIELD_OF: Readonly<Record<string, string>> = {
  AMOUNT_INVALID: 'amount',
  AMOUNT_OUT_OF_RANGE: 'amount',
  INSUFFICIENT_BALANCE: 'amount',
  WITHDRAWAL_ADDRESS_INVALID: 'address',
  DEPOSIT_TRANSACTION_INVALID: 'transactionId',
  DEPOSIT_TRANSACTION_USED: 'transactionId',
  TWO_FACTOR_WRONG: 'secret',
  TWO_FACTOR_BLOCKED: 'secret',
}

/** A form that asks for money to be moved: the same request id until it is known to have been used. */
export function useRequest<F extends string, R>(request: Request<F, R>) {
  const { form, fields, choices, check, send, tell, onDone } = request
  const { t } = useTranslation('funds')
  const { earlier, keep } = useUnresolved(form)
  const [values, setValues] = useState(
    () =>
      Object.fromEntries(fields.map((field) => [field, earlier?.values[field] ?? ''])) as Record<F, string>,
  )
  // A field is checked while it is typed in, but not before it has been left or sent.
  const [left, setLeft] = useState<ReadonlySet<F>>(new Set())
  const [refused, setRefused] = useState<Faults<F>>({})
  const [refusal, setRefusal] = useState(() => (earlier === null ? null : t('unknown')))
  const [pending, setPending] = useState(false)
  const requestId = useRef(earlier?.id ?? newRequestId())
  const isDoubtful = useRef(earlier !== null)
  const isThere = useIsThere()
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

  /** `asked`: the fields in sight. `blocked`: something beside them keeps it from being sent; their faults are shown all the same. */
  async function submit(event: FormEvent, asked: readonly F[], blocked = false): Promise<void> {
    event.preventDefault()
    if (pending) return
    leave(...asked)
    setRefusal(null)
    if (blocked || asked.some((field) => found[field] !== undefined)) return
    setPending(true)
    const { secret: _secret, ...shown } = values as Record<string, string>
    // Before it is sent: the page may be gone when the answer comes.
    keep({ id: requestId.current, values: { ...shown, ...choices } })
    try {
      const result = await send(requestId.current, values)
      keep(null)
      tell(result)
      if (isThere.current) onDone()
    } catch (error) {
      // A refused request has not used its id, and after an unknown outcome only the same id is safe. Not so when it was
      // carried out with what stood in the form then.
      if (!(error instanceof ApiError) || isOutcomeUnknown(error)) isDoubtful.current = true
      else if (error.is('IDEMPOTENCY_MISMATCH')) {
        requestId.current = newRequestId()
        isDoubtful.current = false
      }
      // A refusal of a later try does not tell what became of an earlier one.
      if (!isDoubtful.current) keep(null)
      const { field, words } = refusalOf(error, t)
      if (!isThere.current && words !== null) showToast('error', words)
      const seen = asked.find((name) => name === field)
      if (seen === undefined) setRefusal(words)
      else setRefused({ [seen]: words } as Faults<F>)
    }
    setPending(false)
    // Whatever came of it, what was shown before may no longer hold.
    void changed()
  }

  return { values, faults, refusal, pending, set, leave, submit }
}

function refusalOf(
  error: unknown,
  t: TFunction<'funds'>,
): { field?: string | undefined; words: string | null } {
  if (!(error instanceof ApiError)) return { words: error instanceof Error ? error.message : null }
  if (isOutcomeUnknown(error)) return { words: t('unknown') }
  if (error.is('IDEMPOTENCY_MISMATCH')) return { words: t('earlier') }
  const named = error.details?.fields
  const isPassword = Array.isArray(named) && named.some(({ field }) => field === 'password')
  if (isPassword) return { field: 'secret', words: t('wrongPassword') }
  return { field: FIELD_OF[error.code], words: error.message }
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

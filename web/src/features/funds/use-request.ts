import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isOutcomeUnknown } from '../../lib/api-error.ts'
import { useFundsChanged } from './use-funds.ts'

/** A form that asks for money to be moved: the same request id until it is known to have been used. */
export function useRequest<Field extends string, R>(
  fields: readonly Field[],
  send: (requestId: string, values: Readonly<Record<Field, string>>) => Promise<R>,
  onDone: (result: R) => void,
) {
  const { t } = useTranslation('funds')
  const [values, setValues] = useState(
    () => Object.fromEntries(fields.map((field) => [field, ''])) as Record<Field, string>,
  )
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const requestId = useRef(newRequestId())
  const changed = useFundsChanged()

  const set = (field: Field, value: string): void => {
    setValues((before) => ({ ...before, [field]: value }))
    setFaults((before) => ({ ...before, [field]: undefined }))
    setRefusal(null)
  }

  async function submit(event: FormEvent, required: readonly Field[]): Promise<void> {
    event.preventDefault()
    if (pending) return
    const missing = required.filter((field) => values[field].trim() === '')
    setFaults(Object.fromEntries(missing.map((field) => [field, t('required')])) as typeof faults)
    setRefusal(null)
    if (missing.length > 0) return
    setPending(true)
    try {
      onDone(await send(requestId.current, values))
    } catch (error) {
      // A refused request has not used its id, and after an unknown outcome only the same id is safe. Not so when it was
      // carried out with what stood in the form then.
      if (error instanceof ApiError && error.is('IDEMPOTENCY_MISMATCH')) requestId.current = newRequestId()
      setRefusal(wordsOf(error))
    }
    setPending(false)
    // Whatever came of it, what was shown before may no longer hold.
    void changed()
  }

  function wordsOf(error: unknown): string | null {
    if (!(error instanceof ApiError)) return error instanceof Error ? error.message : null
    if (isOutcomeUnknown(error)) return t('unknown')
    if (error.is('IDEMPOTENCY_MISMATCH')) return t('earlier')
    const named = error.details?.fields
    const isPassword = Array.isArray(named) && named.some(({ field }) => field === 'password')
    return isPassword ? t('wrongPassword') : error.message
  }

  return { values, faults, refusal, pending, set, submit }
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

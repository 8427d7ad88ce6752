import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { useFundsChanged } from './use-funds.ts'

/** Only a refusal says for certain that nothing was done. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** A form that asks for money to be moved: the same request id until it is answered for certain. */
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
      await changed()
    } catch (error) {
      if (isRefusal(error)) requestId.current = newRequestId()
      const named = error instanceof ApiError ? error.details?.fields : undefined
      const isPassword = Array.isArray(named) && named.some(({ field }) => field === 'password')
      setRefusal(isPassword ? t('wrongPassword') : error instanceof Error ? error.message : null)
    }
    setPending(false)
  }

  return { values, faults, refusal, pending, set, submit }
}

function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

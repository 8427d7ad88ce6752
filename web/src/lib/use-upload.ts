import type { Endpoint } from '@truestrike/protocol/endpoint.ts'
import axios from 'axios'
import { useEffect, useRef, useState } from 'react'
import { callUpload, type UploadForm } from './upload.ts'
import { useIsThere } from './use-is-there.ts'

/** Sends files of one form and says how far it is; `null`: nothing is under way. It ends with the form: nobody could cancel it after that. */
export function useUpload<R>(endpoint: Endpoint<undefined, unknown, R>) {
  const [percent, setPercent] = useState<number | null>(null)
  const control = useRef<AbortController | null>(null)
  const isThere = useIsThere()
  useEffect(() => () => control.current?.abort(), [])
  return {
    percent,
    cancel: () => control.current?.abort(),
    /** Null: it was cancelled. Throws what `call` throws. */
    async send(form: UploadForm): Promise<R | null> {
      control.current = new AbortController()
      if (!isThere.current) control.current.abort()
      setPercent(0)
      try {
        return await callUpload(endpoint, form, { onProgress: setPercent, signal: control.current.signal })
      } catch (error) {
        if (axios.isCancel(error)) return null
        throw error
      } finally {
        setPercent(null)
      }
    },
  }
}

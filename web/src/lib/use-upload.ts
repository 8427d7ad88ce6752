import type { Endpoint } from '@truestrike/protocol/endpoint.ts'
import axios from 'axios'
import { useRef, useState } from 'react'
import { callUpload, type UploadForm } from './upload.ts'

/** Sends files of one form and says how far it is; `null`: nothing is under way. */
export function useUpload<R>(endpoint: Endpoint<undefined, unknown, R>) {
  const [percent, setPercent] = useState<number | null>(null)
  const control = useRef<AbortController | null>(null)
  return {
    percent,
    cancel: () => control.current?.abort(),
    /** Null: it was cancelled. Throws what `call` throws. */
    async send(form: UploadForm): Promise<R | null> {
      control.current = new AbortController()
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

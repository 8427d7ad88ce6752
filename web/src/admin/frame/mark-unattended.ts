import { apiClient } from '../../lib/api-client.ts'
import { isUnattended } from './activity.ts'

/** Calls a page makes by itself say so: they keep no session awake (docs/operations.md, administrators). Answers what ends it. */
export function markUnattended(): () => void {
  const marking = apiClient.interceptors.request.use((config) => {
    if (isUnattended()) config.headers.set('X-Unattended', '1')
    return config
  })
  return () => apiClient.interceptors.request.eject(marking)
}

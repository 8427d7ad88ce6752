import { useQuery } from '@tanstack/react-query'
import { getNotificationSettings } from '@truestrike/protocol/notice-endpoints.ts'
import { call } from '../../lib/api-client.ts'
import { useSecurityKey } from './use-security.ts'

export const useNotificationsKey = (): string[] => useSecurityKey('notifications')

/** What the signed-in user wants to be told. */
export function useNotifications() {
  return useQuery({
    queryKey: useNotificationsKey(),
    queryFn: ({ signal }) => call(getNotificationSettings, {}, { toast: false, signal }),
  })
}

import { getInvitations, listInvitees } from '@truestrike/protocol/invitation-endpoints.ts'
import type { Router } from '../platform/route.ts'
import { createInvitationsService, type InvitationsParts } from './invitations.service.ts'

/** What users invite others with, and who came. */
export function addInvitations(router: Router, parts: InvitationsParts): void {
  const invitations = createInvitationsService(parts)
  router.route(getInvitations, ({ request }, { userId }) => invitations.get(userId, request.origin), {
    limit: 'read',
  })
  router.route(listInvitees, ({ query }, { userId }) => invitations.list(userId, query), { limit: 'read' })
}

import { getInvitations, listInvitees } from '@truestrike/protocol/invitation-endpoints.ts'
import { exportTeams, getTeam, listTeams } from '@truestrike/protocol/people-endpoints.ts'
import type { UserInfoService } from '../accounts/user-info.service.ts'
import type { ListExports } from '../platform/list-exports.ts'
import type { Router } from '../platform/route.ts'
import {
  createInvitationsService,
  type InvitationsParts,
  type InvitationsService,
} from './invitations.service.ts'
import { createTeamsService } from './teams.service.ts'

interface Parts extends InvitationsParts {
  users: Pick<UserInfoService, 'findUsers' | 'idOf'>
  exports: ListExports
}

/** What users invite others with, and who came; for administrators the teams that grew of it. */
export function addInvitations(router: Router, parts: Parts): InvitationsService {
  const invitations = createInvitationsService(parts)
  router.route(getInvitations, ({ request }, { userId }) => invitations.get(userId, request.origin), {
    limit: 'read',
  })
  router.route(listInvitees, ({ query }, { userId }) => invitations.list(userId, query), { limit: 'read' })
  const teams = createTeamsService(parts)
  router.route(listTeams, ({ query }) => teams.list(query), { limit: 'read' })
  router.download(exportTeams, ({ query, request }, admin) => teams.export(admin, query, request), {
    limit: 'upload',
  })
  router.route(getTeam, ({ params, query }) => teams.get(params.uid, query), { limit: 'read' })
  return invitations
}

import { setLocale } from '@truestrike/protocol/account-endpoints.ts'
import {
  getAvatar,
  getIdentity,
  getIdentityDocument,
  getPrivateFile,
  getProfile,
  removeAvatar,
  submitIdentity,
  updateProfile,
  uploadAvatar,
} from '@truestrike/protocol/profile-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Router } from '../platform/route.ts'
import { type IdentityService, SIDES_MAX } from './identity.service.ts'
import type { PrivateFiles } from './private-files.ts'
import type { ProfileService } from './profile.service.ts'

export interface ProfileServices {
  profiles: ProfileService
  identities: IdentityService
  files: PrivateFiles
}

export function registerProfileRoutes(
  router: Router,
  { profiles, identities, files }: ProfileServices,
): void {
  router.route(getProfile, (_call, user) => profiles.get(user.userId), { limit: 'read' })
  router.route(updateProfile, ({ body }, user) => profiles.update(user.userId, body))

  router.route(setLocale, async ({ body }, user) => {
    await profiles.setLocale(user.userId, body.locale)
    return {}
  })

  router.upload(
    uploadAvatar,
    async ({ files, request }, user) => ({
      avatar: await profiles.putAvatar(user.userId, files, request.ip),
    }),
    { filesMax: 1 },
  )
  router.route(removeAvatar, async (_call, user) => {
    await profiles.removeAvatar(user.userId)
    return { avatar: null }
  })
  router.download(getAvatar, ({ params }) => profiles.openAvatar(params.name ?? ''), { limit: 'read' })

  router.route(getIdentity, (_call, user) => identities.get(user.userId), { limit: 'read' })
  router.upload(
    submitIdentity,
    ({ body, files, request }, user) => identities.submit(user.userId, body, files, request.ip),
    { filesMax: SIDES_MAX },
  )
  router.route(
    getIdentityDocument,
    async ({ params: { side = '' } }, user) => {
      if (!(await identities.hasDocument(user.userId, side))) throw new AppError('NOT_FOUND')
      return files.addressOf('document', side, user)
    },
    { limit: 'read' },
  )
  files.add('document', identities.openDocument)
  router.download(getPrivateFile, ({ query, request }) => files.open(query.seal, request), { limit: 'read' })
}

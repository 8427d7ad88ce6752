import {
  changeBasicConfig,
  changeFundsConfig,
  changeMailConfig,
  changeMethodsConfig,
  changeSiteText,
  changeTradingConfig,
  getConfiguredText,
  getSystemConfig,
  listConfigChanges,
  previewSecondAdmin,
  proposeExposureLimit,
  proposeSecondAdmin,
  uploadSitePicture,
} from '@truestrike/protocol/config-endpoints.ts'
import type { ApprovalsService } from '../approvals/approvals.service.ts'
import type { Router } from '../platform/route.ts'
import { createProposeRaise } from './propose-raise.ts'
import { createSystemConfigService, type SystemConfigParts } from './system-config.service.ts'

const READ = { limit: 'read' } as const

/** What the operator sets at run time. Every change is a version, with who made it and what was before. */
export function addSystemConfig(
  router: Router,
  parts: SystemConfigParts & { approvals: Pick<ApprovalsService, 'register'> },
): void {
  const { accounts, funds, trading } = parts
  const service = createSystemConfigService(parts)
  const raising = createProposeRaise(parts.approvals, {
    ...{ kind: 'raise-second-admin', section: 'funds', field: 'secondAdminAbove' },
    limit: funds.secondAdminLimit,
  })
  const raisingExposure = createProposeRaise(parts.approvals, {
    ...{ kind: 'raise-exposure-limit', section: 'trading', field: 'exposureLimit' },
    limit: trading.config.exposureLimit,
  })
  const holding = async (change: Promise<number>) => ({ version: await change })

  router.route(getSystemConfig, async (_call, admin) => service.get(await raising.anotherFor(admin)), READ)
  router.route(listConfigChanges, ({ query }) => service.history(query), READ)
  router.route(changeBasicConfig, ({ body, request }, admin) =>
    holding(accounts.settings.change({ admin, request }, body.version, body.basic)),
  )
  router.route(changeFundsConfig, ({ body, request }, admin) =>
    holding(funds.rulesConfig.change({ admin, request }, body.version, body.funds)),
  )
  router.route(previewSecondAdmin, ({ query }) => funds.secondAdminLimit.preview(query.to), READ)
  router.route(proposeSecondAdmin, async ({ body, request }, admin) => ({
    proposal: await raising.propose({ admin, request }, body),
  }))
  router.route(changeMethodsConfig, ({ body, request }, admin) =>
    holding(funds.methodsConfig.change({ admin, request }, body.version, body.methods)),
  )
  router.route(changeTradingConfig, ({ body, request }, admin) =>
    holding(trading.config.change({ admin, request }, body.version, body.trading)),
  )
  router.route(proposeExposureLimit, async ({ body, request }, admin) => ({
    proposal: await raisingExposure.propose({ admin, request }, body),
  }))
  router.route(changeMailConfig, ({ body, request }, admin) =>
    holding(accounts.mailSender.change({ admin, request }, body.version, body.mail)),
  )
  router.route(getConfiguredText, ({ query }) => accounts.texts.readNow(query), READ)
  router.route(changeSiteText, ({ body, request }, admin) => accounts.texts.change({ admin, request }, body))
  router.upload(
    uploadSitePicture,
    async ({ files, request }, admin) => ({
      address: await accounts.sitePictures.add({ admin, request }, files),
    }),
    { filesMax: 1 },
  )
}

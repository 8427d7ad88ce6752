import type { ApproximateRate } from '@truestrike/protocol/account-endpoints.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Pictures } from '../platform/picture.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import { createMailSenderService } from './mail-sender.service.ts'
import { createSitePicturesService } from './site-pictures.service.ts'
import { createSiteSettingsService } from './site-settings.service.ts'
import { createSiteTextsService } from './site-texts.service.ts'

export interface SiteParts {
  db: Db
  bus: Bus
  clock: Clock
  random: RandomBytes
  pictures: Pictures
  fundsMode: 'test' | 'live'
  rates?: readonly ApproximateRate[]
  /** Null: this site sends no mails. */
  mails: object | null
}

/** What the operator sets of the site: its name and ways in, its texts, its pictures, and who its mails come from. */
export function createSiteServices(parts: SiteParts) {
  const settings = createSiteSettingsService(parts)
  const texts = createSiteTextsService(parts)
  const mailSender = createMailSenderService(parts)
  return {
    ...{ settings, texts, mailSender },
    sitePictures: createSitePicturesService(parts),
    closeSite(): void {
      settings.close()
      texts.close()
      mailSender.close()
    },
  }
}

import { ensure } from '@truestrike/core/assert.ts'
import type { NotificationChoice, NotificationSettings } from '@truestrike/protocol/notice-endpoints.ts'
import type { Sql } from '../platform/db.ts'

/** Of users who never chose. */
const DEFAULTS: NotificationSettings = {
  ...{ email: true, priceAlerts: true, trade: true, system: true },
  ...{ marketing: false, newsletter: false, digest: false },
}

const COLUMNS = 'email, price_alerts as "priceAlerts", trade, system, marketing, newsletter, digest'

export async function getNotificationSettings(sql: Sql, userId: bigint): Promise<NotificationSettings> {
  const [row] = await sql.query<NotificationSettings>(
    `select ${COLUMNS}
    from notification_settings where user_id = $1`,
    [userId],
  )
  return row ?? DEFAULTS
}

/** `today`: of the digest, should it begin now. */
export async function putNotificationSettings(
  sql: Sql,
  userId: bigint,
  { email, priceAlerts, trade, system, marketing, newsletter, digest }: NotificationChoice,
  today: number,
): Promise<NotificationSettings> {
  const rows = await sql.query<NotificationSettings>(
    `insert into notification_settings as s
      (user_id, email, price_alerts, trade, system, marketing, newsletter, digest, digest_day)
    values ($1, $2, $3, $4, $5, $6, $7, coalesce($8, false), $9)
    on conflict (user_id) do update set email = excluded.email, price_alerts = excluded.price_alerts,
      trade = excluded.trade, system = excluded.system, marketing = excluded.marketing, newsletter = excluded.newsletter,
      digest = coalesce($8, s.digest), digest_day = case when s.digest then s.digest_day else excluded.digest_day end
    returning ${COLUMNS}`,
    [userId, email, priceAlerts, trade, system, marketing, newsletter, digest ?? null, today],
  )
  return ensure(rows[0])
}

import type { NotificationSettings } from '@truestrike/protocol/notice-endpoints.ts'
import type { Sql } from '../platform/db.ts'

/** Of users who never chose. */
const DEFAULTS: NotificationSettings = {
  ...{ email: true, priceAlerts: true, trade: true, system: true },
  ...{ marketing: false, newsletter: false },
}

export async function getNotificationSettings(sql: Sql, userId: bigint): Promise<NotificationSettings> {
  const [row] = await sql.query<NotificationSettings>(
    `select email, price_alerts as "priceAlerts", trade, system, marketing, newsletter
    from notification_settings where user_id = $1`,
    [userId],
  )
  return row ?? DEFAULTS
}

export async function putNotificationSettings(
  sql: Sql,
  userId: bigint,
  { email, priceAlerts, trade, system, marketing, newsletter }: NotificationSettings,
): Promise<void> {
  await sql.query(
    `insert into notification_settings (user_id, email, price_alerts, trade, system, marketing, newsletter)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (user_id) do update set email = excluded.email, price_alerts = excluded.price_alerts,
      trade = excluded.trade, system = excluded.system, marketing = excluded.marketing, newsletter = excluded.newsletter`,
    [userId, email, priceAlerts, trade, system, marketing, newsletter],
  )
}

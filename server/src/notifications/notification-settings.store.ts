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

/** What the choice does not name stays as it is. `today`: of the digest, should it begin now. */
export async function putNotificationSettings(
  sql: Sql,
  userId: bigint,
  choice: NotificationChoice,
  today: number,
): Promise<NotificationSettings> {
  const first = { ...DEFAULTS, ...choice }
  const rows = await sql.query<NotificationSettings>(
    `insert into notification_settings as s
      (user_id, digest_day, email, price_alerts, trade, system, marketing, newsletter, digest)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (user_id) do update set email = coalesce($10, s.email),
      price_alerts = coalesce($11, s.price_alerts), trade = coalesce($12, s.trade), system = coalesce($13, s.system),
      marketing = coalesce($14, s.marketing), newsletter = coalesce($15, s.newsletter),
      digest = coalesce($16, s.digest), digest_day = case when s.digest then s.digest_day else excluded.digest_day end
    returning ${COLUMNS}`,
    [userId, today, ...inOrder(first), ...inOrder(choice)],
  )
  return ensure(rows[0])
}

/** As the columns stand above; null: not named. */
const inOrder = (choice: NotificationChoice): (boolean | null)[] =>
  (['email', 'priceAlerts', 'trade', 'system', 'marketing', 'newsletter', 'digest'] as const).map(
    (name) => choice[name] ?? null,
  )

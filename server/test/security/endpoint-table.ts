/** Who may call what: the whole table of calls, by hand. A call that is not on it fails the tests until somebody has decided. */

const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/)

/** Anybody's: tokens, good or bad, make no difference to the answer. */
export const FOR_EVERYBODY: readonly string[] = lines(`
  GET /api/admin/system/basic-info
  GET /api/market/archives
  GET /api/market/archives/:symbol/:day
  GET /api/market/blocks
  GET /api/market/candles
  GET /api/market/days
  GET /api/market/products
  GET /api/market/ticks
  GET /api/proof/keys
  GET /api/proof/liabilities
  GET /api/proof/months
  GET /api/proof/months/events
  GET /api/trade/rules
  GET /uploads/avatars/:name
  GET /uploads/private
  POST /api/admin/login
  POST /api/login/forgot/reset
  POST /api/login/forgot/send-code
  POST /api/login/forgot/verify
  POST /api/login/login
  POST /api/login/register
  POST /api/login/second-factor
  POST /api/login/send-code
  POST /api/login/wallet-login
  POST /api/login/wallet-message`)

/** A signed-in user's, about himself: 401 UNAUTHORIZED, or 401 SESSION_EXPIRED for a session that was his and has ended. */
export const FOR_USERS: readonly string[] = lines(`
  DELETE /api/account/addresses/:id
  DELETE /api/account/alerts/:id
  DELETE /api/account/avatar
  DELETE /api/account/deposits/:id/receipt
  DELETE /api/account/notices/:id
  DELETE /api/account/wallets/:id
  GET /api/account/addresses
  GET /api/account/alerts
  GET /api/account/balance-days
  GET /api/account/bills
  GET /api/account/bills/export
  GET /api/account/deposits
  GET /api/account/deposits/:id/receipt
  GET /api/account/deposits/methods
  GET /api/account/devices
  GET /api/account/funds
  GET /api/account/identity
  GET /api/account/identity/documents/:side
  GET /api/account/invitations
  GET /api/account/invitations/list
  GET /api/account/limits
  GET /api/account/logins
  GET /api/account/notices
  GET /api/account/notifications
  GET /api/account/profile
  GET /api/account/security
  GET /api/account/wallet
  GET /api/account/wallets
  GET /api/account/withdrawals
  GET /api/layout/user-info
  GET /api/proof/liabilities/mine
  GET /api/trade/contracts
  GET /api/trade/contracts/:id
  GET /api/trade/contracts/:id/receipt
  GET /api/trade/contracts/export
  GET /api/trade/statistics
  POST /api/account/addresses
  POST /api/account/addresses/:id
  POST /api/account/addresses/:id/default
  POST /api/account/alerts
  POST /api/account/avatar
  POST /api/account/demo-reset
  POST /api/account/deposits
  POST /api/account/deposits/:id/cancel
  POST /api/account/deposits/:id/receipt
  POST /api/account/devices/sign-out
  POST /api/account/devices/sign-out-others
  POST /api/account/email
  POST /api/account/email/send-code
  POST /api/account/identity
  POST /api/account/limits
  POST /api/account/limits/exclude
  POST /api/account/locale
  POST /api/account/notices/:id/read
  POST /api/account/notices/clear
  POST /api/account/notices/read-all
  POST /api/account/notifications
  POST /api/account/password
  POST /api/account/profile
  POST /api/account/proof
  POST /api/account/proof/send-code
  POST /api/account/proof/wallet-message
  POST /api/account/transfers
  POST /api/account/two-factor/begin
  POST /api/account/two-factor/confirm
  POST /api/account/two-factor/recovery-codes
  POST /api/account/two-factor/remove
  POST /api/account/wallets
  POST /api/account/wallets/message
  POST /api/account/withdrawals
  POST /api/login/logout
  POST /api/trade/contracts`)

/** An administrator's: 403 ADMIN_SESSION_INVALID to everybody else. */
export const FOR_ADMINISTRATORS: readonly string[] = lines(`
  GET /api/admin/dashboard
  GET /api/admin/profile
  GET /api/admin/recharge-orders
  GET /api/admin/recharge-orders/:id
  GET /api/admin/recharge-orders/:id/receipt
  GET /api/admin/recharge-orders/export
  GET /api/admin/recharge-orders/pending-count
  GET /api/admin/risk
  GET /api/admin/voids
  GET /api/admin/voids/:id
  GET /api/admin/voids/preview
  GET /api/admin/withdraw-orders
  GET /api/admin/withdraw-orders/:id
  GET /api/admin/withdraw-orders/checks
  GET /api/admin/withdraw-orders/export
  GET /api/admin/withdraw-orders/pending-count
  POST /api/admin/logout
  POST /api/admin/profile/password
  POST /api/admin/recharge-orders/:id/approve
  POST /api/admin/recharge-orders/:id/reject
  POST /api/admin/recharge-orders/:id/take
  POST /api/admin/voids
  POST /api/admin/voids/:id/confirm
  POST /api/admin/voids/:id/refuse
  POST /api/admin/voids/:id/withdraw
  POST /api/admin/withdraw-orders/:id/approve
  POST /api/admin/withdraw-orders/:id/fail
  POST /api/admin/withdraw-orders/:id/pay
  POST /api/admin/withdraw-orders/:id/reject
  POST /api/admin/withdraw-orders/:id/return
  POST /api/admin/withdraw-orders/:id/take`)

/** Answered beside the table of calls: no token is looked at, nothing is anybody's. */
export const BESIDE: readonly string[] = lines(`
  GET /.well-known/truestrike-keys.json
  GET /dev/inbox
  GET /dev/inbox.css
  GET /dev/inbox/:id
  GET /dev/inbox/:id/html
  GET /healthz
  GET /readyz
  GET /unsubscribe.css
  GET /unsubscribe/:token
  POST /unsubscribe/:token`)

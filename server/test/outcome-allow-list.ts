import { ADMINISTRATORS_CALLS } from './outcome-admin-list.ts'

/**
 * What the outcome of a contract has to do with, item by item: reviewed, with the reason why it cannot set one. Beside it what has
 * nothing to do with any, by groups. `outcome-reach.flow.test.ts` fails when there is an item that stands in neither.
 */
export interface Reviewed {
  /** Item → why it comes near, and why it sets nothing. */
  near: Readonly<Record<string, string>>
  /** Items by words, apart by blanks or line breaks (methods stay with their paths); of columns a line a table. */
  far: readonly { why: string; items: string }[]
}

export const ENDPOINTS: Reviewed = {
  near: {
    'POST /api/trade/contracts':
      'takes direction, stake and duration; no price and no time. What it accepts is fixed before its opening price exists.',
    'POST /api/admin/approvals/:id/confirm':
      'carries out what another administrator proposed: by the kinds there are a corrected balance, the end of a user’s two-factor sign-in, a higher amount from which withdrawals take two administrators, or new rules for contracts that are accepted after it. A kind takes no contract, price or time; each is a call of its own here, and what it changes stands among the columns.',
    'POST /api/admin/users/:uid/freeze':
      'he cannot trade from then on. What is open is settled as it would be: settlement asks for no user.',
    'POST /api/admin/game-rules/propose':
      'new rules for contracts that are accepted after a second administrator has confirmed them; by itself it does nothing. What is accepted froze its own rule, and the order named the version.',
    'POST /api/admin/game-rules/switch':
      'stops orders of a duration, or takes them again by the version that is there: no content is changed, and nothing that was accepted.',
    'POST /api/admin/products':
      'a new pair with a log of its own. Where its simulated prices begin is part of its first day, which is committed to; no contract on it can be older.',
    'POST /api/admin/products/:symbol':
      'name, place, hours and whether orders are taken. Its prices keep coming when it is off, and by the hours of before until the last contract accepted under them has ended; symbol, category, decimals and source stay, and the database refuses another.',
    'POST /api/admin/system/config/trading':
      'which books take orders, how large the exposure may be and when to warn: asked of new orders only. A contract that was accepted is settled whatever they say; the mode of funds is not among them.',
    'POST /api/admin/system/config/exposure-limit':
      'proposes a larger exposure, asked of new orders only, once a second administrator has confirmed it. A contract that was accepted is settled whatever it is.',
    'POST /api/admin/voids':
      'proposes a void: a product and an interval that is over, no contract, no user and no outcome. By itself it does nothing.',
    'POST /api/admin/voids/:id/confirm':
      'by a second administrator: makes a public entry of the log that gives all open contracts in the interval and all that lost in it their stake back. It takes no win and makes none; whoever is to be served by it, everybody in the interval is, and everybody sees it.',
  },
  far: [
    {
      why: 'reads what is stored; changes nothing',
      items: `GET /.well-known/truestrike-keys.json
        GET /api/docs
        GET /api/docs/openapi.json
        GET /api/docs/style.css
        GET /api/market/archives
        GET /api/market/archives/:symbol/:day
        GET /api/market/blocks
        GET /api/market/candles
        GET /api/market/days
        GET /api/market/products
        GET /api/market/ticks
        GET /api/proof/keys
        GET /api/proof/liabilities
        GET /api/proof/liabilities/mine
        GET /api/proof/months
        GET /api/proof/months/events
        GET /api/trade/contracts
        GET /api/trade/contracts/:id
        GET /api/trade/contracts/:id/receipt
        GET /api/trade/contracts/export
        GET /api/trade/rules
        GET /api/trade/statistics
        GET /api/layout/user-info
        GET /uploads/avatars/:name
        GET /api/account/devices
        GET /api/account/identity
        GET /api/account/identity/documents/:side
        GET /uploads/private
        GET /api/account/invitations
        GET /api/account/invitations/list
        GET /api/account/notices
        GET /api/account/notifications
        GET /api/account/profile
        GET /api/account/logins
        GET /api/account/security
        GET /api/account/wallets
        GET /api/admin/announcements
        GET /api/admin/announcements/:id
        GET /api/admin/approvals
        GET /api/admin/approvals/:id
        GET /api/admin/approvals/pending-count
        GET /api/admin/contracts
        GET /api/admin/contracts/:id
        GET /api/admin/contracts/:id/receipt
        GET /api/admin/contracts/export
        GET /api/admin/dashboard
        GET /api/admin/risk
        GET /api/admin/users/:uid/notes
        GET /api/admin/users
        GET /api/admin/users/export
        GET /api/admin/users/:uid
        GET /api/admin/users/:uid/sessions
        GET /api/admin/users/:uid/logins
        GET /api/admin/users/:uid/ledger
        GET /api/admin/users/:uid/identity
        GET /api/admin/identity-checks
        GET /api/admin/identity-checks/decided
        GET /api/admin/identity-checks/pending-count
        GET /api/admin/users/:uid/identity/:side
        GET /api/admin/teams
        GET /api/admin/teams/:uid
        GET /api/admin/teams/export
        GET /api/admin/voids
        GET /api/admin/voids/:id
        GET /api/admin/voids/preview
        GET /api/admin/system/basic-info
        GET /api/admin/products
        GET /api/admin/game-rules
        GET /api/admin/game-rules/versions
        POST /api/admin/game-rules/simulate
        GET /api/admin/system/config
        GET /api/admin/system/config/history
        GET /api/admin/system/config/second-admin/preview
        GET /api/admin/system/config/texts
        GET /api/site/text
        GET /uploads/site/:name
        GET /healthz
        GET /readyz
        GET /unsubscribe.css
        GET /unsubscribe/:token
        GET /unsubscribe/marketing/:token
        GET /unsubscribe/newsletter/:token`,
    },
    {
      why: 'what a user limits himself to, and his practice balance while no contract is open: asked of new orders only',
      items: `GET /api/account/limits
        POST /api/account/limits
        POST /api/account/limits/exclude
        POST /api/account/demo-reset`,
    },
    {
      why: 'money that comes, goes, and is shown: outcomes know no balance, and what a contract holds is not touched by it',
      items: `GET /api/account/balance-days
        GET /api/account/bills
        GET /api/account/bills/export
        GET /api/account/wallet
        GET /api/account/funds
        GET /api/account/deposits
        GET /api/account/deposits/methods
        POST /api/account/deposits
        POST /api/account/deposits/:id/cancel
        GET /api/account/deposits/:id/receipt
        POST /api/account/deposits/:id/receipt
        DELETE /api/account/deposits/:id/receipt
        GET /api/account/withdrawals
        POST /api/account/withdrawals
        GET /api/account/addresses
        POST /api/account/addresses
        POST /api/account/addresses/:id
        POST /api/account/addresses/:id/default
        DELETE /api/account/addresses/:id
        POST /api/account/transfers`,
    },
    {
      why: 'reviews of deposits and withdrawals: credit, pay out or give back what a user asked for; they take no contract, price or time',
      items: `GET /api/admin/recharge-orders
        GET /api/admin/recharge-orders/:id
        GET /api/admin/recharge-orders/:id/receipt
        GET /api/admin/recharge-orders/export
        GET /api/admin/recharge-orders/pending-count
        POST /api/admin/recharge-orders/:id/take
        POST /api/admin/recharge-orders/:id/approve
        POST /api/admin/recharge-orders/:id/reject
        GET /api/admin/withdraw-orders
        GET /api/admin/withdraw-orders/:id
        GET /api/admin/withdraw-orders/checks
        GET /api/admin/withdraw-orders/export
        GET /api/admin/withdraw-orders/pending-count
        POST /api/admin/withdraw-orders/:id/take
        POST /api/admin/withdraw-orders/:id/approve
        POST /api/admin/withdraw-orders/:id/correct
        POST /api/admin/withdraw-orders/:id/reject
        POST /api/admin/withdraw-orders/:id/pay
        POST /api/admin/withdraw-orders/:id/fail
        POST /api/admin/withdraw-orders/:id/return`,
    },
    {
      why: 'a proposed act that is not to be: nothing follows from it',
      items: `POST /api/admin/approvals/:id/refuse
        POST /api/admin/approvals/:id/withdraw`,
    },
    {
      why: 'an account and its owner: whether he may sign in, what administrators wrote of him; settlement asks for neither',
      items: `POST /api/admin/users/:uid/unfreeze
        POST /api/admin/users/:uid/sign-out
        POST /api/admin/users/:uid/notes
        POST /api/admin/users/:uid/identity/verify
        POST /api/admin/users/:uid/identity/refuse
        POST /api/admin/users/:uid/identity/revoke
        POST /api/admin/users/:uid/reset-two-factor`,
    },
    {
      why: 'a balance that is corrected, by a transfer between what is available and the account for it: outcomes know no balance, and stakes of contracts are not in it',
      items: 'POST /api/admin/users/:uid/adjust-balance',
    },
    {
      why: 'what the operator names, words and limits: how the site is called, money that comes and goes, mails, texts, pictures',
      items: `POST /api/admin/system/config/basic
        POST /api/admin/system/config/funds
        POST /api/admin/system/config/methods
        POST /api/admin/system/config/second-admin
        POST /api/admin/system/config/mail
        POST /api/admin/system/config/texts
        POST /api/admin/system/pictures`,
    },
    {
      why: 'a proposed void that is not to be: nothing follows from it',
      items: `POST /api/admin/voids/:id/refuse
        POST /api/admin/voids/:id/withdraw`,
    },
    {
      why: 'what the operator tells all users: words, a period and mails; no contract, no price',
      items: `POST /api/admin/announcements
        POST /api/admin/announcements/:id
        POST /api/admin/announcements/:id/publish
        POST /api/admin/announcements/:id/withdraw`,
    },
    {
      why: 'prices a user is told of: they read the log after it is durable, and know no contract (the module may not import trading)',
      items: `GET /api/account/alerts
        POST /api/account/alerts
        DELETE /api/account/alerts/:id`,
    },
    {
      why: 'who somebody is and how he signs in: settlement asks for neither',
      items: `POST /api/login/register
        POST /api/login/login
        POST /api/login/logout
        POST /api/login/send-code
        POST /api/login/second-factor
        POST /api/login/wallet-message
        POST /api/login/wallet-login
        POST /api/login/forgot/send-code
        POST /api/login/forgot/verify
        POST /api/login/confirm-address
        POST /api/login/forgot/reset
        POST /api/account/password
        POST /api/account/profile
        POST /api/account/email
        POST /api/account/email/confirm
        POST /api/account/email/send-code
        POST /api/account/locale
        POST /api/account/avatar
        DELETE /api/account/avatar
        POST /api/account/notifications
        POST /unsubscribe/:token
        POST /unsubscribe/marketing/:token
        POST /unsubscribe/newsletter/:token
        POST /api/account/notices/:id/read
        POST /api/account/notices/read-all
        POST /api/account/notices/clear
        DELETE /api/account/notices/:id
        POST /api/account/identity
        POST /api/account/devices/sign-out
        POST /api/account/devices/sign-out-others
        POST /api/account/two-factor/begin
        POST /api/account/two-factor/confirm
        POST /api/account/two-factor/recovery-codes
        POST /api/account/two-factor/remove
        POST /api/account/proof
        POST /api/account/proof/send-code
        POST /api/account/proof/wallet-message
        POST /api/account/wallets
        POST /api/account/wallets/message
        DELETE /api/account/wallets/:id`,
    },
    ...ADMINISTRATORS_CALLS,
  ],
}

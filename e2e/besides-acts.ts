/**
 * What every change is checked with in the browser besides the acts of a person (`acts.ts`) and the faults that were mended
 * (docs/mended-faults.md): a whole file, or a file and a part of a title, each with the reason. Any other test is tagged
 * `@full`, so that the full matrix alone runs it. `scripts/act-table.mjs` checks it.
 */
export const BESIDES_ACTS: Readonly<Record<string, string>> = {
  'accessible-guests': 'accessibility, once for each class of device and direction of writing',
  'accessible-users': 'accessibility, once for each class of device and direction of writing',
  'accessible-parts': 'accessibility of receipts and wallets',
  'admin-pages': 'every page of the back office opens, and can be used by everybody',
  'keyboard: from the sign-in to a settled contract': 'trading by keyboard alone',
  stillness: 'what is about to be pressed does not move',
  'markets: a guest watches live prices': 'the first screen of everybody',
  'order-rules: the odds are told before buying': 'the odds are on the table, at a desk',
  'phone-trade: on low phones the odds stand above the buttons': 'the odds are on the table, on a phone',
  'phone-trade: an amount is read as it is meant': 'a stake that is not meant is money lost',
  'outage: without network the page says so': 'nothing is lost without a network',
  'outage: after five attempts the page stops': 'Reconnect is pressed nowhere else',
  'two-tabs': 'two tabs of a user tell of one balance',
  'release: no page goes away by itself while an order': 'a new release loses no order',
  'receipts: a good receipt does not cover': 'a screen that says otherwise than its receipt is found out',
  'history: what the running site pushes and answers': 'prices that are shown are those that are proved',
  'funds: the wallet follows what happens elsewhere': 'money that moves elsewhere is seen',
  'routes: after signing in nobody is led to another site': 'a sign-in leads to no other site',
  'shell: no screen scrolls sideways': 'every screen fits its width',
  // The others press what no act does: an end-to-end test uses every control of the pages (scripts/check-controls.mjs).
  'keyboard: the single keys can be switched off': 'its switch',
  'admin-reviews: dashboard and risks show the balance': 'the ways from the dashboard and the risks',
  'admin-site: switches of the configuration': 'each of these switches',
  'records: records name where their prices come from': 'filters of the records',
  'sign-in: remember me keeps the session': 'its box',
  'markets: search finds by pair': 'what clears the search',
  'markets: a press on a column sorts': 'the heads of the columns',
  'desk-trade: the chart fills the whole screen': 'its button',
  'months: every kind of event': 'the months before and after',
  'mail-sign-in: another code that is asked for too soon': 'another code',
  'account-links: a dialog of the account opens by its address': 'two-factor sign-in from its address',
  'browser-notices: what is urgent': 'a notice of a deposit in the bell',
}

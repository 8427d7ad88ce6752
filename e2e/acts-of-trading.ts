import { actsOf } from './act.ts'

const act = actsOf('trader')
const TRADE = '/trade'
const RECORDS = '/contract-record'
const WALLET = '/account?section=wallet'
const BILLS = '/account?section=bills'

/** What a trader does with contracts and with money. */
export const ACTS_OF_TRADING = [
  act('order.ask', TRADE, 'trade:direction.up', '', {
    done: 'contract: a contract from the order to its record',
    'no amount, too little or too much': 'order-rules: what is wrong with an amount',
    'more than there is': 'order-rules: an amount above the balance',
  }),
  act('order.buy', TRADE, 'order:buy', 'placeContract', {
    done: 'contract: a contract from the order to its record',
    'pressed twice': 'order-question: the second half of a double press',
    'the answer is lost': 'two-tabs: an order whose answer was lost',
  }),
  act('order.cancel', TRADE, 'trade:confirm.cancel', '', {
    done: 'order-question: an order that is asked about is left',
    'Esc instead of the button': 'order-question: an order that is asked about is left',
    'while the order is on its way': 'order-question: an order on its way can no longer be taken back',
  }),
  act('order.check-again', TRADE, 'trade:confirm.checkAgain', '', {
    done: 'faults: an order nobody knows the fate of',
    'bought anew instead': 'two-tabs: an order whose answer was lost',
    'the network is still away': 'faults: an order nobody knows the fate of',
  }),
  act('order.never-ask', TRADE, 'trade:confirm.never', '', {
    done: 'contract: a contract from the order to its record',
    'the next order is pressed twice': 'two-tabs: a double press opens exactly one',
    'asking is wanted again': 'order-rules: the confirm step can be switched off',
  }),
  act(
    'keys.switch',
    TRADE,
    'devices:keys.title',
    '',
    {
      done: 'keyboard: a professional trades by single keys',
      'a key while typing': 'keyboard: a professional trades by single keys',
      'a key that is held down': 'keyboard: a professional trades by single keys',
    },
    { device: 'desktop', why: 'a phone has no keys, and no switch for them' },
  ),
  act('alert.set', TRADE, 'notices:alert.set', 'setAlert', {
    done: 'price-alerts: a price alert is set',
    'a price that is no number': 'price-alerts: a price alert is set',
    'the field left empty': 'price-alerts: a price alert is set',
  }),
  act('alert.remove', TRADE, 'notices:alert.remove', 'removeAlert', {
    done: 'price-alerts: a price alert is set',
    'the call fails on the way': 'price-alerts: a price alert that cannot be removed',
    'it was reached meanwhile': 'price-alerts: a price alert is set',
    'pressed twice': 'price-alerts: a price alert is set',
  }),
  act('chart.period', TRADE, 'trade:chart.periods.5m', '', {
    done: 'chart: every period brings its candles',
    'changed twice within a second': 'chart: another change of period within a second',
    'its prices cannot be loaded': 'chart: a chart that cannot be loaded',
  }),
  act('chart.type', TRADE, 'trade:chart.typeCandles', '', {
    done: 'chart: candles or a line',
    'the choice is forgotten by a reload': 'chart: candles or a line',
    'chosen by mistake, and back': 'chart: candles or a line',
  }),
  act('results.dismiss', TRADE, 'trade:live.dismiss', '', {
    done: 'contract: a contract from the order to its record',
    'the result is wanted again': 'records: the drawer of a settled contract',
    'pressed twice': 'order-question: a double press dismisses one result',
  }),
  act('funds.switch', '(header)', 'account:use', '', {
    done: 'funds-switch: the header switches between the balances',
    'the other balance is empty': 'funds-switch: the header switches between the balances',
    'the choice is forgotten by a reload': 'funds-switch: the header switches between the balances',
  }),
  act('records.export', RECORDS, 'contracts:export', '', {
    done: 'records: the contracts of the view are taken along',
    'the call is refused': 'records: the contracts of the view are taken along',
    'nothing to take along': 'records: the contracts of the view are taken along',
  }),
  act('receipt.download', RECORDS, 'proof:receipt.download', '', {
    done: 'receipts: a contract is bought and settles',
    'the receipt was changed on the way': 'receipts: one letter changed on the way',
    'it is not there yet': 'receipts: a result without a receipt',
  }),
  act('keys.download', RECORDS, 'proof:receipt.keysFile', '', {
    done: 'receipts: a contract is bought and settles',
    'keys nobody vouches for': 'receipts: a receipt signed with a key nobody vouches for',
    'keys of another site': 'receipts: a receipt signed with a key nobody vouches for',
  }),
  act('acceptance.download', RECORDS, 'proof:receipt.keptDownload', '', {
    done: 'receipts: an order the site denies later',
    'the site denies the order': 'receipts: an order the site denies later',
    'nobody signed it': 'receipts: an acceptance nobody signed',
  }),
  act('key.trust', '/proof', 'proof:page.keys.trust', '', {
    done: 'receipts: a receipt signed with a key nobody vouches for',
    'pressed by mistake': 'receipts: a receipt signed with a key nobody vouches for',
    'the wrong key': 'receipts: a receipt signed with a key nobody vouches for',
  }),
  act('kept.download', '/proof', 'proof:page.kept.download', '', {
    done: 'receipts: a contract is bought and settles',
    'nothing is kept': 'receipts: a contract is bought and settles',
    'what is kept contradicts itself': 'history: a header rewritten later',
  }),
  act('kept.forget', '/proof', 'proof:page.kept.forget', '', {
    done: 'receipts: a contract is bought and settles',
    'pressed by mistake': 'receipts: a contract is bought and settles',
    'evidence would be lost': 'history: a header rewritten later',
  }),
  act('liability.download', '/account', 'proof:liability.file', '', {
    done: 'counted: the account says whether a balance is counted',
    'the total was changed': 'counted: the account says whether a balance is counted',
    'no total yet': 'counted: the account says whether a balance is counted',
  }),
  act('deposit.request', WALLET, 'funds:deposit.submit', 'createDeposit', {
    done: 'funds: a deposit is asked for',
    'fields left empty': 'funds: a deposit is asked for',
    'less than the smallest amount': 'funds: a deposit is asked for',
  }),
  act('deposit.request.wallet', WALLET, 'funds:deposit.submit', 'createDeposit', {
    done: 'funds-reviewed: a deposit to a wallet tells its transaction',
    'an address of another network': 'funds-reviewed: a deposit to a wallet tells its transaction',
    'a transaction of another network': 'funds-reviewed: a deposit to a wallet tells its transaction',
  }),
  act('deposit.receipt', WALLET, 'funds:receipt.add', 'putDepositReceipt', {
    done: 'funds: a deposit is asked for',
    'a file of another kind': 'funds: a deposit is asked for',
    'a file that is too large': 'funds: a deposit is asked for',
  }),
  act('deposit.receipt.pdf', WALLET, 'upload:choose', 'putDepositReceipt', {
    done: 'funds-reviewed: a deposit to a wallet tells its transaction',
    'one that is cut off': 'funds-reviewed: a deposit to a wallet tells its transaction',
    'one with a script': 'funds-reviewed: a deposit to a wallet tells its transaction',
  }),
  act('deposit.receipt.pdf.save', WALLET, 'funds:receipt.show', '', {
    done: 'funds-reviewed: a deposit to a wallet tells its transaction',
    'the call fails on the way': 'funds-reviewed: a deposit to a wallet tells its transaction',
    'pressed twice': 'funds-reviewed: a deposit to a wallet tells its transaction',
  }),
  act('deposit.receipt.remove', WALLET, 'funds:receipt.remove', 'removeDepositReceipt', {
    done: 'funds: a deposit is asked for',
    'the call fails on the way': 'funds-failures: a receipt that cannot be removed',
    'the deposit was taken on meanwhile':
      'funds-reviewed: a receipt of a deposit that a reviewer took meanwhile',
  }),
  act('deposit.cancel', WALLET, 'funds:deposit.cancel', 'cancelDeposit', {
    done: 'funds: a deposit is asked for',
    'pressed by mistake': 'funds: a deposit is asked for',
    'it was credited meanwhile': 'funds-reviewed: a deposit that was credited meanwhile',
    'the call fails on the way': 'funds-failures: a deposit that cannot be cancelled',
  }),
  act('withdrawal.request', WALLET, 'funds:withdraw.submit', 'createWithdrawal', {
    done: 'administrator: a withdrawal is approved and paid',
    'no address, and more than there is': 'funds: a withdrawal is refused in the words',
    'right after a new password': 'funds: a withdrawal is refused in the words',
  }),
  act('withdrawal.request.bank', WALLET, 'funds:withdraw.submit', 'createWithdrawal', {
    done: 'funds-reviewed: a deposit to a wallet tells its transaction',
    'no account': 'funds-reviewed: a deposit to a wallet tells its transaction',
    'more than there is': 'funds-reviewed: a deposit to a wallet tells its transaction',
  }),
  act('transfer', WALLET, 'funds:transfer.submit', 'createTransfer', {
    done: 'administrator: a withdrawal is approved and paid',
    'fields left empty, and more than there is': 'funds: a transfer needs number and name',
    'number and name that do not belong together': 'funds-reviewed: a transfer whose number and name',
  }),
  act('address.save', WALLET, 'funds:saveAddress', 'saveAddress', {
    done: 'funds-reviewed: a withdrawal saves its address',
    'an address of another network': 'funds-reviewed: one of another network is refused',
    'one that is saved already': 'funds-reviewed: one that is saved already',
  }),
  act('address.rename', WALLET, 'funds:addresses.save', 'renameAddress', {
    done: 'funds: the balance has a history',
    'no name': 'funds: the balance has a history',
    'the call fails on the way': 'funds-failures: saved addresses stay as they are',
  }),
  act('address.default', WALLET, 'funds:addresses.makeDefault', 'setDefaultAddress', {
    done: 'funds: the balance has a history',
    'the wrong one, and back': 'funds-failures: a wrong default is set right',
    'the call fails on the way': 'funds-failures: saved addresses stay as they are',
  }),
  act('address.remove', WALLET, 'funds:addresses.remove', 'removeAddress', {
    done: 'funds: the balance has a history',
    'pressed by mistake': 'funds: the balance has a history',
    'the call fails on the way': 'funds-failures: saved addresses stay as they are',
  }),
  act('bills.export', BILLS, 'funds:export', '', {
    done: 'funds: the balance has a history',
    'the call is refused': 'funds-failures: bills whose file is refused',
    'nothing to take along': 'funds: the balance has a history',
  }),
]

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { LOCALES, messageFor } from '@truestrike/protocol/messages/locales.ts'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { setLanguage } from '../../lib/i18n.ts'
import type { Locale } from '../../lib/locale.ts'
import { useSession } from '../../lib/session-store.ts'
import {
  ADDRESSES,
  type Answer,
  answers,
  DEPOSIT,
  DEPOSITS,
  EARLIER,
  ETH_ADDRESS,
  FUNDS,
  field,
  fill,
  find,
  has,
  INVISIBLE,
  ids,
  isInert,
  isInvalid,
  lineOf,
  locked,
  lost,
  METHOD,
  METHODS,
  noteOf,
  OVERVIEW,
  onFundsStage,
  open,
  press,
  refusal,
  sent,
  strange,
  TRANSFER,
  TRANSFERS,
  toasts,
  UNKNOWN,
  WITHDRAWAL,
  WITHDRAWALS,
} from './funds-stage.tsx'

onFundsStage()

test('[F3] a withdrawal is requested though its address cannot be saved: the toast says both, nothing is asked twice', async () => {
  answers['post /api/account/addresses'] = refusal(400, 'ADDRESS_LIMIT')
  await open('withdraw')
  await fill(WITHDRAWAL)
  fireEvent.click(screen.getByLabelText('Save this address'))
  await press('Request withdrawal')
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]).toMatch(/^The withdrawal is requested, but the address was not saved: ./)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Request withdrawal' })).toBeNull())
  expect(ids(WITHDRAWALS)).toHaveLength(1)
})

test.each([
  ['withdraw', WITHDRAWALS, WITHDRAWAL, 'Request withdrawal', 'Withdrawal requested'],
  ['transfer', TRANSFERS, TRANSFER, 'Transfer', 'Transferred'],
  ['deposit', DEPOSITS, DEPOSIT, 'Request deposit', 'Deposit requested'],
] as const)(
  '[F2][F3][F6] %s: as long as nobody knows whether a request arrived, it is the same request',
  async (...row) => {
    const [name, call, values, button, done] = row
    const answered = answers[call] as Answer
    await open(name)
    await fill(values)
    for (const [times, answer] of [
      lost,
      strange(408),
      strange(502),
      refusal(429, 'TOO_MANY_REQUESTS'),
    ].entries()) {
      answers[call] = answer
      await press(button)
      await waitFor(() => expect(ids(call)).toHaveLength(times + 1))
      await (answer === lost ? has(UNKNOWN) : waitFor(() => screen.getAllByRole('alert')))
    }
    answers[call] = strange(408)
    await press(button)
    await has(UNKNOWN)
    answers[call] = answered
    await press(button)
    await waitFor(() => expect(toasts).toEqual([done]))
    expect(new Set(ids(call)).size).toBe(1)
  },
)

test('[F3][F6] changed after an unknown outcome: the earlier request is said to be done, how things stand is asked, then it is a new one', async () => {
  await open('transfer')
  await fill(TRANSFER)
  answers[TRANSFERS] = lost
  await press('Transfer')
  await has(UNKNOWN)
  await fill({ Amount: '150' })
  const before = sent[OVERVIEW]?.length ?? 0
  answers[TRANSFERS] = refusal(409, 'IDEMPOTENCY_MISMATCH')
  await press('Transfer')
  await has(EARLIER)
  await waitFor(() => expect(sent[OVERVIEW]?.length).toBeGreaterThan(before))
  answers[TRANSFERS] = () => ({ transfer: {} })
  await press('Transfer')
  await waitFor(() => expect(toasts).toEqual(['Transferred']))
  const [first, second, third] = ids(TRANSFERS)
  expect([first === second, second === third]).toEqual([true, false])
})

test('[F3] [U-8] what is missing is said at its field in the words of the specification', async () => {
  await open('withdraw')
  await find('Wallet address')
  await press('Request withdrawal')
  expect([noteOf('Wallet address'), noteOf('Amount'), noteOf('Password')]).toEqual([
    'Please enter a valid wallet address',
    'Please enter a valid amount',
    'Please fill in this field',
  ])
  await fill({ 'Wallet address': 'abc', Amount: '4000' })
  expect([noteOf('Wallet address'), noteOf('Amount')]).toEqual([
    'Please enter a valid wallet address',
    expect.stringMatching(/^Insufficient balance/),
  ])
  await fill({ Network: 'eth', 'Wallet address': ETH_ADDRESS, Password: 'secret', Amount: 'much' })
  expect([isInvalid('Wallet address'), noteOf('Amount')]).toEqual([false, 'Please enter a valid amount'])
  fireEvent.click(screen.getByRole('tab', { name: 'Bank' }))
  expect(isInvalid('Bank name')).toBe(false)
  await fill({ 'Account name': 'Mira Kovac', Amount: '100' })
  await press('Request withdrawal')
  expect(noteOf('Bank name')).toBe('Please fill in all bank information')
  expect(noteOf('Account number')).toBe('Please fill in all bank information')
  expect([isInvalid('Account name'), isInvalid('Amount')]).toEqual([false, false])
  expect(sent[WITHDRAWALS]).toBeUndefined()
})

test.each(LOCALES)('[F3][L3] %s: the form says it as the server would', async (locale) => {
  await setLanguage(locale)
  const said = ['amount', 'balance', 'bank', 'address'].map((key) => i18next.t(`funds:wrong.${key}`))
  const codes = [
    'AMOUNT_INVALID',
    'INSUFFICIENT_BALANCE',
    'BANK_DETAILS_MISSING',
    'WITHDRAWAL_ADDRESS_INVALID',
  ] as const
  expect(said).toEqual(codes.map((code) => messageFor(locale, code)))
})

test('[F3] a refusal that is about one field stands at that field', async () => {
  answers[WITHDRAWALS] = refusal(400, 'WITHDRAWAL_ADDRESS_INVALID')
  await open('withdraw')
  await fill(WITHDRAWAL)
  await press('Request withdrawal')
  await waitFor(() => expect(noteOf('Wallet address')).toBe('Please enter a valid wallet address'))
  answers[WITHDRAWALS] = refusal(409, 'INSUFFICIENT_BALANCE')
  await press('Request withdrawal')
  await waitFor(() => expect(noteOf('Amount')).toBe('Insufficient balance'))
  answers[WITHDRAWALS] = refusal(400, 'INVALID_PARAMETERS', { fields: [{ field: 'password' }] })
  await press('Request withdrawal')
  await waitFor(() => expect(noteOf('Password')).toBe('The password is not correct'))
})

test('[F6] a number and a name that do not belong together are refused in one sentence', async () => {
  answers[TRANSFERS] = refusal(404, 'RECIPIENT_UNKNOWN')
  await open('transfer')
  await fill(TRANSFER)
  await press('Transfer')
  await has(messageFor('en-US', 'RECIPIENT_UNKNOWN'))
})

test('[F3] limits and balance are held against the amount while it is typed, once the field was left', async () => {
  await open('withdraw')
  const type = (value: string) => fireEvent.change(field('Amount'), { target: { value } })
  await find('Amount')
  const limits = noteOf('Amount')
  type('2500')
  expect([isInvalid('Amount'), noteOf('Amount')]).toEqual([false, limits])
  fireEvent.blur(field('Amount'))
  expect(noteOf('Amount').replace(INVISIBLE, '')).toBe(
    'Insufficient balance. You can withdraw up to 2,416.60 after the fee.',
  )
  expect(lineOf('You receive')).toContain('--')
  type('19.99')
  expect([isInvalid('Amount'), noteOf('Amount')]).toEqual([true, limits])
  type('300')
  expect(isInvalid('Amount')).toBe(false)
  expect(lineOf('Fee (flat)')).toContain('2.00')
  expect(lineOf('You receive')).toContain('298.00')
  fireEvent.click(screen.getByRole('tab', { name: 'Bank' }))
  expect(lineOf(/^Fee \(.*1%.*\)$/)).toContain('3.00')
  fireEvent.click(screen.getByRole('button', { name: 'Max' }))
  expect(field('Amount').value).toBe('2,418.60')
})

test.each<[Locale, string, string]>([
  ['en-US', '1,000', '1000.00'],
  ['en-US', '2,000.50', '2000.50'],
  ['ar-AR', '١٬٠٠٠٫٥', '1000.50'],
  ['hi-IN', '१,०००', '1000.00'],
  ['en-US', '１００', '100.00'],
  ['de-DE', '1.000,50', '1000.50'],
])('[L2][F2][F3][F6] %s: %s goes as %s from every form', async (locale, typed, plain) => {
  await setLanguage(locale)
  const word = (key: string): string => i18next.t(`funds:${key}`)
  const translated = (values: Record<string, string>, keys: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([label, value]) => [word(keys[label] ?? ''), value]))
  const common = { Amount: 'amount', Password: 'password', 'Wallet address': 'address', Network: 'network' }
  for (const [name, call, values, keys] of [
    ['withdraw', WITHDRAWALS, WITHDRAWAL, common],
    ['deposit', DEPOSITS, DEPOSIT, { ...common, 'Account name': 'accountName' }],
    [
      'transfer',
      TRANSFERS,
      TRANSFER,
      { ...common, 'UID of the recipient': 'transfer.uid', 'User name of the recipient': 'transfer.name' },
    ],
  ] as const) {
    await open(name)
    await fill(translated({ ...values, Amount: typed }, keys))
    expect(field(word('amount')).value).toBe(plain.replace(/^(\d)(\d{3})/, '$1,$2'))
    if (name === 'withdraw') expect(lineOf(word('receive'))).not.toContain('--')
    await press(word(`${name}.submit`))
    await waitFor(() => expect(ids(call)).toHaveLength(1))
    expect(sent[call]?.at(-1)).toMatchObject({ amount: plain })
    cleanup()
  }
})

test('[L2][F3] an amount that could be two stays as typed, is said to be unclear and is not sent', async () => {
  await setLanguage('de-DE')
  await open('transfer')
  const label = i18next.t('funds:amount')
  await fill({ [label]: '1.000' })
  expect(field(label).value).toBe('1.000')
  expect(noteOf(label)).toBe(i18next.t('funds:wrong.unclear'))
  expect(isInvalid(label)).toBe(true)
})

const SAVED = { id: '7', network: 'tron', address: METHOD.address, label: 'Main wallet', isDefault: true }

test('[F3] saved addresses that come late are waited for; what is typed where they failed is never replaced', async () => {
  let arrive: () => void = () => undefined
  const late = new Promise<void>((done) => (arrive = done))
  answers[ADDRESSES] = async () => {
    await late
    return { addresses: [SAVED] }
  }
  await open('withdraw')
  await waitFor(() => expect(sent[ADDRESSES]).toHaveLength(1))
  await new Promise((done) => setImmediate(done))
  expect(screen.queryByLabelText('Wallet address', { selector: 'input' })).toBeNull()
  arrive()
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Main wallet/ })).checked).toBe(true)
  cleanup()

  answers[ADDRESSES] = lost
  await open('withdraw')
  await fill(WITHDRAWAL)
  answers[ADDRESSES] = () => ({ addresses: [SAVED] })
  answers[WITHDRAWALS] = refusal(409, 'FUNDS_RULES_CHANGED')
  await press('Request withdrawal')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Main wallet/ })).checked).toBe(false)
  expect(field('Wallet address').value).toBe(ETH_ADDRESS)
})

test('[F4] a lock that begins while the form is open shows the time left; its form is inert; it opens when the time is over', async () => {
  await open('withdraw')
  await fill(WITHDRAWAL)
  answers[OVERVIEW] = () => locked(60_000)
  answers[WITHDRAWALS] = refusal(403, 'WITHDRAWALS_LOCKED')
  await press('Request withdrawal')
  await has(/^Opens in .*0(1:00|0:59)/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Locked' }).disabled).toBe(true)
  expect(isInert('Amount')).toBe(true)
  expect(isInert('Wallet address')).toBe(true)
  cleanup()

  answers[OVERVIEW] = () => locked(300)
  await open('withdraw')
  await has(/^Opens in /)
  answers[OVERVIEW] = () => FUNDS
  await waitFor(() => expect(screen.queryByText(/^Opens in /)).toBeNull(), { timeout: 5_000 })
  expect(screen.getByRole('button', { name: 'Request withdrawal' })).toBeTruthy()
  expect(isInert('Amount')).toBe(false)
})

test('[F2] without a method the dialog says that no deposits are taken; other dialogs do not need one', async () => {
  answers[METHODS] = () => ({ methods: [], ended: [] })
  await open('deposit')
  await has('No deposits are taken at present')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  cleanup()
  answers[METHODS] = lost
  await open('transfer')
  await find('UID of the recipient')
})

test('[F2] the transaction of a payment to a wallet may be given: what is none of its network is said at its field', async () => {
  await open('deposit')
  const label = 'Transaction hash (optional)'
  await fill({ ...DEPOSIT, [label]: 'paid' })
  await press('Request deposit')
  await waitFor(() => expect(noteOf(label)).toBe('This is not a transaction hash of this network'))
  expect(sent[DEPOSITS]).toBeUndefined()
  const hash = 'a1'.repeat(32)
  await fill({ [label]: hash })
  await press('Request deposit')
  await waitFor(() => expect(toasts).toEqual(['Deposit requested']))
  expect(sent[DEPOSITS]).toMatchObject([{ transactionId: hash }])
  cleanup()
  answers[DEPOSITS] = refusal(409, 'DEPOSIT_TRANSACTION_USED')
  await open('deposit')
  await fill({ ...DEPOSIT, [label]: hash })
  await press('Request deposit')
  await waitFor(() => expect(noteOf(label)).toContain('already been credited'))
})

test('[F2] a method that is taken off while its user pays stays the chosen one, and no other user sees it', async () => {
  const other = { ...METHOD, id: '2', network: 'eth', address: ETH_ADDRESS }
  const ended = { ...METHOD, takenUntilMs: Date.now() + 3_600_000 }
  const note =
    /^No longer offered: do not send money here any more\. If you have already sent it, request the deposit by/
  const taken = answers[DEPOSITS] as Answer
  answers[DEPOSITS] = refusal(429, 'TOO_MANY_REQUESTS')
  await open('deposit')
  await fill(DEPOSIT)
  expect(screen.getByTitle('QR code of the address')).toBeTruthy()
  answers[METHODS] = () => ({ methods: [other], ended: [ended] })
  await press('Request deposit')
  await has(note)
  expect(field('Payment method').value).toBe(METHOD.id)
  expect(screen.getByText(METHOD.address)).toBeTruthy()
  expect(screen.queryByTitle('QR code of the address')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull()
  answers[DEPOSITS] = taken
  await press('Request deposit')
  await waitFor(() => expect(toasts).toEqual(['Deposit requested']))
  expect(sent[DEPOSITS]?.map(({ methodId }) => methodId)).toEqual([METHOD.id, METHOD.id])
  cleanup()

  // Opened anew it begins with what is offered; what he may have paid to is still there.
  await open('deposit')
  expect((await find('Payment method')).value).toBe(other.id)
  await fill({ 'Payment method': METHOD.id })
  await has(note)
  cleanup()
  useSession.setState({ user: { ...useSession.getState().user, uid: '1000000003' } as never })
  await open('deposit')
  await find('Payment method')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Ethereum'])
})

test('[F2] other words for the account one pays to are said to be that, and the form goes on by the method of now', async () => {
  const worded = { ...METHOD, id: '2', instructions: 'Name your UID' }
  answers[DEPOSITS] = refusal(429, 'TOO_MANY_REQUESTS')
  await open('deposit')
  await fill(DEPOSIT)
  const taken = { ...METHOD, takenUntilMs: Date.now() + 3_600_000 }
  answers[METHODS] = () => ({ methods: [worded], ended: [taken] })
  await press('Request deposit')
  await has('The instructions for this method have changed. The payment details are the same.')
  expect(screen.queryByText(/No longer offered/)).toBeNull()
  expect(screen.getByText('Name your UID')).toBeTruthy()
  expect(screen.getAllByRole('option')).toHaveLength(1)
  answers[DEPOSITS] = () => ({ deposit: {} })
  await press('Request deposit')
  await waitFor(() => expect(toasts).toEqual(['Deposit requested']))
  expect(sent[DEPOSITS]?.map(({ methodId }) => methodId)).toEqual([METHOD.id, worded.id])

  // What may have arrived is asked for again as it was.
  cleanup()
  sent[DEPOSITS] = []
  answers[METHODS] = () => ({ methods: [METHOD], ended: [] })
  answers[DEPOSITS] = lost
  await open('deposit')
  await fill(DEPOSIT)
  answers[METHODS] = () => ({ methods: [worded], ended: [taken] })
  await press('Request deposit')
  await has('The instructions for this method have changed. The payment details are the same.')
  answers[DEPOSITS] = () => ({ deposit: {} })
  await press('Request deposit')
  await waitFor(() => expect(sent[DEPOSITS]).toHaveLength(2))
  expect(new Set(sent[DEPOSITS]?.map(({ methodId }) => methodId))).toEqual(new Set([METHOD.id]))
  expect(new Set(sent[DEPOSITS]?.map(({ requestId }) => requestId)).size).toBe(1)

  // What another tab showed him meanwhile stays kept.
  cleanup()
  const other = { ...METHOD, id: '3', network: 'eth', address: ETH_ADDRESS }
  answers[METHODS] = () => ({ methods: [worded, other], ended: [] })
  await open('deposit')
  await find('Payment method')
  const [key = ''] = Object.keys(localStorage).filter((name) => name.includes('deposit-methods-'))
  localStorage.setItem(key, `9 ${localStorage.getItem(key)}`)
  await fill({ 'Payment method': other.id })
  expect(localStorage.getItem(key)).toMatch(/^3 9 2/)
})

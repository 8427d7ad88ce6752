import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { pdfFixture } from '@truestrike/core/paper/pdf-fixture.ts'
import { messageFor } from '@truestrike/protocol/messages/locales.ts'
import { CanceledError } from 'axios'
import { expect, test } from 'vitest'
import { useSession } from '../../lib/session-store.ts'
import {
  address,
  answers,
  DEPOSIT,
  DEPOSITS,
  ETH_ADDRESS,
  field,
  fill,
  find,
  has,
  ids,
  isInvalid,
  lost,
  noteOf,
  onFundsStage,
  open,
  press,
  refusal,
  sent,
  TRANSFER,
  TRANSFERS,
  toasts,
  UNKNOWN,
  WITHDRAWAL,
  WITHDRAWALS,
} from './funds-stage.tsx'

onFundsStage()

/** Each has one letter that its checksum does not hold for. */
const MISSPELT = {
  tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u',
  eth: ETH_ADDRESS.replace('5aAeb', '5aaeb'),
}

test('[F3][F6] a form closed after an unknown outcome, and opened again, asks for the same and not for more', async () => {
  await open('transfer')
  await fill(TRANSFER)
  answers[TRANSFERS] = lost
  await press('Transfer')
  await has(UNKNOWN)
  cleanup()

  await open('transfer')
  await has(UNKNOWN)
  const { Password: secret, ...others } = TRANSFER
  expect((await find('Password')).value).toBe('')
  expect(Object.keys(others).map((label) => field(label).value)).toEqual(['1000000002', 'anna', '100.00'])
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(secret)
  // A refusal says nothing of the earlier try.
  answers[TRANSFERS] = refusal(429, 'TOO_MANY_REQUESTS')
  await fill({ Password: secret })
  await press('Transfer')
  await waitFor(() => expect(ids(TRANSFERS)).toHaveLength(2))
  await waitFor(() => screen.getAllByRole('alert'))
  cleanup()

  await open('transfer')
  await fill({ Password: secret })
  answers[TRANSFERS] = () => ({ transfer: {} })
  await press('Transfer')
  await waitFor(() => expect(toasts).toEqual(['Transferred']))
  expect(new Set(ids(TRANSFERS)).size).toBe(1)
  cleanup()

  await open('transfer')
  expect((await find('Amount')).value).toBe('')
  expect(screen.queryByText(UNKNOWN)).toBeNull()
  await fill(TRANSFER)
  await press('Transfer')
  await waitFor(() => expect(ids(TRANSFERS)).toHaveLength(4))
  expect(new Set(ids(TRANSFERS)).size).toBe(2)
})

test('[F3] the way a withdrawal was to be paid is kept with it; nobody else in the tab finds it', async () => {
  await open('withdraw')
  fireEvent.click(await screen.findByRole('tab', { name: 'Bank' }))
  const bank = { 'Account name': 'Mira Kovac', 'Bank name': 'B', 'Account number': '77' }
  await fill({ ...bank, Amount: '100', Password: 'secret' })
  answers[WITHDRAWALS] = lost
  await press('Request withdrawal')
  await has(UNKNOWN)
  cleanup()
  await open('withdraw')
  expect((await find('Account number')).value).toBe('77')
  cleanup()
  const user = { uid: '1000000009', balances: { real: { available: '2418.600000' } } }
  useSession.setState({ user: user as never })
  await open('withdraw')
  expect((await find('Wallet address')).value).toBe('')
  expect(screen.queryByText(UNKNOWN)).toBeNull()
})

test('[F3][F6] an answer to a form that is closed leads nowhere, and is told', async () => {
  for (const [answer, told] of [
    [() => ({ transfer: {} }), 'Transferred'],
    [refusal(409, 'INSUFFICIENT_BALANCE'), messageFor('en-US', 'INSUFFICIENT_BALANCE')],
  ] as const) {
    toasts.length = 0
    let arrive: () => void = () => undefined
    const late = new Promise<void>((done) => (arrive = done))
    answers[TRANSFERS] = async (config) => {
      await late
      return answer(config)
    }
    await open('transfer')
    await fill(TRANSFER)
    await press('Transfer')
    await waitFor(() => expect(sent[TRANSFERS]?.length).toBeGreaterThan(0))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(address).toBe('/account'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    arrive()
    await waitFor(() => expect(toasts).toEqual([told]))
    expect(address).toBe('/account')
    cleanup()
    delete sent[TRANSFERS]
  }
})

test('[F6][L2] the number of the recipient is read in any script, with what came along when it was copied', async () => {
  await open('transfer')
  const label = 'UID of the recipient'
  for (const [typed, shown] of [
    ['١٠٠٠٠٠٠٠٠٢', '1000000002'],
    ['\u2066१००० ०००\u00a0००२\u2069', '1000000002'],
    ['100000000', '100000000'],
  ] as const) {
    await fill({ [label]: typed })
    expect(field(label).value).toBe(shown)
    expect(isInvalid(label)).toBe(shown.length !== 10)
  }
  expect(noteOf(label)).toBe('Please enter the 10 digits of the UID')
  await fill({ ...TRANSFER, [label]: '\u200f1000000002 ' })
  await press('Transfer')
  await waitFor(() => expect(sent[TRANSFERS]?.[0]).toMatchObject({ uid: '1000000002' }))
})

test('[F2] [L2] an amount that is reached with the keyboard is selected as a whole, also once it stands as it is typed', async () => {
  await open('deposit')
  await fill({ Amount: '1000' })
  const amount = field('Amount') as HTMLInputElement
  fireEvent.blur(amount)
  expect(amount.value).toBe('1,000.00')
  // As a browser does it when a field is reached by the Tab key.
  amount.setSelectionRange(0, amount.value.length)
  fireEvent.focus(amount)
  expect(amount.value).toBe('1000.00')
  expect([amount.selectionStart, amount.selectionEnd]).toEqual([0, amount.value.length])
})

test('[F2] [U-8] a damaged receipt is said together with all else, before the request exists', async () => {
  await open('deposit')
  await screen.findByRole('button', { name: 'Request deposit' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } })
  await press('Request deposit')
  await screen.findByText(/^This file is damaged/)
  await waitFor(() => expect(noteOf('Amount')).toBe('Please enter a valid amount'))
  expect(noteOf('Account name')).toBe('Please fill in this field')
  await fill(DEPOSIT)
  await press('Request deposit')
  expect(sent[DEPOSITS]).toBeUndefined()
})

test('[F2] [U-8] a PDF with a script is refused at its field, before the request exists; a harmless one takes its place', async () => {
  answers['post /api/account/deposits/1/receipt'] = () => ({ deposit: { id: '1' } })
  await open('deposit')
  await fill(DEPOSIT)
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  const choose = (...objects: string[]) => {
    const file = new File([pdfFixture(objects)], 'receipt.pdf', { type: 'application/pdf' })
    fireEvent.change(input, { target: { files: [file] } })
  }
  choose('<< /S /JavaScript /JS (app.alert) >>')
  await press('Request deposit')
  await screen.findByText(/^This PDF contains scripts, forms or attached files\./)
  expect(sent[DEPOSITS]).toBeUndefined()
  choose()
  await press('Request deposit')
  await waitFor(() => expect(toasts).toEqual(['Deposit requested']))
})

test('[F2] [U-8] the address a payment comes from is one of the network it is paid on', async () => {
  await open('deposit')
  for (const typed of ['abc', ETH_ADDRESS, MISSPELT.tron, '']) {
    await fill({ ...DEPOSIT, 'Wallet address': typed })
    await press('Request deposit')
    await waitFor(() => expect(noteOf('Wallet address')).toBe('Please enter a valid wallet address'))
  }
  expect(sent[DEPOSITS]).toBeUndefined()
  await fill(DEPOSIT)
  await press('Request deposit')
  await waitFor(() => expect(toasts).toEqual(['Deposit requested']))
})

test('[F3] [U-8] an address with one wrong letter is refused at its field, on both networks, before the request is sent', async () => {
  await open('withdraw')
  for (const network of ['tron', 'eth'] as const) {
    await fill({ ...WITHDRAWAL, Network: network, 'Wallet address': MISSPELT[network] })
    await press('Request withdrawal')
    await waitFor(() => expect(noteOf('Wallet address')).toBe('Please enter a valid wallet address'))
  }
  expect(sent[WITHDRAWALS]).toBeUndefined()
})

test('[F2] an upload that was cancelled is told: the deposit is requested without its receipt', async () => {
  answers['post /api/account/deposits/1/receipt'] = ({ signal }) =>
    new Promise((_, reject) =>
      signal?.addEventListener?.('abort', () => reject(new CanceledError('cancelled'))),
    )
  const file = new File([pdfFixture()], 'receipt.pdf', { type: 'application/pdf' })
  for (const stop of ['Cancel', 'Close']) {
    toasts.length = 0
    await open('deposit')
    await fill(DEPOSIT)
    const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
    fireEvent.change(input, { target: { files: [file] } })
    await press('Request deposit')
    await screen.findByRole('progressbar')
    fireEvent.click(screen.getByRole('button', { name: stop }))
    await waitFor(() =>
      expect(toasts).toEqual([expect.stringMatching(/^Deposit requested without a receipt/)]),
    )
    cleanup()
  }
})

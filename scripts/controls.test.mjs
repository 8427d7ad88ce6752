import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { controlsOf, filesNotRun, keysOfName, nameOf, notUsed, pageOf } from './controls.mjs'
import { root } from './setup.mjs'

const shown = (changes) => ({
  isUsed: false,
  language: 'en-US',
  path: '/account?section=wallet',
  dialog: [],
  isAround: false,
  role: 'button',
  name: ['Request deposit'],
  ...changes,
})
const used = (changes) => ({ ...shown(changes), isUsed: true })
const left = (...all) => notUsed(controlsOf(all)).map(nameOf)

describe('controls that no test uses', () => {
  test('one that is shown and not used is named with its page; once it is used it is not', () => {
    expect(left(shown())).toEqual(['/account?section=wallet › button funds:deposit.submit'])
    expect(left(shown(), used())).toEqual([])
  })

  test('one is the same in every language, and another one on another page or of another role', () => {
    expect(left(shown(), used({ language: 'ar-AR', name: ['طلب الإيداع'] }))).toEqual([])
    expect(left(shown(), used({ path: '/stocks' }))).toHaveLength(1)
    expect(left(shown({ role: 'form' }), used())).toHaveLength(1)
  })

  test('one is the same whatever number stands in its words, where languages have a form for each', () => {
    const days = { name: ['90 days'] }
    expect(left(shown(days))).toEqual(['/account?section=wallet › button funds:chart.days'])
    expect(left(shown(days), used({ language: 'ar-AR', name: ['3 أيام'] }))).toEqual([])
  })

  test('one in a dialog is the same on whichever page the dialog opens, and another one in another dialog', () => {
    const inDialog = { dialog: ['Deposit'] }
    expect(left(shown(inDialog), used({ ...inDialog, path: '/trade/BTCUSDT' }))).toEqual([])
    expect(left(shown(inDialog), used({ dialog: ['Withdraw'] }))).toHaveLength(1)
    expect(left(shown(inDialog), used())).toHaveLength(1)
  })

  test('what many pages share needs one use anywhere', () => {
    const close = { name: ['Close'] }
    expect(left(shown(close))).toHaveLength(1)
    expect(left(shown(close), used({ ...close, path: '/stocks', dialog: ['Deposit'] }))).toEqual([])
    const row = { role: 'row', name: ['Recharge orders'], path: '/admin-pages/recharge-orders/index.html' }
    expect(left(shown(row), used({ ...row, name: ['Users'], path: '/admin-pages/users' }))).toEqual([])
    const markets = { role: 'tab', name: ['Markets'], path: '/stocks' }
    expect(left(shown({ ...markets, path: '/login' }), used(markets))).toEqual([])
    expect(left(shown({ ...markets, role: 'form', path: '/login' }), used(markets))).toHaveLength(1)
    const byPrice = { name: ['Price'], path: '/stocks' }
    expect(left(shown({ ...byPrice, path: '/trade/BTCUSDT' }), used(byPrice))).toEqual([])
    const keys = { role: 'switch', name: ['Keyboard shortcuts'], path: '/account' }
    expect(left(shown({ ...keys, path: '/account?section=settings' }), used(keys))).toEqual([])
    expect(left(shown(keys), used({ ...keys, path: '/trade/BTCUSDT' }))).toHaveLength(1)
    const bill = { role: 'entry', name: ['Fee', 'TRON'] }
    expect(left(shown(bill), used({ ...bill, name: ['Deposit'], path: '/account?section=bills' }))).toEqual(
      [],
    )
    const forms = { role: 'tab', name: ['Log in or register'], path: '/login' }
    expect(left(shown({ ...forms, path: '/login/register' }), used(forms))).toEqual([])
    const menu = { isAround: true, name: ['Account menu'] }
    expect(left(shown(menu), used({ ...menu, path: '/stocks' }))).toEqual([])
  })
})

const onPage = { language: 'en-US', path: '/trade/BTCUSDT' }

test('names are found by their words, by a template with values, by one of their pieces, or not at all', () => {
  expect(keysOfName(onPage, ['Request deposit'])).toEqual(['funds:deposit.submit'])
  expect(keysOfName(onPage, ['30 seconds, payout 80%'])).toEqual(['trade:order.durationChoice'])
  expect(keysOfName(onPage, ['Request deposit', '3'])).toEqual(['funds:deposit.submit'])
  expect(keysOfName(onPage, ['250'])).toEqual(['(figure)'])
  expect(keysOfName(onPage, ['Ethereum of somebody'])).toEqual(['(other)'])
})

test('words that a sentence marks as a link or a button are found in every language', () => {
  const keys = ['auth:ways.terms.terms', 'auth:agreeTerms.terms']
  for (const [language, words] of Object.entries({
    'en-US': 'terms',
    'ar-AR': 'الشروط',
    'de-DE': 'Bedingungen',
  }))
    expect(keysOfName({ ...onPage, language }, [words])).toEqual(keys)
})

test('a page is told without ids, symbols and the files of the back office', () => {
  expect(pageOf('/trade/BTCUSDT')).toBe('/trade')
  expect(pageOf('/admin-pages/system-config/index.html?section=texts')).toBe(
    '/admin/system-config?section=texts',
  )
  expect(pageOf('/account?section=wallet')).toBe('/account?section=wallet')
  expect(pageOf('/account?section=nothing')).toBe('/account')
})

test('a run is whole when a test of every file of every project ran', () => {
  const plan = [
    { name: 'desktop-en', files: ['a.spec.ts', 'b.spec.ts'] },
    { name: 'phone-ar', files: ['a.spec.ts'] },
  ]
  const ran = [
    ['desktop-en', 'a.spec.ts', 'one'],
    ['phone-ar', 'a.spec.ts', 'one'],
  ]
  expect(filesNotRun(plan, ran)).toEqual(['desktop-en: b.spec.ts'])
  expect(filesNotRun(plan, [...ran, ['desktop-en', 'b.spec.ts', 'two']])).toEqual([])
})

test('a file whose tests were all skipped is named, and fails the check in CI and in a whole run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'truestrike-controls-'))
  try {
    writeFileSync(join(folder, 'plan.json'), JSON.stringify([{ name: 'phone-ar', files: ['a.spec.ts'] }]))
    const { CI: _, ...ground } = process.env
    const check = (args, env) => {
      const script = join(root, 'scripts/check-controls.mjs')
      const { status, stdout } = spawnSync(process.execPath, [script, folder, ...args], {
        ...{ env: { ...ground, ...env }, encoding: 'utf8' },
      })
      expect(stdout).toContain('no test ran: phone-ar: a.spec.ts')
      return status
    }
    expect(check([], { CI: 'true' })).toBe(1)
    expect(check(['--whole'], {})).toBe(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

import { readFileSync } from 'node:fs'
import { buildReceipt } from '@truestrike/core/proof/build-receipt.ts'
import { proofCases } from '@truestrike/core/proof/proof-cases.ts'
import { honestParts } from '@truestrike/core/proof/proof-fixture.ts'
import { parseReceipt, receiptJson } from '@truestrike/core/proof/receipt-json.ts'
import { describe, expect, test } from 'vitest'

const document = readFileSync(new URL('../../docs/proof.md', import.meta.url), 'utf8')

/** The form of each member, as the document's table gives it. */
const forms = new Map(
  [...document.matchAll(/^\| `((?:[a-z]+)\.[a-zA-Z]+)` \| (.+) \|$/gm)].map(([, name, form]) => [name, form]),
)

interface Leaf {
  readonly name: string
  readonly path: string
  readonly set: (value: unknown) => void
}

const PARENTS: Readonly<Record<string, string>> = {
  chains: 'chain',
  blocks: 'block',
  runs: 'run',
  entries: 'entry',
  base: 'quote',
}
/** Members that only hold other members of the table. */
const HOLDERS = new Set(['contract.order', 'contract.rule'])

function membersOf(value: unknown, parent: string, path: string): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => membersOf(item, parent, `${path}/${at}`))
  if (typeof value !== 'object' || value === null) return []
  const members = value as Record<string, unknown>
  return Object.entries(members).flatMap(([key, inner]) => {
    const own = { name: `${parent}.${key}`, path: `${path}/${key}`, set: setter(members, key) }
    const child = key === 'quote' ? 'quote' : (PARENTS[key] ?? key)
    return [own, ...membersOf(inner, child, own.path)]
  })
}

function setter(members: Record<string, unknown>, key: string) {
  return (value: unknown) => {
    members[key] = value
  }
}

function honestReceipts(): unknown[] {
  return Object.values(proofCases).map((setting) => {
    const built = buildReceipt(honestParts(setting))
    if (!built.ok) throw new Error(`the block of ${built.missingSeq} is missing`)
    return JSON.parse(JSON.stringify(receiptJson({ kind: 'settlement', ...built.receipt })))
  })
}

const receipts = honestReceipts()
const membersIn = (receipt: unknown) =>
  membersOf(receipt, '', '').filter(({ name }) => !/^\.|^legs\./.test(name) && !HOLDERS.has(name))

describe('[P1] [P3] the document of the receipts', () => {
  test('[P-2] describes every member of a receipt, and no other', () => {
    const names = new Set(receipts.flatMap((receipt) => membersIn(receipt).map(({ name }) => name)))
    expect([...names].filter((name) => !forms.has(name))).toEqual([])
    expect([...forms.keys()].filter((name) => !names.has(name ?? ''))).toEqual([])
  })

  test('[P-2] gives the bounds of whole numbers that the program has', () => {
    const examples = new Map(
      receipts.flatMap((receipt) => membersIn(receipt).map((member) => [member.name, receipt])),
    )
    const faults: string[] = []
    let count = 0
    for (const name of forms.keys()) {
      const bounds = /^whole (\d+) to (\d+)/.exec(forms.get(name) ?? '')
      if (bounds === null) continue
      count += 1
      const [least, most] = [Number(bounds[1]), Number(bounds[2])]
      for (const [value, isAllowed] of [
        [least - 1, false],
        [least, true],
        [most, true],
        [most + 1, false],
      ] as const) {
        const receipt = structuredClone(examples.get(name ?? ''))
        const member = membersIn(receipt).find((one) => one.name === name)
        member?.set(value)
        const parsed = parseReceipt(receipt)
        const isRefused = !parsed.ok && parsed.path === member?.path
        // The place of a run's entry is judged by its block too.
        if (isRefused === isAllowed && name !== 'entry.seq') faults.push(`${name} ${value}`)
      }
    }
    expect(count).toBeGreaterThan(30)
    expect(faults).toEqual([])
  })
})

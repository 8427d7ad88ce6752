import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ensure } from '../assert.ts'
import { encodeBase64url } from '../base64url.ts'
import { type Liability, type LiabilityLeaf, liabilityJson, liabilityLeaf } from './liabilities.ts'
import {
  buildTree,
  quickKey,
  showPlaces,
  signRoot,
  testLiabilities,
  testUid,
  verdictOn,
  verifyQuick,
} from './liability-fixture.ts'
import { seededRandom } from './random-proofs.ts'
import { type SumNode, sumNode, sumRoot, U64_MAX } from './sum-tree.ts'
import { verifyLiability } from './verify-liability.ts'

const balance = fc.bigInt(1n, 10n ** 13n)
const tree = (atLeast: number) =>
  fc.record({
    balances: fc.array(balance, { minLength: atLeast, maxLength: 12 }),
    seed: fc.nat(),
    at: fc.nat(),
  })

describe('[P4] a dishonest site', () => {
  test('that leaves a user out has nothing to show him', () => {
    fc.assert(
      fc.property(tree(2), ({ balances, seed, at }) => {
        const user = at % balances.length
        const whole = buildTree({ balances, seed })
        const leaves = whole.leaves.filter(({ uid }) => uid !== testUid(user))
        const nodes = leaves.map(liabilityLeaf)
        const root = signRoot({ key: quickKey }, nodes.length, sumRoot(nodes))
        const mine = ensure(whole.liabilities[user])
        for (const place of nodes.keys()) {
          const shown = showPlaces({ ...mine, root }, [place, (place + 1) % nodes.length], leaves, nodes)
          const parts = shown.parts.map((part, index) => ({ ...part, ...pick(mine, index) }))
          expect(verdictOn({ ...shown, parts })).toBe('not-in-tree')
        }
      }),
      { numRuns: 20 },
    )
  })

  test('that lowers the sum of any node, and hashes on from there, is found by a user below it', () => {
    fc.assert(
      fc.property(tree(2), fc.bigInt(1n, 10n ** 13n), ({ balances, seed, at }, less) => {
        const { nodes, leaves, liabilities } = buildTree({ balances, seed })
        const spans = [...spansOf(0, nodes.length)]
        const span = ensure(spans[at % spans.length])
        const sum = nodes.slice(...span).reduce((total, node) => total + node.sum, 0n)
        if (sum === 0n) return
        const by = less > sum ? sum : less
        const root = signRoot({ key: quickKey }, nodes.length, lowered(nodes, 0, nodes.length, span, by))
        const verdicts = liabilities.map((mine) => {
          const places = mine.parts.map(({ index }) => index)
          const honest = showPlaces({ ...mine, root }, places, leaves, nodes)
          const parts = honest.parts.map((part, index) => ({
            ...part,
            path: pathIn(nodes, ensure(places[index]), span, by),
          }))
          return verdictOn({ ...honest, parts })
        })
        const below = liabilities.flatMap(({ parts }, user) =>
          parts.some(({ index }) => index >= span[0] && index < span[1]) ? [user] : [],
        )
        expect(below.length).toBeGreaterThan(0)
        for (const user of below) expect(verdicts[user]).toBe('not-in-tree')
      }),
      { numRuns: 30 },
    )
  })

  test('that counts the larger side of a node for both, and shows either side another sum, is found by one of them', () => {
    fc.assert(
      fc.property(tree(2), ({ balances, seed, at }) => {
        const { nodes, liabilities } = buildTree({ balances, seed })
        const spans = [...spansOf(0, nodes.length)].filter(([from, to]) => to - from > 1)
        const span = ensure(spans[at % spans.length])
        const middle = span[0] + half(span[1] - span[0])
        const [left, right] = [sumRoot(nodes.slice(span[0], middle)), sumRoot(nodes.slice(middle, span[1]))]
        const total = left.sum > right.sum ? left.sum : right.sum
        if (left.sum === 0n || right.sum === 0n) return
        const [shownLeft, shownRight] = [
          { ...left, sum: total - right.sum },
          { ...right, sum: total - left.sum },
        ]
        const both = ensure(sumNode(left, shownRight))
        const site = (from: number, to: number): SumNode => {
          if (from === span[0] && to === span[1]) return both
          if (to - from === 1) return ensure(nodes[from])
          const split = from + half(to - from)
          return ensure(sumNode(site(from, split), site(split, to)))
        }
        const shown = (from: number, to: number): SumNode => {
          if (from === span[0] && to === middle) return shownLeft
          return from === middle && to === span[1] ? shownRight : site(from, to)
        }
        const root = signRoot({ key: quickKey }, nodes.length, site(0, nodes.length))
        const verdicts = liabilities.map((mine) => {
          const parts = mine.parts.map((part) => ({ ...part, path: pathBy(shown, nodes.length, part.index) }))
          return verdictOn({ ...mine, root, parts })
        })
        expect(verdicts).toContain('not-in-tree')
      }),
      { numRuns: 30 },
    )
  })

  test('that puts in a negative or an overflowing balance is found by whoever it takes from', () => {
    fc.assert(
      fc.property(tree(1), fc.bigInt(1n, 10n ** 12n), ({ balances, seed }, debt) => {
        const whole = buildTree({ balances, seed })
        // What a wrapped −debt is in 64 bits: the total would wrap around to less than is owed.
        const hole: LiabilityLeaf = {
          ...ensure(whole.leaves[0]),
          uid: '9999999999',
          amountMicros: U64_MAX + 1n - debt,
        }
        const leaves = [...whole.leaves, hole]
        const nodes = leaves.map(liabilityLeaf)
        const wrapped = {
          sum: BigInt.asUintN(64, whole.root.totalMicros - debt),
          hash: wrappedRoot(nodes).hash,
        }
        const root = signRoot({ key: quickKey }, nodes.length, wrapped)
        const verdicts = whole.liabilities.map((mine) => {
          const parts = mine.parts.map((part) => ({ ...part, path: pathIn(nodes, part.index, [0, 0], 0n) }))
          return verdictOn({ ...mine, root, parts })
        })
        if (whole.root.totalMicros >= debt) expect(verdicts).toContain('not-in-tree')
      }),
      { numRuns: 30 },
    )
    const { liabilities } = buildTree({ balances: [5n, 6n], seed: 1 })
    const json = JSON.stringify(liabilityJson(ensure(liabilities[0])))
    const negative = JSON.parse(json.replace(/"sum":"[^"]*"/, '"sum":"-1.00"'))
    expect(verifyLiability(negative, [quickKey.siteKey], verifyQuick)).toMatchObject({
      ok: false,
      code: 'format',
    })
  })

  test('cannot use a tree of another day or book again', () => {
    const case1 = { balances: [3n, 4n], key: quickKey, random: seededRandom(1) }
    const [real, demo] = [testLiabilities(case1), testLiabilities({ ...case1, book: 'demo' })]
    const mine = ensure(real.liabilities[0])
    expect(verdictOn({ ...mine, root: demo.root })).toBe('not-in-tree')
    const day = real.root.day + 1
    const later = signRoot({ key: quickKey, day }, real.root.count, sumRoot(real.nodes))
    expect(verdictOn({ ...mine, root: later })).toBe('not-in-tree')
  })
})

const pick = (of: Liability, part: number) => {
  const { salt, amountMicros } = ensure(of.parts[part])
  return { salt, amountMicros }
}

const half = (count: number): number => (count <= 2 ? 1 : 2 ** Math.ceil(Math.log2(count) - 1))

/** Every node of a tree, as the leaves below it. */
function* spansOf(from: number, to: number): Generator<[number, number]> {
  yield [from, to]
  if (to - from < 2) return
  const middle = from + half(to - from)
  yield* spansOf(from, middle)
  yield* spansOf(middle, to)
}

/** Root of a part of a tree, in which one node says that it sums to less. */
function lowered(
  nodes: readonly SumNode[],
  from: number,
  to: number,
  span: [number, number],
  by: bigint,
): SumNode {
  const middle = from + half(to - from)
  const node =
    to - from === 1
      ? ensure(nodes[from])
      : ensure(sumNode(lowered(nodes, from, middle, span, by), lowered(nodes, middle, to, span, by)))
  return from === span[0] && to === span[1] ? { ...node, sum: node.sum - by } : node
}

/** Root whose sums have wrapped around, as a careless or a dishonest program would have it. */
function wrappedRoot(nodes: readonly SumNode[]): SumNode {
  if (nodes.length === 1) return ensure(nodes[0])
  const middle = half(nodes.length)
  const [left, right] = [wrappedRoot(nodes.slice(0, middle)), wrappedRoot(nodes.slice(middle))]
  const fits = sumNode({ ...left, sum: 0n }, right)
  const sum = BigInt.asUintN(64, left.sum + right.sum)
  return { sum, hash: sumNode(left, right)?.hash ?? ensure(fits).hash }
}

/** The path of a place in such a tree. */
function pathIn(nodes: readonly SumNode[], index: number, span: [number, number], by: bigint) {
  const nodeOf = (from: number, to: number): SumNode =>
    by === 0n ? wrappedRoot(nodes.slice(from, to)) : lowered(nodes, from, to, span, by)
  return pathBy(nodeOf, nodes.length, index)
}

/** The path of a place, with the nodes that a site chooses to show. */
function pathBy(nodeOf: (from: number, to: number) => SumNode, count: number, index: number) {
  const path: SumNode[] = []
  let [from, to] = [0, count]
  while (to - from > 1) {
    const middle = from + half(to - from)
    if (index < middle) {
      path.push(nodeOf(middle, to))
      to = middle
    } else {
      path.push(nodeOf(from, middle))
      from = middle
    }
  }
  return path.reverse().map(({ sum, hash }) => ({ sumMicros: sum, hash: encodeBase64url(hash) }))
}

import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ensure } from '../assert.ts'
import { rootFromSumPath, type SumNode, sumLeaf, sumNode, sumPath, sumRoot, U64_MAX } from './sum-tree.ts'

const amounts = fc.array(fc.bigInt(0n, 10n ** 15n), { minLength: 1, maxLength: 70 })
const leafOf = (amount: bigint, at: number): SumNode => sumLeaf(new Uint8Array([at]), amount)
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test('[P4] every leaf leads to the root, which holds the sum of all', () => {
  fc.assert(
    fc.property(amounts, (values) => {
      const leaves = values.map(leafOf)
      const root = sumRoot(leaves)
      expect(root.sum).toBe(values.reduce((sum, value) => sum + value, 0n))
      for (const [at, leaf] of leaves.entries())
        expect(rootFromSumPath(leaf, at, leaves.length, sumPath(leaves, at))).toEqual(root)
    }),
    { numRuns: 50 },
  )
})

test('[P4] a path fits its own place, its own length and its own leaf only', () => {
  fc.assert(
    fc.property(amounts, fc.nat(), fc.nat(), (values, a, b) => {
      const leaves = values.map(leafOf)
      const [at, other] = [a % leaves.length, b % leaves.length]
      const root = sumRoot(leaves)
      const path = sumPath(leaves, at)
      const leadsHome = (leaf: SumNode, index: number, count: number, shown: readonly SumNode[]): boolean => {
        const found = rootFromSumPath(leaf, index, count, shown)
        return found !== null && found.sum === root.sum && hex(found.hash) === hex(root.hash)
      }
      const leaf = ensure(leaves[at])
      if (other !== at) {
        expect(leadsHome(leaf, other, leaves.length, path)).toBe(false)
        expect(leadsHome(ensure(leaves[other]), at, leaves.length, path)).toBe(false)
      }
      expect(leadsHome(leaf, at, leaves.length, path.slice(1)) && path.length > 0).toBe(false)
      expect(leadsHome(leaf, at, leaves.length, [...path, leaf])).toBe(false)
      expect(leadsHome({ ...leaf, sum: leaf.sum + 1n }, at, leaves.length, path)).toBe(false)
      for (const [level, node] of path.entries()) {
        const less = { ...node, sum: node.sum === 0n ? 1n : node.sum - 1n }
        expect(leadsHome(leaf, at, leaves.length, path.with(level, less))).toBe(false)
      }
    }),
    { numRuns: 100 },
  )
})

test('[P4] a sum beyond 64 bits is none; a tree of nothing sums to nothing', () => {
  const [large, one] = [leafOf(U64_MAX, 0), leafOf(1n, 1)]
  expect(sumNode(large, leafOf(0n, 1))?.sum).toBe(U64_MAX)
  expect(sumNode(large, one)).toBeNull()
  expect(() => sumRoot([large, one])).toThrow('beyond 64 bits')
  expect(rootFromSumPath(large, 0, 2, [one])).toBeNull()
  expect(sumRoot([])).toEqual({ sum: 0n, hash: sha256(new Uint8Array(0)) })
  expect(rootFromSumPath(one, 0, 0, [])).toBeNull()
})

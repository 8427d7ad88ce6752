import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { merkleLeaf, merkleRoot, merkleTree, rangeProof, rootFromPath, rootFromRange } from './merkle.ts'

const hex = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString('hex'))
const pathOf = (leaves: Uint8Array[], index: number) => merkleTree(leaves).paths[index] as Uint8Array[]
const leavesOf = (count: number) => Array.from({ length: count }, (_, at) => merkleLeaf(Uint8Array.of(at)))

// The reference data of Certificate Transparency (certificate-transparency-go, merkle tree tests): inputs, then the root
// of the first 1, 2, … 8 of them.
const inputs = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const vectors = inputs.map((input) => merkleLeaf(Buffer.from(input, 'hex')))
/** Audit paths of the same data: leaf (from 0), leaves in the tree, hashes. */
const paths: [index: number, count: number, path: string[]][] = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
]

describe('[P1] Merkle tree', () => {
  test('roots of the published data', () => {
    expect(roots.map((_, at) => hex(merkleRoot(vectors.slice(0, at + 1))))).toEqual(roots)
    expect(hex(merkleRoot([]))).toBe(createHash('sha256').digest('hex'))
  })

  test.each(paths)('path of leaf %i of %i of the published data', (index, count, path) => {
    const tree = vectors.slice(0, count)
    expect(pathOf(tree, index).map(hex)).toEqual(path)
    const hashes = path.map((hash) => Buffer.from(hash, 'hex'))
    expect(hex(rootFromPath(tree[index] as Uint8Array, index, count, hashes))).toBe(roots[count - 1])
  })

  const places = fc
    .integer({ min: 1, max: 70 })
    .chain((count) => fc.tuple(fc.constant(count), fc.nat({ max: count - 1 }), fc.nat({ max: count - 1 })))

  test('every path leads to the root, from its own place only', () => {
    fc.assert(
      fc.property(places, ([count, index, other]) => {
        const leaves = leavesOf(count)
        const root = hex(merkleRoot(leaves))
        expect(hex(merkleTree(leaves).root)).toBe(root)
        const leaf = leaves[index] as Uint8Array
        const path = pathOf(leaves, index)
        expect(hex(rootFromPath(leaf, index, count, path))).toBe(root)
        if (other !== index) expect(hex(rootFromPath(leaf, other, count, path))).not.toBe(root)
        expect(rootFromPath(leaf, index, count, [...path, leaf])).toBeNull()
        if (path.length > 0) expect(rootFromPath(leaf, index, count, path.slice(1))).toBeNull()
        expect(rootFromPath(leaf, count, count, path)).toBeNull()
      }),
    )
  })

  test('[T11] a range leads to the root, and neither a change, a gap nor a shift does', () => {
    fc.assert(
      fc.property(places, ([count, one, other]) => {
        const leaves = leavesOf(count)
        const root = hex(merkleRoot(leaves))
        const [from, to] = [Math.min(one, other), Math.max(one, other) + 1]
        const range = leaves.slice(from, to)
        const proof = rangeProof(leaves, from, to)
        expect(proof.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(count + 1)))
        expect(hex(rootFromRange(range, from, count, proof))).toBe(root)
        const wrong = [
          rootFromRange([...range.slice(1), merkleLeaf(Uint8Array.of(255))], from, count, proof),
          rootFromRange(range.slice(1), from, count, proof),
          rootFromRange(range.slice(1), from + 1, count, proof),
          rootFromRange(range, from + 1, count, proof),
          rootFromRange(range, from, count, proof.slice(1)),
          rootFromRange(range, from, count, [...proof, merkleLeaf(Uint8Array.of())]),
        ]
        // Without a proof there is nothing to cut off.
        if (proof.length === 0) wrong.splice(4, 1)
        for (const found of wrong) expect(hex(found)).not.toBe(root)
      }),
    )
  })

  test('of one leaf a range proof holds the hashes of the audit path', () => {
    const leaves = leavesOf(13)
    for (const [index] of leaves.entries()) {
      const sorted = (hashes: Uint8Array[]) => hashes.map(hex).sort()
      expect(sorted(rangeProof(leaves, index, index + 1))).toEqual(sorted(pathOf(leaves, index)))
    }
  })

  test('a false count beyond 32 bits costs no more than its bits', () => {
    const leaf = merkleLeaf(Uint8Array.of(1))
    expect(rootFromRange([leaf], 2 ** 40, 2 ** 52, [])).toBeNull()
    expect(rootFromPath(leaf, 2 ** 40, 2 ** 52, [])).toBeNull()
  })
})

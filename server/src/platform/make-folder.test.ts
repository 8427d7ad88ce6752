import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

test('[O1] [K5] folders are made for their owner only, with those above; one that is there is left as it is', () => {
  const root = mkdtempSync(join(tmpdir(), 'truestrike-'))
  const path = join(root, 'a', 'b')
  makeFolder(path)
  makeFolder(path)
  expect([join(root, 'a'), path].map((made) => statSync(made).mode & 0o777)).toEqual([0o700, 0o700])
  writeFileSync(join(root, 'file'), '')
  expect(() => makeFolder(join(root, 'file'))).toThrow('EEXIST')
  expect(() => makeFolder(join(root, 'file', 'below'))).toThrow('EEXIST')
  rmSync(root, { recursive: true })
})

test.skipIf(!existsSync('/proc/self'))('[O2] where the system takes no folder it says so at once', () => {
  expect(() => makeFolder('/proc/truestrike/data')).toThrow('ENOENT')
})

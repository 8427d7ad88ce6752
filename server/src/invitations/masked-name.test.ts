import { expect, test } from 'vitest'
import { maskName } from './masked-name.ts'

test('[I2] of a name the first and the last letter are shown, whatever letters are made of', () => {
  expect(maskName('annamaria')).toBe('a***a')
  expect(maskName('wallet_eth_9f2c4e')).toBe('w***e')
  expect(maskName('नमस्ते')).toBe('न***स्ते')
  expect(maskName('é̂bc👩‍👩‍👧')).toBe('é̂***👩‍👩‍👧')
  expect(maskName('a')).toBe('***')
})

import { expect, test } from 'vitest'
import { costMs } from '../../test/worked-time.ts'
import { refuseWeakPassword } from './password-strength.ts'

const isRefused = (
  password: string,
  whose: 'user' | 'administrator',
  known: readonly string[] = [],
): boolean => {
  try {
    refuseWeakPassword(password, { whose, known, field: 'newPassword' })
    return false
  } catch (error) {
    expect(error).toMatchObject({ code: 'PASSWORD_WEAK', details: { field: 'newPassword' } })
    return true
  }
}

test('[K5] [B-8] an administrator’s password withstands many guesses, also one that is long but no more than a pattern', () => {
  const weak = [
    ...[
      'aaaaaaaaaa',
      '1234567890',
      'qwertyuiop',
      'Password123',
      'administrator1',
      'truestrike12',
      'abcabcabcabc',
    ],
    ...['a'.repeat(200), 'password'.repeat(25)],
  ]
  expect(weak.filter((password) => !isRefused(password, 'administrator'))).toEqual([])
  expect(isRefused('bertaberta', 'administrator', ['berta'])).toBe(true)
  const strong = ['correct horse battery', 'kT9#mQ2xLw', 'an administrator’s password']
  expect(strong.filter((password) => isRefused(password, 'administrator'))).toEqual([])
})

test('[A8] [U3] a user’s password is none of the first that anybody tries', () => {
  expect(
    ['aaaaaa', '123456', 'qwerty', 'password', 'anna1'].filter((each) => !isRefused(each, 'user', ['anna1'])),
  ).toEqual([])
  expect(['secret-1', 'my-own-word-1', 'kT9#mQ'].filter((each) => isRefused(each, 'user'))).toEqual([])
})

test('[A15] [S-1] the longest password there can be takes about as long as a short plain one', () => {
  const cost = (password: string): number => costMs(() => isRefused(password, 'user'))
  const plainMs = cost('a-quiet-sentence-of-mine')
  const hard = ['p@$$w0rd4', '1l|!i7', '11/1', '@4^({[<361|!7190$5+2%', '01000099', '.1.1.1']
  // Without the bounds a thousand times as long. The clock is coarse: some ms are left aside.
  for (const sign of hard) expect(cost(sign.repeat(200).slice(0, 200)), sign).toBeLessThan(10 * plainMs + 50)
})

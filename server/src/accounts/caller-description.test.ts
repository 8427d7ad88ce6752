import { expect, test } from 'vitest'
import { describeCaller } from './caller-description.ts'

const MOZILLA = 'Mozilla/5.0'

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox', 'Windows'],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`,
    'Safari',
    'macOS',
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1`,
    'Chrome',
    'iPhone',
  ],
  [
    `${MOZILLA} (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [
    `${MOZILLA} (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge',
    'Linux',
  ],
  ['curl/8.5.0', 'curl', null],
  ['', null, null],
])('[A14] the browser and system of %j', (userAgent, browser, system) => {
  expect(describeCaller('203.0.113.5', userAgent)).toEqual({
    browser,
    system,
    ip: '203.0.113.5',
    place: 'unknown',
  })
})

test.each([
  ['127.0.0.1', 'this-machine'],
  ['::1', 'this-machine'],
  ['192.168.1.4', 'local-network'],
  ['10.1.2.3', 'local-network'],
  ['fd00::1', 'local-network'],
  ['fe80::1', 'local-network'],
  ['8.8.8.8', 'unknown'],
  ['2001:4860::1', 'unknown'],
  ['unknown', 'unknown'],
])('[A14] only what an address says by itself is said of the place: %s', (ip, place) => {
  expect(describeCaller(ip, '').place).toBe(place)
})

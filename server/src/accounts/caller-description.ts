import ipaddr from 'ipaddr.js'

/** What a caller says and shows of himself, put for a person to recognise. All of it is his own word, but the address. */
interface CallerDescription {
  browser: string | null
  system: string | null
  ip: string
  place: 'this-machine' | 'local-network' | 'unknown'
}

// Order matters: most browsers also name those they descend from.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node$|\bundici\b/, 'Node.js'],
  [/\bpython-requests\/|^Python-urllib\//, 'Python'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: typeof BROWSERS, userAgent: string): string | null =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null

const LOCAL_RANGES = ['private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

export function describeCaller(ip: string, userAgent: string): CallerDescription {
  return { browser: nameIn(BROWSERS, userAgent), system: nameIn(SYSTEMS, userAgent), ip, place: placeOf(ip) }
}

function placeOf(ip: string): CallerDescription['place'] {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const range = ipaddr.process(ip).range()
  if (range === 'loopback') return 'this-machine'
  return LOCAL_RANGES.includes(range) ? 'local-network' : 'unknown'
}

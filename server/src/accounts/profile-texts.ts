/** Controls and marks that turn the direction of what follows: nothing anybody means to write. Joiners stay: scripts need them. */
const MEANINGLESS =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** In composed form, unless that has more characters: what was short enough as it was typed stays so. */
function composed(text: string): string {
  const whole = text.normalize('NFC')
  return [...whole].length > [...text].length ? text : whole
}

/** One line, in composed form, blanks as single ones; never longer than it was typed. */
export function cleanLine(text: string): string {
  const plain = composed(text).replaceAll(/\s/g, ' ').replaceAll(MEANINGLESS, '')
  return plain.replaceAll(/ +/g, ' ').trim()
}

/** Lines, at most one empty one between two. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(cleanLine)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** First digits of the scripts our languages are written in. */
const ZEROES = [0x0660, 0x06f0, 0x0966]

/** Digits with an optional plus in front; null: no phone number. An empty text stays one. */
export function cleanPhone(text: string): string | null {
  const latin = [...cleanLine(text)].map(latinDigit).join('')
  const bare = latin.replaceAll(/[ ()./-]/g, '')
  return bare === '' || /^\+?[0-9]{6,15}$/.test(bare) ? bare : null
}

function latinDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  const zero = ZEROES.find((each) => code >= each && code <= each + 9)
  return zero === undefined ? sign : String(code - zero)
}

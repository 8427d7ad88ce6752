/**
 * What speaks against a PDF: it is no whole one from its first byte to its last, is behind a password, or holds scripts, programs, other
 * files or forms that run.
 */
export type PdfFault = 'unreadable' | 'encrypted' | 'active'

/** Thrown by all of this file. */
export class PdfRefusal extends Error {
  readonly fault: PdfFault

  constructor(fault: PdfFault) {
    super(`the PDF is ${fault}`)
    this.fault = fault
  }
}

/** One character a byte: what is compared here is ASCII. */
type PlainText = (bytes: Uint8Array) => string

/**
 * Of one object stream unpacked, of all together, and how many there may be. A file of 5 MB that a program wrote stays far
 * below: these streams hold dictionaries only, never pictures or the text of a page.
 */
export const STREAM_BYTES_MAX = 8 * 1024 * 1024
export const STREAMS_BYTES_MAX = 16 * 1024 * 1024
const STREAMS_MAX = 2_000
/** Where the end of a file says where its table of objects is, and where that begins. */
const TAIL_LENGTH = 1_024
const TABLE_LENGTH = 40

// Blanks of the format are those of the language and the zero byte; how it treats remarks: `withoutRemarks`.
const NAME_ENDS = '(?![A-Za-z0-9_.+-])'
const REFERENCE = '\\+?\\d+[\\0\\s]+\\+?\\d+[\\0\\s]+R\\b'
const named = (names: string, then = ''): RegExp =>
  new RegExp(`/(?:${names})${NAME_ENDS}${then === '' ? '' : `[\\0\\s]*(?:${then})`}`)

const ENCRYPTED = named('Encrypt')
/** What does something, or holds what does: scripts, programs, other files, forms that run, media. */
const ACTIVE = [
  named('JavaScript|OnInstantiate|Launch|ImportData|SubmitForm|GoToE|GoTo3DView'),
  named('Renditions?|Movie|Sound|RichMedia[A-Za-z]*|AlternatePresentations'),
  named('EmbeddedFiles?|FileAttachment'),
  named('EF|3DD', `<<|${REFERENCE}`),
  named('XFA', `[[<]|${REFERENCE}`),
  named('(?:Sub)?[Tt]ype', `/(?:3D|U3D|PRC|PS|Screen)${NAME_ENDS}`),
  named('FS', `/URL${NAME_ENDS}`),
]
/** Done without being asked; going to a page of its own is written as a list. */
const BY_ITSELF = named('OpenAction|AA', `<<|${REFERENCE}`)
const OUTWARD = named('URI|GoToR|Thread')
/** The names above whose value decides, with a remark before it or in it. */
const REMARKED = new RegExp(
  `(/(?:EF|3DD|XFA|(?:Sub)?[Tt]ype|FS|OpenAction|AA)${NAME_ENDS})(?=[\\0\\s\\d+]*%)`,
  'g',
)
/** What may be before a remark there. No writer makes any: so few are followed, and none can make the check slow. */
const BEFORE_REMARK = /[\0\s\d+]*(?=%)/y
const LINE_END = /[\r\n]/g
const REMARKS_MAX = 8
/** How much is looked at behind a remark: enough for the blanks and numbers that a value may begin with. */
const VALUE_LENGTH = 256
/** More than the longest name that counts there. */
const VALUE_NAME_LENGTH = 32
/** Anything but blanks and numbers: with it the value has begun. */
const VALUE = /[^\0\s\d+]/
const PAGE = named('Pages?')
const OBJECT_STREAM = named('ObjStm')
/** Where the first object of an object stream is, remarks in it or not; elsewhere the word names an object. */
const FIRST = /\/First(?:[\0\s]*%|[\0\s]+\+?\d+(?!\d)(?:[\0\s]*%|(?![\0\s]+\d+(?:[\0\s]*%|[\0\s]+R\b))))/
/** A stream with its dictionary, as every writer makes an object stream: nothing nested, no remarks. */
const STREAM = /\d{1,10}[\0\s]+\d{1,5}[\0\s]+obj[\0\s]*<<([^<>()%]*)>>[\0\s]*stream\r?\n/g
const PACKED = named('Filter')
const DEFLATED = /\/Filter[\0\s]*(?:\/FlateDecode\b|\[[\0\s]*\/FlateDecode[\0\s]*\])/
/** Packed in some other way besides, or not in this file. */
const OTHERWISE = named('DecodeParms|F|FFilter|FDecodeParms')

const unreadable = (): PdfRefusal => new PdfRefusal('unreadable')

const BEGINNING = [0x25, 0x50, 0x44, 0x46, 0x2d]
/** `%PDF-`. */
export const isPdf = (bytes: Uint8Array): boolean => BEGINNING.every((byte, at) => bytes[at] === byte)

interface PdfReading {
  /** What is packed in object streams (deflate): to be unpacked and looked at, too. */
  packed: readonly Uint8Array[]
  look(unpacked: Uint8Array): void
  /** When all has been looked at. */
  finish(): void
}

/**
 * Looks through a PDF (ISO 32000). Readers follow a file's table of objects, and each mends a broken one in a way of its own; so
 * none is followed here: every byte is looked at, and all that object streams hold, whether a reader would find it or not.
 * What cannot be looked through is refused. The time it takes grows with the size of what is looked at and with nothing else.
 */
export function readPdf(bytes: Uint8Array, plainText: PlainText): PdfReading {
  const text = plainText(bytes)
  if (!isPdf(bytes) || !isWhole(text)) throw unreadable()
  const plain = plainNames(bytes, plainText)
  const found = { active: false, byItself: false, outward: false, page: false }
  const look = (searched: string): void => {
    const texts = [searched, ...withoutRemarks(searched)]
    found.active ||= ACTIVE.some((pattern) => holds(texts, pattern))
    found.byItself ||= holds(texts, BY_ITSELF)
    found.outward ||= holds(texts, OUTWARD)
    found.page ||= holds(texts, PAGE)
  }
  if (holds([plain, ...withoutRemarks(plain)], ENCRYPTED)) throw new PdfRefusal('encrypted')
  look(plain)
  return {
    packed: packedStreams(text, plain).map(({ start, end }) => bytes.subarray(start, end)),
    look: (unpacked) => look(plainNames(unpacked, plainText)),
    finish() {
      if (found.active || (found.byItself && found.outward)) throw new PdfRefusal('active')
      if (!found.page) throw unreadable()
    },
  }
}

const holds = (texts: readonly string[], pattern: RegExp): boolean => texts.some((text) => pattern.test(text))

const HASH = 0x23
const NO_DIGIT = 0xff
/** By the code of a character: the value of a hexadecimal digit. */
const DIGIT_VALUES = new Uint8Array(256).fill(NO_DIGIT)
/** By the code of a character: 1 for the letters and digits of names. */
const LETTERS = new Uint8Array(256)
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  DIGIT_VALUES[digit.charCodeAt(0)] = value
  DIGIT_VALUES[digit.toUpperCase().charCodeAt(0)] = value
}
for (let code = 0; code < LETTERS.length; code++) {
  if (/[A-Za-z0-9]/.test(String.fromCharCode(code))) LETTERS[code] = 1
}

const digitAt = (bytes: Uint8Array, at: number): number => DIGIT_VALUES[bytes[at] ?? 0] ?? NO_DIGIT

/** As text, letters that names spell as numbers (`/J#61vaScript`) being letters. */
function plainNames(bytes: Uint8Array, plainText: PlainText): string {
  const hash = bytes.indexOf(HASH)
  if (hash === -1) return plainText(bytes)
  const plain = bytes.slice()
  let length = hash
  for (let at = hash; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    let code = byte
    if (byte === HASH) {
      const high = digitAt(bytes, at + 1)
      const low = digitAt(bytes, at + 2)
      const spelled = high === NO_DIGIT || low === NO_DIGIT ? 0 : high * 16 + low
      // Nothing but letters: an end of line spelled so would end a remark that goes on.
      if (LETTERS[spelled] === 1) {
        code = spelled
        at += 2
      }
    }
    plain[length++] = code
  }
  return plainText(plain.subarray(0, length))
}

/**
 * A remark (`%` to the end of its line) counts as a blank, but in a string or a stream the sign is one like others, and
 * which of them it is cannot be seen from its place. So none is taken out of the text: each name that has one before its
 * value is looked at once more, in a short text of the name and of how its value begins. Refused are too
 * many remarks, and a value that does not begin soon.
 */
function withoutRemarks(text: string): string[] {
  let left = REMARKS_MAX
  const texts: string[] = []
  for (const { index, 0: name } of text.matchAll(REMARKED)) {
    let at = index + name.length
    let bare = name
    for (let before = beforeRemark(text, at); before !== null; before = beforeRemark(text, at)) {
      if (left-- === 0) throw unreadable()
      bare += `${before} `
      LINE_END.lastIndex = at + before.length
      at = LINE_END.exec(text)?.index ?? text.length
    }
    const value = text.slice(at, at + VALUE_LENGTH)
    const begins = value.search(VALUE)
    const isShown = begins !== -1 && begins + VALUE_NAME_LENGTH <= VALUE_LENGTH
    if (!isShown && at + VALUE_LENGTH < text.length) throw unreadable()
    texts.push(bare + value)
  }
  return texts
}

function beforeRemark(text: string, at: number): string | null {
  BEFORE_REMARK.lastIndex = at
  return BEFORE_REMARK.exec(text)?.[0] ?? null
}

/** Ends as a PDF does, with nothing behind it, and has its table of objects where it says. */
function isWhole(text: string): boolean {
  const [, offset] = /startxref\s+(\d{1,10})\s+%%EOF[\0\s]*$/.exec(text.slice(-TAIL_LENGTH)) ?? []
  if (offset === undefined) return false
  return /^\s*(?:xref\s|\d+\s+\d+\s+obj\b)/.test(text.slice(Number(offset), Number(offset) + TABLE_LENGTH))
}

interface Span {
  start: number
  end: number
}

/**
 * Where what is packed in object streams is. Refused is one that is not written as all are, and one that
 * overlaps another: then the same bytes would be unpacked again and again.
 */
function packedStreams(text: string, plain: string): Span[] {
  const spans: Span[] = []
  let count = 0
  let last = 0
  for (const { index, 0: all, 1: dictionary = '' } of text.matchAll(STREAM)) {
    if (!OBJECT_STREAM.test(dictionary)) continue
    const start = index + all.length
    const end = text.indexOf('endstream', start)
    if (++count > STREAMS_MAX || index < last || end === -1) throw unreadable()
    last = end
    if (!PACKED.test(dictionary)) continue
    if (!DEFLATED.test(dictionary) || OTHERWISE.test(dictionary)) throw unreadable()
    spans.push({ start, end })
  }
  if (!occurs(plain, OBJECT_STREAM, count) || !occurs(plain, FIRST, count)) throw unreadable()
  return spans
}

/** Whether the pattern is found exactly so many times; stops at the first that is too many. */
function occurs(text: string, pattern: RegExp, times: number): boolean {
  let found = 0
  for (const _ of text.matchAll(new RegExp(pattern, 'g'))) {
    if (++found > times) return false
  }
  return found === times
}

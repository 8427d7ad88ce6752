import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { AppError } from './app-error.ts'

/** Of one object stream unpacked, and of all together. */
const STREAM_BYTES_MAX = 16 * 1024 * 1024
const STREAMS_BYTES_MAX = 64 * 1024 * 1024
/** Where the end of a file says where its table of objects is, and where that begins. */
const TAIL_LENGTH = 1_024
const TABLE_LENGTH = 40
const inflateAsync = promisify(inflate)

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

const unreadable = (): AppError => new AppError('PDF_UNREADABLE')

export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 5)).toString('latin1') === '%PDF-'

/**
 * Refuses what is no whole PDF (ISO 32000) from its first byte to its last, is encrypted, or holds scripts, programs, other
 * files or forms that run. Readers follow a file's table of objects, and each mends a broken one in a way of its own; so
 * none is followed here: every byte is looked at, and all that object streams hold, whether a reader would find it or not.
 * What cannot be looked through is refused. Errors: PDF_UNREADABLE, PDF_ENCRYPTED, PDF_ACTIVE.
 */
export async function checkPdf(bytes: Uint8Array): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = file.toString('latin1')
  if (!isPdf(bytes) || !isWhole(text)) throw unreadable()
  const plain = plainNames(file)
  const texts = [plain, ...withoutRemarks(plain)]
  if (holds(texts, ENCRYPTED)) throw new AppError('PDF_ENCRYPTED')
  let left = STREAMS_BYTES_MAX
  for (const start of packedStreams(text, plain)) {
    const options = { maxOutputLength: Math.min(left, STREAM_BYTES_MAX) }
    const unpacked = await inflateAsync(file.subarray(start), options).catch(() => null)
    if (unpacked === null || unpacked.length >= left) throw unreadable()
    left -= unpacked.length
    const inside = plainNames(unpacked)
    texts.push(inside, ...withoutRemarks(inside))
  }
  if (ACTIVE.some((pattern) => holds(texts, pattern))) throw new AppError('PDF_ACTIVE')
  if (holds(texts, BY_ITSELF) && holds(texts, OUTWARD)) throw new AppError('PDF_ACTIVE')
  if (!holds(texts, PAGE)) throw unreadable()
}

const holds = (texts: readonly string[], pattern: RegExp): boolean => texts.some((text) => pattern.test(text))

const HASH = 0x23
const DIGITS = '0123456789abcdef'

/** What two digits spell; -1: they are none. */
function codeAt(bytes: Uint8Array, at: number): number {
  const [high = -1, low = -1] = [bytes[at], bytes[at + 1]].map((byte = 0) =>
    DIGITS.indexOf(String.fromCharCode(byte).toLowerCase()),
  )
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

const isLetter = (code: number): boolean => /[A-Za-z0-9]/.test(String.fromCharCode(code))

/** As text, letters that names spell as numbers (`/J#61vaScript`) being letters. */
function plainNames(bytes: Uint8Array): string {
  const plain = Buffer.alloc(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const code = byte === HASH ? codeAt(bytes, at + 1) : -1
    // Nothing but letters: an end of line spelled so would end a remark that goes on.
    const spelled = code >= 0 && isLetter(code)
    plain[length++] = spelled ? code : byte
    if (spelled) at += 2
  }
  return plain.toString('latin1', 0, length)
}

/**
 * A remark (`%` to the end of its line) counts as a blank, but in a string or a stream the sign is one like others, and
 * which of them it is cannot be seen from its place. So none is taken out of the text: each name that has one before its
 * value is looked at once more, in a text that begins with it and has none there. Errors: PDF_UNREADABLE, for too many.
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
    texts.push(bare + text.slice(at))
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

/** Where what is packed in object streams begins. Errors: PDF_UNREADABLE, for one that is not written as all are. */
function packedStreams(text: string, plain: string): number[] {
  const streams = [...text.matchAll(STREAM)].filter(([, dictionary = '']) => OBJECT_STREAM.test(dictionary))
  for (const each of [OBJECT_STREAM, FIRST]) {
    if ([...plain.matchAll(new RegExp(each, 'g'))].length !== streams.length) throw unreadable()
  }
  return streams
    .filter(([, dictionary = '']) => PACKED.test(dictionary))
    .map(({ index, 0: all, 1: dictionary = '' }) => {
      if (!DEFLATED.test(dictionary) || OTHERWISE.test(dictionary)) throw unreadable()
      return index + all.length
    })
}

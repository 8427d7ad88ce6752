import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { placesBy, whoGivesWay } from './give-way.ts'
import { addressKey } from './http-address.ts'
import { refuseUnstorable } from './http-validation.ts'

/** Of one file. */
const FILE_BYTES_MAX = 5 * 1024 * 1024
/** What stands around the files: texts, headers of parts. */
const FORM_BYTES_MAX = 64 * 1024
const FIELDS_MAX = 20
const FIELD_BYTES_MAX = 8 * 1024
const NAME_BYTES_MAX = 100
/** Forms read at a time, of all callers and of one address; each holds its files in memory. */
const READING_MAX = 24
const READING_PER_ADDRESS_MAX = 6
/** From then on a form is slow, and an address has one such under way. */
const SLOW_AFTER_MS = 10_000
const BUSY_RETRY_SECONDS = 3
/** The name of every part that is a file. */
const FILE_FIELD = 'file'

interface UploadedForm {
  fields: Record<string, string>
  /** In the order in which they came. */
  files: Uint8Array[]
}

export interface FormReader {
  /** The instance whose routes take forms; all others take JSON only. */
  scope: FastifyInstance
  /** Before the body is read: what says itself that it is too large is not. Errors: FILE_TOO_LARGE. */
  checkSize(request: FastifyRequest, filesMax: number): void
  /** Errors: UNSUPPORTED_MEDIA_TYPE, FILE_TOO_LARGE, MALFORMED_REQUEST, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE. */
  read(request: FastifyRequest, filesMax: number, owner: string): Promise<UploadedForm>
}

const isTooLarge = (thrown: unknown): boolean =>
  typeof thrown === 'object' &&
  thrown !== null &&
  'code' in thrown &&
  thrown.code === 'FST_REQ_FILE_TOO_LARGE'

/**
 * Its bytes, in one piece of memory from the beginning: pieces that are put together in the end are there twice, for each of
 * those who upload at once. Memory that is not written to takes none.
 */
async function bytesOf({ file }: MultipartFile): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(FILE_BYTES_MAX)
  let length = 0
  for await (const chunk of file as AsyncIterable<Buffer>) length += chunk.copy(bytes, length)
  if (file.truncated) throw new AppError('FILE_TOO_LARGE')
  return bytes.subarray(0, length)
}

async function readParts(request: FastifyRequest, filesMax: number): Promise<UploadedForm> {
  const fields = new Map<string, string>()
  const files: Uint8Array[] = []
  const limits = {
    ...{ fileSize: FILE_BYTES_MAX, files: filesMax, fields: FIELDS_MAX, parts: FIELDS_MAX + filesMax },
    ...{ fieldSize: FIELD_BYTES_MAX, fieldNameSize: NAME_BYTES_MAX, headerPairs: FIELDS_MAX },
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      const bytes = await bytesOf(part)
      if (part.fieldname !== FILE_FIELD) throw new AppError('MALFORMED_REQUEST')
      files.push(bytes)
    } else {
      if (part.fieldnameTruncated || part.valueTruncated) throw new AppError('MALFORMED_REQUEST')
      fields.set(part.fieldname, String(part.value))
    }
  }
  return { fields: Object.fromEntries(fields), files }
}

interface Reading {
  owner: string
  address: string
  isSlow: boolean
  /** Settles once, with why this form is not read to its end; never rejects. */
  refused: Promise<AppError>
  refuse(why: AppError): void
}

function newReading(owner: string, address: string): Reading {
  let refuse: Reading['refuse'] = () => undefined
  const refused = new Promise<AppError>((resolve) => {
    refuse = resolve
  })
  return { owner, address, isSlow: false, refused, refuse }
}

/**
 * Forms with files (`multipart/form-data`), one at a time for each user, few for an address and one that is slow. When all
 * places are taken, an address with few forms gets one of the address with most (`whoGivesWay`): whoever begins many and ends
 * none keeps nobody else from uploading.
 */
export async function createFormReader(
  app: FastifyInstance,
  slowAfterMs = SLOW_AFTER_MS,
): Promise<FormReader> {
  const reading = new Set<Reading>()
  const count = (of: (each: Reading) => boolean): number => [...reading].filter(of).length
  const tooMany = () => new AppError('TOO_MANY_REQUESTS', undefined, BUSY_RETRY_SECONDS)
  const busy = () => new AppError('SERVICE_UNAVAILABLE', undefined, BUSY_RETRY_SECONDS)

  /** Of the forms of whoever gives way, the oldest one is refused: it is the likeliest never to end. */
  function takesPlace(address: string): boolean {
    const giver = whoGivesWay(
      placesBy(reading, (each) => each.address),
      address,
    )
    const oldest = [...reading].find((each) => each.address === giver)
    if (oldest === undefined) return false
    oldest.refuse(busy())
    reading.delete(oldest)
    return true
  }

  function enter(owner: string, address: string): Reading {
    if (count((each) => each.owner === owner) > 0) throw tooMany()
    if (count((each) => each.address === address) >= READING_PER_ADDRESS_MAX) throw tooMany()
    if (reading.size >= READING_MAX && !takesPlace(address)) throw busy()
    const mine = newReading(owner, address)
    reading.add(mine)
    return mine
  }

  /** Refuses the form when it turns out slow and another of the same address is already. */
  function watch(mine: Reading): NodeJS.Timeout {
    return setTimeout(() => {
      if (count((each) => each.address === mine.address && each.isSlow) > 0) mine.refuse(tooMany())
      else mine.isSlow = true
    }, slowAfterMs)
  }

  let scope: FastifyInstance | null = null
  await app.register(async (inner) => {
    await inner.register(multipart)
    scope = inner
  })
  if (scope === null) throw new Error('the scope of forms was not made')
  return {
    scope,
    checkSize(request, filesMax) {
      const bytes = Number(request.headers['content-length'] ?? 0)
      if (bytes > filesMax * FILE_BYTES_MAX + FORM_BYTES_MAX) throw new AppError('FILE_TOO_LARGE')
    },
    async read(request, filesMax, owner) {
      if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
      const mine = enter(owner, addressKey(request.info.ip))
      const timer = watch(mine)
      const parts = readParts(request, filesMax)
      // Refused before its end: what becomes of the rest is nobody's.
      parts.catch(() => {})
      try {
        const form = await Promise.race([parts, mine.refused])
        if (form instanceof AppError) throw form
        refuseUnstorable(form.fields)
        return form
      } catch (thrown) {
        if (thrown instanceof AppError) throw thrown
        // Whatever else the parser dislikes is a fault of the form, or of the line.
        throw new AppError(isTooLarge(thrown) ? 'FILE_TOO_LARGE' : 'MALFORMED_REQUEST')
      } finally {
        clearTimeout(timer)
        reading.delete(mine)
      }
    },
  }
}

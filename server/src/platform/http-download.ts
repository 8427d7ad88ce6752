import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import type { Log } from './log.ts'

/** A file as it goes over the wire. */
export type Download = MadeFile | StoredFile | HeldFile

/** Made while it is sent: the next piece when the last has gone out. Asked for anew every time. */
interface MadeFile {
  /** The router puts the site's name before it. */
  fileName: string
  contentType: string
  pieces: AsyncIterable<Uint8Array>
}

/** On disk, whole, and the same for ever. */
interface StoredFile {
  fileName: string
  contentType: string
  path: string
  bytes: number
  /** Tells this content from any other, such as its hash. */
  tag: string
}

/** In memory. With a tag it is anybody's and the same for ever; without one its owner's alone, and kept nowhere. */
interface HeldFile {
  fileName: string
  contentType: string
  held: Uint8Array
  tag: string | null
}

const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * Answers with a file; one on disk also in part (RFC 9110, section 14: one range), or not at all when the caller has it. Who
 * asks for the headers alone gets them without the file being read or made: nobody would read it.
 */
export function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  download: Download,
  log: Pick<Log, 'error'>,
): FastifyReply {
  reply
    .header('content-type', download.contentType)
    .header('content-disposition', `attachment; filename="${download.fileName}"`)
  if ('path' in download) return sendStored(request, reply, download)
  if ('held' in download) return sendHeld(request, reply, download)
  const { pieces } = download
  return sendStream(request, reply.header('cache-control', 'no-store'), () =>
    Readable.from(told(pieces, log), { objectMode: false }),
  )
}

/** To HEAD the framework sends the headers as they stand when it gets a stream, and takes all that comes from it. */
function sendStream(request: FastifyRequest, reply: FastifyReply, open: () => Readable): FastifyReply {
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : open())
}

/** What fails on the way can no longer be answered: the connection breaks off, and the log says why. */
async function* told(pieces: AsyncIterable<Uint8Array>, log: Pick<Log, 'error'>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
  } catch (error) {
    // What is refused before anything has gone out is an answer like any other.
    if (!(error instanceof AppError)) log.error({ err: error }, 'a download broke off')
    throw error
  }
}

function sendStored(request: FastifyRequest, reply: FastifyReply, file: StoredFile): FastifyReply {
  const tag = `"${file.tag}"`
  reply.header('etag', tag).header('cache-control', FOR_EVER).header('accept-ranges', 'bytes')
  const { range, 'if-none-match': known, 'if-range': ifRange } = request.headers
  if (known !== undefined && namesTag(known, tag)) return reply.code(304).send()
  const part =
    range === undefined || (ifRange !== undefined && ifRange !== tag) ? null : partOf(range, file.bytes)
  if (part === 'none') return reply.code(416).header('content-range', `bytes */${file.bytes}`).send()
  const { first, last } = part ?? { first: 0, last: file.bytes - 1 }
  if (part !== null) reply.code(206).header('content-range', `bytes ${first}-${last}/${file.bytes}`)
  reply.header('content-length', last - first + 1)
  return sendStream(request, reply, () => createReadStream(file.path, { start: first, end: last }))
}

function sendHeld(request: FastifyRequest, reply: FastifyReply, { held, tag }: HeldFile): FastifyReply {
  if (tag === null) reply.header('cache-control', 'private, no-store')
  else reply.header('etag', `"${tag}"`).header('cache-control', FOR_EVER)
  const known = request.headers['if-none-match']
  if (tag !== null && known !== undefined && namesTag(known, `"${tag}"`)) return reply.code(304).send()
  return reply.send(Buffer.from(held.buffer, held.byteOffset, held.byteLength))
}

function namesTag(header: string, tag: string): boolean {
  return header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag || each.trim() === '*')
}

/** Null: not a range we serve, the whole file then; `none`: outside of the file. */
function partOf(range: string, bytes: number): { first: number; last: number } | 'none' | null {
  const [, from, to] = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(range) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  if (from === '') {
    const first = Math.max(0, bytes - Number(to))
    return Number(to) === 0 ? 'none' : { first, last: bytes - 1 }
  }
  const [first, last] = [Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)]
  if (to !== '' && Number(to) < first) return null
  return first >= bytes ? 'none' : { first, last }
}

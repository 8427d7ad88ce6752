import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Shorter answers cost more to compress than they save. */
const COMPRESS_LENGTH_MIN = 2_048
/** Most of the gain at a fraction of the time. */
const LEVEL = 4

const compress = promisify(gzip)

/** The compressed bytes of a text, off this thread, or null when it is short or the caller does not take gzip. */
export async function gzipped(
  text: string,
  acceptEncoding: string | string[] | undefined,
): Promise<Buffer | null> {
  if (text.length < COMPRESS_LENGTH_MIN || !/\bgzip\b/.test(String(acceptEncoding))) return null
  return await compress(text, { level: LEVEL })
}

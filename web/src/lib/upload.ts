import type { Endpoint } from '@truestrike/protocol/endpoint.ts'
import { carryOut, dataOf } from './api-client.ts'

/** Five megabytes over a slow line, and then the work on them. */
const UPLOAD_TIMEOUT_MS = 150_000
/** As the server takes them. */
const FILE_BYTES_MAX = 5 * 1024 * 1024
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp']
/** For `accept` of a field that takes pictures. */
export const PICTURE_ACCEPT = PICTURE_TYPES.join(',')

const PDF_TYPE = 'application/pdf'
/** For `accept` of a field that takes papers: pictures of them, or PDFs. */
export const PAPER_ACCEPT = `${PICTURE_ACCEPT},${PDF_TYPE}`

/** What is wrong with a file before it is sent; null: nothing that can be seen from here. */
export function pictureFault(file: Pick<File, 'size' | 'type'>): 'tooLarge' | 'type' | null {
  if (!PICTURE_TYPES.includes(file.type)) return 'type'
  return file.size > FILE_BYTES_MAX ? 'tooLarge' : null
}

/** The same for a paper. */
export function paperFault({ size, type }: Pick<File, 'size' | 'type'>): 'tooLarge' | 'paperType' | null {
  const fault = pictureFault({ size, type: type === PDF_TYPE ? 'image/jpeg' : type })
  return fault === 'type' ? 'paperType' : fault
}

/** What the first bytes of a file of each type are, and from which byte on. */
const BEGINNINGS: Readonly<Record<string, readonly [offset: number, signs: string]>> = {
  'image/jpeg': [0, '\xff\xd8\xff'],
  'image/png': [0, '\x89PNG\r\n\x1a\n'],
  'image/webp': [8, 'WEBP'],
  [PDF_TYPE]: [0, '%PDF-'],
}

/** What can be wrong with a paper, each in words of its own (`upload.json`). */
type PaperFault =
  | 'tooLarge'
  | 'paperType'
  | 'unreadable'
  | 'encrypted'
  | 'active'
  | 'tooManyPixels'
  | 'tooFewPixels'

/**
 * As `paperFault`, having looked into the file by the rules of the server, as far as a browser can: this is for what should be known
 * before the file is sent, and before the request that it belongs to exists.
 */
export async function readPaperFault(file: File): Promise<PaperFault | null> {
  const seen = paperFault(file)
  if (seen !== null) return seen
  // It may have been moved or changed since it was chosen.
  const content = await file.arrayBuffer().catch(() => null)
  if (content === null) return 'unreadable'
  const bytes = new Uint8Array(content)
  const [offset, signs] = BEGINNINGS[file.type] ?? [0, '']
  if ([...signs].some((sign, at) => bytes[offset + at] !== sign.charCodeAt(0))) return 'unreadable'
  // What cannot be looked into, as the code for it cannot be had now, the server looks into.
  const looks = await import('./look-into-paper.ts').catch(() => null)
  if (looks === null) return null
  if (file.type === PDF_TYPE) return await looks.findPdfFault(bytes)
  return looks.findPictureFault(bytes) ?? ((await canDraw(file)) ? null : 'unreadable')
}

async function canDraw(picture: File): Promise<boolean> {
  if (typeof createImageBitmap !== 'function') return true
  return await createImageBitmap(picture).then(
    (bitmap) => {
      bitmap.close()
      return true
    },
    () => false,
  )
}

export interface UploadForm {
  params?: Record<string, string>
  fields?: Record<string, string>
  files: readonly File[]
}

interface UploadOptions {
  /** Whole percent of what has left this device. */
  onProgress: (percent: number) => void
  signal?: AbortSignal
  /** Of another session than the user's: an administrator's. */
  token?: string
}

/** Sends a form with files, as `call` does without a toast: refusals are shown where the file was chosen. */
export function callUpload<R>(
  endpoint: Endpoint<undefined, unknown, R>,
  { params = {}, fields = {}, files }: UploadForm,
  { onProgress, signal, token }: UploadOptions,
): Promise<R> {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) form.append(name, text)
  for (const file of files) form.append('file', file)
  return carryOut(
    endpoint as Endpoint<undefined, FormData, R>,
    { body: form, params },
    { toast: false, ...(signal === undefined ? {} : { signal }), ...(token === undefined ? {} : { token }) },
    {
      timeout: UPLOAD_TIMEOUT_MS,
      // The browser adds the boundary; the client's own type would make JSON of the form.
      headers: { 'Content-Type': 'multipart/form-data' },
      onUploadProgress: ({ progress }) => onProgress(Math.floor((progress ?? 0) * 100)),
    },
    dataOf<R>,
  )
}

import { AppError } from './app-error.ts'
import { checkPdf, isPdf } from './pdf.ts'
import { isPicture, type Pictures } from './picture.ts'
import { createTurnQueue } from './turn-queue.ts'

/** Small print is still read at that size. */
const PAPER_PX_MAX = 2_000
const WAITING_MAX = 8
const BUSY_RETRY_SECONDS = 3

export type PaperType = 'image/jpeg' | 'application/pdf'

/** What is kept of a paper that somebody handed in. */
export interface Paper {
  contentType: PaperType
  bytes: Uint8Array
}

export interface Papers {
  /** A picture is made anew; a PDF stays as it is, if it holds nothing that acts. */
  clean(bytes: Uint8Array): Promise<Paper>
}

/** For what a file of that type is called. */
export const PAPER_ENDING: Record<PaperType, string> = { 'image/jpeg': 'jpg', 'application/pdf': 'pdf' }

/** Papers as pictures (JPEG, PNG, WebP) or PDFs. Errors: PAPER_TYPE_REFUSED, those of `Pictures` and `checkPdf`. */
export function createPapers(pictures: Pictures): Papers {
  const turns = createTurnQueue(
    WAITING_MAX,
    () => new AppError('SERVICE_UNAVAILABLE', undefined, BUSY_RETRY_SECONDS),
  )
  return {
    async clean(bytes) {
      if (isPdf(bytes)) {
        await turns.run(() => checkPdf(bytes))
        return { contentType: 'application/pdf', bytes }
      }
      if (!isPicture(bytes)) throw new AppError('PAPER_TYPE_REFUSED')
      return { contentType: 'image/jpeg', bytes: await pictures.within(bytes, PAPER_PX_MAX) }
    },
  }
}

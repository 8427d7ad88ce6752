import { isPdf } from '@truestrike/core/paper/pdf-rules.ts'
import { AppError } from './app-error.ts'
import type { FileWorker } from './file-worker.ts'
import { isPicture } from './picture.ts'
import type { TurnOwner } from './turn-places.ts'

/** Small print is still read at that size. */
const PAPER_PX_MAX = 2_000

export type PaperType = 'image/jpeg' | 'application/pdf'

/** What is kept of a paper that somebody handed in. */
export interface Paper {
  contentType: PaperType
  bytes: Uint8Array
}

export interface Papers {
  /** A picture is made anew; a PDF stays as it is, if it holds nothing that acts. `owner` is who uploaded it. */
  clean(owner: TurnOwner, bytes: Uint8Array): Promise<Paper>
}

/** For what a file of that type is called. */
export const PAPER_ENDING: Record<PaperType, string> = { 'image/jpeg': 'jpg', 'application/pdf': 'pdf' }

/** Papers as pictures (JPEG, PNG, WebP) or PDFs. Errors: PAPER_TYPE_REFUSED, those of `FileWorker`. */
export function createPapers(files: FileWorker): Papers {
  return {
    async clean(owner, bytes) {
      if (isPdf(bytes)) {
        await files.checkPdf(owner, bytes)
        return { contentType: 'application/pdf', bytes }
      }
      if (!isPicture(bytes)) throw new AppError('PAPER_TYPE_REFUSED')
      return { contentType: 'image/jpeg', bytes: await files.within(owner, bytes, PAPER_PX_MAX) }
    },
  }
}

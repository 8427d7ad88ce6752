import type { Book, Direction } from '../scalars.ts'
import type { CancelReason, ContractResult } from '../trade-endpoints.ts'
import { arARRecords } from './ar-AR.ts'
import { deDERecords } from './de-DE.ts'
import { enUSRecords } from './en-US.ts'
import { esESRecords } from './es-ES.ts'
import { frFRRecords } from './fr-FR.ts'
import { hiINRecords } from './hi-IN.ts'
import type { Locale } from './locales.ts'
import { ptPTRecords } from './pt-PT.ts'
import { ruRURecords } from './ru-RU.ts'

/** What stands in a file of contract records: headings and the words of its cells. */
export interface RecordWords {
  column: Record<RecordColumn, string>
  book: Record<Book, string>
  direction: Record<Direction, string>
  state: Record<'pending' | 'completed' | 'cancelled', string>
  result: Record<ContractResult, string>
  source: Record<'simulated' | 'replay' | 'exchange', string>
  cancelReason: Record<CancelReason, string>
}

type RecordColumn =
  | 'orderNo'
  | 'book'
  | 'symbol'
  | 'direction'
  | 'stake'
  | 'payout'
  | 'duration'
  | 'accepted'
  | 'openingPrice'
  | 'openingTime'
  | 'closingPrice'
  | 'closingTime'
  | 'state'
  | 'result'
  | 'cancelReason'
  | 'profit'
  | 'settled'
  | 'source'

const WORDS: Record<Locale, RecordWords> = {
  'en-US': enUSRecords,
  'es-ES': esESRecords,
  'pt-PT': ptPTRecords,
  'ar-AR': arARRecords,
  'de-DE': deDERecords,
  'ru-RU': ruRURecords,
  'fr-FR': frFRRecords,
  'hi-IN': hiINRecords,
}

export function recordWordsFor(locale: Locale): RecordWords {
  return WORDS[locale]
}

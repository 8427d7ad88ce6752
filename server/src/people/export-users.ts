import { isLocale } from '@truestrike/protocol/messages/locales.ts'
import { type UserWords, userWordsFor } from '@truestrike/protocol/messages/user-words.ts'
import type { ListedUser } from '@truestrike/protocol/people-endpoints.ts'
import { CSV_START, CSV_TYPE, type CsvCell, csvLine, csvTime } from '../platform/csv.ts'
import type { Download } from '../platform/http-download.ts'

/** Rows held in memory at once. */
const ROWS_PER_READ = 500

interface UserFile {
  locale: string
  nowMs: number
  read(cursor: string | null, limit: number): Promise<{ users: ListedUser[]; next: string | null }>
}

const COLUMNS: readonly {
  name: keyof UserWords['column']
  cell(user: ListedUser, words: UserWords): CsvCell
}[] = [
  { name: 'uid', cell: ({ uid }) => uid },
  { name: 'username', cell: ({ username }) => username },
  { name: 'nickname', cell: ({ nickname }) => nickname },
  { name: 'email', cell: ({ email }) => email },
  { name: 'phone', cell: ({ phone }) => phone },
  { name: 'status', cell: ({ status }, words) => words.status[status] },
  { name: 'identity', cell: ({ identity }, words) => words.identity[identity] },
  { name: 'real', cell: ({ real }) => ({ number: real }) },
  { name: 'demo', cell: ({ demo }) => ({ number: demo }) },
  { name: 'joined', cell: ({ joinedMs }) => csvTime(joinedMs) },
  { name: 'lastLogin', cell: ({ lastLoginMs }) => csvTime(lastLoginMs) },
  { name: 'invitedBy', cell: ({ invitedByUid }) => invitedByUid },
]

/** Users as a file, in the order of the list, read a page at a time while it is sent. */
export function exportUsers(file: UserFile): Download {
  const words = userWordsFor(isLocale(file.locale) ? file.locale : 'en-US')
  const day = new Date(file.nowMs).toISOString().slice(0, 10)
  return {
    fileName: `users-${day}.csv`,
    contentType: CSV_TYPE,
    pieces: linesOf(file, words),
  }
}

async function* linesOf({ read }: UserFile, words: UserWords): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS.map(({ name }) => words.column[name]))
  let cursor: string | null = null
  for (;;) {
    const { users, next } = await read(cursor, ROWS_PER_READ)
    const lines = users.map((user) => csvLine(COLUMNS.map(({ cell }) => cell(user, words))))
    if (lines.length > 0) yield lines.join('')
    cursor = next
    if (users.length < ROWS_PER_READ) return
  }
}

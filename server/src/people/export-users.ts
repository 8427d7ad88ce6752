import { ensure } from '@truestrike/core/assert.ts'
import type { Locale } from '@truestrike/protocol/messages/locales.ts'
import { type UserWords, userWordsFor } from '@truestrike/protocol/messages/user-words.ts'
import type { ListedUser } from '@truestrike/protocol/people-endpoints.ts'
import { listDirectory, placeAfter } from '../accounts/user-directory.service.ts'
import { type CsvCell, csvPages, csvTime } from '../platform/csv.ts'
import type { ListExport } from '../platform/list-exports.ts'
import { toListedUsers } from './listed-user.ts'

/** A row takes some reading of its own. */
const ROWS_PER_READ = 500

interface Listed {
  row: Awaited<ReturnType<typeof listDirectory>>[number]
  user: ListedUser
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

interface UserFile {
  filter: Parameters<typeof listDirectory>[1]
  /** With whole addresses. */
  isWhole: boolean
  locale: Locale
}

/** Users, in the order of the list. */
export const usersExport: ListExport<UserFile> = {
  name: 'users',
  pages({ filter, isWhole, locale }, { db }) {
    const words = userWordsFor(locale)
    return csvPages({
      head: COLUMNS.map(({ name }) => words.column[name]),
      rowsPerRead: ROWS_PER_READ,
      async read(last: Listed | undefined, limit) {
        const after = last === undefined ? null : placeAfter(filter, last.row)
        const rows = await listDirectory(db, filter, { after, limit })
        const users = await toListedUsers(db, rows, isWhole)
        return rows.map((row, at): Listed => ({ row, user: ensure(users[at]) }))
      },
      cells: ({ user }) => COLUMNS.map(({ cell }) => cell(user, words)),
    })
  },
}

import { ensure } from '@truestrike/core/assert.ts'
import type { Locale } from '@truestrike/protocol/messages/locales.ts'
import { type UserWords, userWordsFor } from '@truestrike/protocol/messages/user-words.ts'
import type { TeamMember } from '@truestrike/protocol/people-endpoints.ts'
import { type CsvCell, csvPages, csvTime } from '../platform/csv.ts'
import type { ListExport } from '../platform/list-exports.ts'
import { toTeamMembers } from './team-members.ts'
import { listLargestTeams, type SizedTeamRow } from './teams.store.ts'

/** A row takes some reading of its own. */
const ROWS_PER_READ = 500

interface Listed {
  row: SizedTeamRow
  team: TeamMember
}

interface Column {
  heading(words: UserWords): string
  cell(team: TeamMember, words: UserWords): CsvCell
}

const number = (count: number): CsvCell => ({ number: String(count) })

const COLUMNS: readonly Column[] = [
  { heading: ({ column }) => column.uid, cell: ({ uid }) => uid },
  { heading: ({ column }) => column.username, cell: ({ username }) => username },
  { heading: ({ column }) => column.status, cell: ({ status }, words) => words.status[status] },
  {
    heading: ({ column }) => column.identity,
    cell: ({ certified }, words) => (certified ? words.identity.verified : null),
  },
  ...([0, 1, 2] as const).flatMap((at): Column[] => [
    { heading: (words) => words.generation[at], cell: (team) => number(team.generations[at].members) },
    {
      heading: (words) => `${words.generation[at]} (${words.certified})`,
      cell: (team) => number(team.generations[at].certified),
    },
  ]),
  { heading: ({ column }) => column.joined, cell: ({ joinedMs }) => csvTime(joinedMs) },
]

interface TeamFile {
  /** Only these; null: all. */
  found: readonly bigint[] | null
  locale: Locale
}

/** Teams, in the order of the list. */
export const teamsExport: ListExport<TeamFile> = {
  name: 'teams',
  pages({ found, locale }, { db }) {
    const words = userWordsFor(locale)
    return csvPages({
      head: COLUMNS.map(({ heading }) => heading(words)),
      rowsPerRead: ROWS_PER_READ,
      async read(last: Listed | undefined, limit) {
        const rows = await listLargestTeams(db, { found, after: last?.row ?? null, limit })
        const teams = await toTeamMembers(db, rows)
        return rows.map((row, at): Listed => ({ row, team: ensure(teams[at]) }))
      },
      cells: ({ team }) => COLUMNS.map(({ cell }) => cell(team, words)),
    })
  },
}

import { isLocale } from '@truestrike/protocol/messages/locales.ts'
import { type UserWords, userWordsFor } from '@truestrike/protocol/messages/user-words.ts'
import type { TeamMember } from '@truestrike/protocol/people-endpoints.ts'
import { CSV_START, CSV_TYPE, type CsvCell, csvLine, csvTime } from '../platform/csv.ts'
import type { Download } from '../platform/http-download.ts'

/** Rows held in memory at once. */
const ROWS_PER_READ = 500

interface TeamFile {
  locale: string
  nowMs: number
  read(cursor: string | null, limit: number): Promise<{ teams: TeamMember[]; next: string | null }>
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

/** Teams as a file, in the order of the list, read a page at a time while it is sent. */
export function exportTeams(file: TeamFile): Download {
  const words = userWordsFor(isLocale(file.locale) ? file.locale : 'en-US')
  const day = new Date(file.nowMs).toISOString().slice(0, 10)
  return {
    fileName: `teams-${day}.csv`,
    contentType: CSV_TYPE,
    pieces: linesOf(file, words),
  }
}

async function* linesOf({ read }: TeamFile, words: UserWords): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS.map(({ heading }) => heading(words)))
  let cursor: string | null = null
  for (;;) {
    const { teams, next } = await read(cursor, ROWS_PER_READ)
    const lines = teams.map((team) => csvLine(COLUMNS.map(({ cell }) => cell(team, words))))
    if (lines.length > 0) yield lines.join('')
    cursor = next
    if (teams.length < ROWS_PER_READ) return
  }
}

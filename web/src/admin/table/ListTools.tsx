import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadFile } from '../../lib/download.ts'
import { useFileNames } from '../../lib/file-names.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Button } from '../../ui/Button.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import type { Column } from './column.ts'
import { csvFile } from './csv-file.ts'
import type { ColumnChoices } from './use-columns.ts'

interface ListToolsProps<Row> {
  /** Of the file. */
  name: string
  columns: readonly Column<Row>[]
  choices: ColumnChoices
  /** All rows of the list, as it is filtered. */
  read(): Promise<readonly Row[]>
}

/** Which columns a short list shows, and its file: what they say, made in the browser. Long lists have theirs of the server. */
export function ListTools<Row>({ name, columns, choices, read }: ListToolsProps<Row>) {
  const { t } = useTranslation('admin')
  const nameOf = useFileNames()
  const [isPending, setPending] = useState(false)
  const save = async (): Promise<void> => {
    setPending(true)
    try {
      const rows = await read()
      const told = columns.flatMap(({ label, text }) => (text === undefined ? [] : [{ label, text }]))
      const lines = [told.map(({ label }) => label), ...rows.map((row) => told.map(({ text }) => text(row)))]
      const file = new Blob([csvFile(lines)], { type: 'text/csv;charset=utf-8' })
      downloadFile(nameOf(`${name}-${new Date().toISOString().slice(0, 10)}.csv`), file)
    } catch {
      showToast('error', t('orders.exportFailed'))
    } finally {
      setPending(false)
    }
  }
  return (
    <span className="adm-list-tools">
      <ColumnMenu {...choices} />
      <Button size="s" icon={Download} pending={isPending} onClick={() => void save()}>
        {t('table.export')}
      </Button>
    </span>
  )
}

const PAGE = 50

/** All rows of a list that comes page by page. */
export async function readAll<Row>(
  load: (page: {
    limit: number
    cursor?: string
  }) => Promise<{ rows: readonly Row[]; nextCursor: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await load({ limit: PAGE, ...(cursor === undefined ? {} : { cursor }) })
    rows.push(...page.rows)
    cursor = page.nextCursor
  }
  return rows
}

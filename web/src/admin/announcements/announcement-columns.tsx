import type { Announcement } from '@truestrike/protocol/announcement-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Num } from '../../ui/Num.tsx'
import type { Column } from '../table/DataTable.tsx'
import { ANNOUNCEMENT_TEXTS, announcementNumber } from './announcement-words.ts'

export function useAnnouncementColumns(): Column<Announcement>[] {
  const { t } = useTranslation(ANNOUNCEMENT_TEXTS)
  return [
    {
      ...{ key: 'id', label: t('column.number') },
      text: ({ id }) => announcementNumber(id),
      cell: ({ id }) => <Num>{announcementNumber(id)}</Num>,
    },
    {
      ...{ key: 'title', label: t('column.title') },
      text: ({ texts, fallback }) => texts[fallback]?.title ?? null,
      cell: ({ texts, fallback }) => (
        <b className="an-title">
          <bdi>{texts[fallback]?.title}</bdi>
        </b>
      ),
    },
    {
      ...{ key: 'languages', label: t('column.languages'), isFigure: true },
      text: ({ texts }) => Object.keys(texts).length,
      cell: ({ texts }) => <Num>{Object.keys(texts).length}</Num>,
    },
    {
      ...{ key: 'state', label: t('column.state') },
      text: ({ state }) => t(`state.${state}`),
      cell: ({ state }) => t(`state.${state}`),
    },
    {
      ...{ key: 'from', label: t('column.from') },
      text: ({ fromMs }) => new Date(fromMs).toISOString(),
      cell: ({ fromMs }) => <bdi>{formatDayAndClock(fromMs)}</bdi>,
    },
    {
      ...{ key: 'to', label: t('column.to') },
      text: ({ toMs }) => new Date(toMs).toISOString(),
      cell: ({ toMs }) => <bdi>{formatDayAndClock(toMs)}</bdi>,
    },
    {
      ...{ key: 'author', label: t('column.author') },
      text: ({ author }) => author,
      cell: ({ author }) => <bdi>{author}</bdi>,
    },
  ]
}

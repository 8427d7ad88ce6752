import { listUserLedger } from '@truestrike/protocol/people-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { Select } from '../../ui/Select.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { OrderLedger } from '../orders/OrderLedger.tsx'
import { LoadedRows } from '../table/Loaded.tsx'
import { useList } from '../table/use-list.ts'
import { USER_KEY, USER_TEXTS, type UserAddress } from './use-users.ts'

const BOOKS = ['real', 'demo'] as const

/** All transfers of one of the user's books, newest first. */
export function UserLedger({ uid, address }: { uid: string; address: Pick<UserAddress, 'word' | 'change'> }) {
  const { t } = useTranslation([USER_TEXTS, 'admin'])
  const book = address.word('book', BOOKS)
  const list = useList([USER_KEY, uid, 'ledger'], { book }, async (query) => {
    const { entries, nextCursor } = await adminCall(listUserLedger, { params: { uid }, query })
    return { rows: entries, nextCursor }
  })
  return (
    <>
      <Select
        aria-label={t('admin:dashboard.book')}
        value={book}
        onChange={({ target }) => address.change({ book: target.value === 'real' ? null : target.value })}
      >
        {BOOKS.map((each) => (
          <option key={each} value={each}>
            {t(`admin:dashboard.books.${each}`)}
          </option>
        ))}
      </Select>
      <LoadedRows of={list} failed={t('ledgerFailed')}>
        {(entries) => <OrderLedger entries={entries} ownRef="" />}
      </LoadedRows>
    </>
  )
}

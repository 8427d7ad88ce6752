import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBook } from '../../lib/book-store.ts'
import { isPending, useContracts } from '../../lib/contracts-store.ts'
import { loadDeviceTexts } from '../../lib/device-texts.ts'
import { formatMoneyExact, formatMoneySigned } from '../../lib/money-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { useProducts } from '../../lib/products-query.ts'
import { useSettled } from '../../lib/settled-store.ts'

/** What stays to be read again. */
const KEPT_MAX = 5

interface Told {
  event: 'opened' | 'settled' | 'cancelled'
  contract: Contract
}

/** Announcements with their words. */
export async function loadContractAnnouncer(): Promise<ComponentType> {
  await loadDeviceTexts()
  return ContractAnnouncer
}

/** Says entries and results of the book in use to readers of the screen, politely, each once; prices that move are not said. */
function ContractAnnouncer() {
  const { t } = useTranslation(['devices', 'trade'])
  const { data } = useProducts()
  const told = useTold()
  const words = ({ event, contract }: Told): string => {
    const product = data?.products.find((each) => each.symbol === contract.symbol)
    return t(`say.${event}`, {
      pair: pairText(contract.symbol, product),
      direction: t(`trade:direction.${contract.direction}`),
      stake: formatMoneyExact(contract.stake),
      price: formatPrice(contract.openingPrice),
      profit: formatMoneySigned(contract.profit),
    })
  }
  return (
    <div className="sr-only" role="log" aria-relevant="additions">
      {told.map((each) => (
        <p key={`${each.contract.id} ${each.event}`}>{words(each)}</p>
      ))}
    </div>
  )
}

function useTold(): readonly Told[] {
  const [told, setTold] = useState<readonly Told[]>([])
  useEffect(() => {
    const tell = (event: (contract: Contract) => Told['event'], contracts: readonly Contract[]): void => {
      const { book } = useBook.getState()
      const ofBook = contracts.filter((contract) => contract.book === book)
      const news = ofBook.map((contract) => ({ event: event(contract), contract }))
      if (news.length > 0) setTold((before) => [...before, ...news].slice(-KEPT_MAX))
    }
    const leave = [
      useContracts.subscribe(({ byId }, before) => {
        if (!before.known || byId === before.byId) return
        const isOpened = ({ id, openingPrice }: Contract): boolean =>
          openingPrice !== null && (before.byId.get(id)?.openingPrice ?? null) === null
        tell(
          () => 'opened',
          [...byId.values()].filter((contract) => isPending(contract) && isOpened(contract)),
        )
      }),
      useSettled.subscribe(({ contracts }, before) => {
        const known = new Set(before.contracts.map(({ id }) => id))
        tell(
          ({ state }) => (state === 'cancelled' ? 'cancelled' : 'settled'),
          // The newest stands first there, and last here.
          contracts.filter(({ id }) => !known.has(id)).reverse(),
        )
      }),
    ]
    return () => {
      for (const stop of leave) stop()
    }
  }, [])
  return told
}

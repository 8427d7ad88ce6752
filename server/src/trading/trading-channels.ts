import { ensure } from '@truestrike/core/assert.ts'
import type { Balances } from '@truestrike/protocol/frames.ts'
import type { SocketClient, SocketHub } from '../platform/socket-hub.ts'
import type { RecordsService } from './records.service.ts'

interface Parts {
  hub: SocketHub
  records: Pick<RecordsService, 'listRecent'>
  getBalances(userId: bigint): Promise<Balances>
}

/** The user's own streams: `contracts` on `/trade`, `user` (balances, notices) on `/ws`. Changes come over the bus. */
export function defineTradingChannels({ hub, records, getBalances }: Parts): void {
  const sendContracts = async (client: SocketClient): Promise<void> => {
    const items = await records.listRecent(userOf(client))
    client.send({ type: 'contracts', snapshot: true, items })
  }
  const sendBalances = async (client: SocketClient): Promise<void> => {
    client.send({ type: 'balances', balances: await getBalances(userOf(client)) })
  }
  const own = { audience: 'user', keyedBy: 'user' } as const
  hub.define({
    ...own,
    channel: 'contracts',
    path: '/trade',
    onSubscribe: sendContracts,
    onDrained: sendContracts,
  })
  hub.define({ ...own, channel: 'user', path: '/ws', onSubscribe: sendBalances, onDrained: sendBalances })
}

function userOf(client: SocketClient): bigint {
  return ensure(client.user, 'the channel is for users').userId
}

import type { TickItem } from '@truestrike/protocol/frames.ts'
import { expect, test } from 'vitest'
import type { SocketClient } from '../platform/socket-hub.ts'
import { SentTicks } from './sent-ticks.ts'

const client: SocketClient = { id: 1, user: null, locale: 'en-US', send: () => {}, sendText: () => {} }
const tick = (seq: number, prevTickSeq: number): TickItem => [
  ...(['BTCUSDT', 1, seq, prevTickSeq, 0, '1.00', '0.00', ''] as const),
]
const following = (afterSeq: number | null) => ({ afterSeq, epoch: 1, isFollowing: true })

test('[S2] a reader whose gap was made between broadcasts is sent what it lacks, although it follows', () => {
  const sent = new SentTicks()
  sent.noteSnapshot(client, 'BTCUSDT', { afterSeq: 10, throughSeq: 20 })
  sent.noteBroadcast('BTCUSDT', [tick(21, 20), tick(23, 21)])
  expect(sent.stretchOf(client, 'BTCUSDT', following(12))).toEqual({ afterSeq: 10, throughSeq: 23 })
  expect(sent.stretchOf(client, 'BTCUSDT', following(9))).toBeNull()
  expect(sent.stretchOf(client, 'BTCUSDT', { ...following(12), isFollowing: false })).toBeNull()
  // Ticks 24 to 29 went astray between processes.
  sent.noteBroadcast('BTCUSDT', [tick(30, 29)])
  expect(sent.stretchOf(client, 'BTCUSDT', following(23))).toBeNull()
  expect(sent.stretchOf(client, 'BTCUSDT', following(29))).toEqual({ afterSeq: 29, throughSeq: 30 })
  // The snapshot that answers it closes the gap.
  sent.noteSnapshot(client, 'BTCUSDT', { afterSeq: 23, throughSeq: 30 })
  expect(sent.stretchOf(client, 'BTCUSDT', following(25))).toEqual({ afterSeq: 23, throughSeq: 30 })
})

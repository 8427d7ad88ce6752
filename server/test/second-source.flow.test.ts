import { ensure } from '@truestrike/core/assert.ts'
import { expect, test, vi } from 'vitest'
import { SecondSource } from '../src/market/exchange/second-source.ts'
import { secondTarget } from '../src/market/exchange/second-targets.ts'
import { silentLog } from '../src/platform/log.ts'
import { bundleSecondSource } from './bundled-second-source.ts'
import { createHandClock, exchangeProduct } from './exchange-rig.ts'

test('[M5] a second exchange that lists none of the pairs is not asked for all it has; each pair is told once', async () => {
  const worker = await bundleSecondSource()
  const warn = vi.fn()
  const second = new SecondSource({
    ...{ clock: createHandClock(0), log: { ...silentLog, warn }, onPrice() {} },
    // Nobody listens there: a question would be told as one without an answer.
    ...{ urlPrefix: 'http://127.0.0.1:1', workerFile: worker.file, readEveryMs: 5 },
  })
  second.follow([ensure(secondTarget(exchangeProduct('NONEUSDT')))])
  second.start()
  await vi.waitFor(() => expect(warn).toHaveBeenCalled(), 5_000)
  await second.stop()
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual([{ exchange: 'okx', pair: 'NONE/USDT' }])
  await worker.remove()
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** The worker as the build makes it, beside a library that asks the exchange of the test. */
export async function bundleSecondSource(): Promise<{ file: URL; remove(): Promise<void> }> {
  const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(`${cache}second-`)
  const outfile = `${folder}/second-source-worker.mjs`
  await build({
    entryPoints: [fileURLToPath(new URL('../src/market/exchange/second-source-worker.ts', import.meta.url))],
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'warning' },
  })
  await mkdir(`${folder}/node_modules/ccxt`, { recursive: true })
  await writeFile(`${folder}/node_modules/ccxt/package.json`, '{"type":"module","main":"index.js"}')
  await writeFile(
    `${folder}/node_modules/ccxt/index.js`,
    `class Okx {
      constructor({ proxyUrl }) { this.url = proxyUrl }
      async loadMarkets() { return { 'BTC/USDT': {}, 'ETH/USDT': {}, 'EUR/USD': {}, 'USDT/USD': {} } }
      async fetchTickers(pairs) { return (await fetch(this.url + '/second?' + pairs)).json() }
    }
    export default { okx: Okx, bitstamp: Okx }`,
  )
  return { file: pathToFileURL(outfile), remove: () => rm(folder, { recursive: true }) }
}

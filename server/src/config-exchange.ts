import { createRequire } from 'node:module'
import type { EnvironmentReader } from './config-reader.ts'

/** Sources of the exchange feed; no address ends with a slash. */
export interface ExchangeConfig {
  streamUrl: string
  restUrl: string
  forexUrl: string
  crossCheck: 'ccxt' | 'off'
  /** Put before each address that is asked for the second source; null: none. */
  crossCheckUrl: string | null
}

const STREAMS = ['wss:', 'ws:']
const CALLS = ['https:', 'http:']

export function readExchange(reader: EnvironmentReader): ExchangeConfig {
  const address = (name: string, protocols: readonly string[], fallback: string): string =>
    (reader.url(name, protocols)?.href ?? fallback).replace(/\/+$/, '')
  return {
    // Public market data only: no account is needed, and none could be used.
    streamUrl: address('EXCHANGE_STREAM_URL', STREAMS, 'wss://data-stream.binance.vision'),
    restUrl: address('EXCHANGE_REST_URL', CALLS, 'https://data-api.binance.vision'),
    forexUrl: address('EXCHANGE_FOREX_URL', STREAMS, 'wss://ws.kraken.com/v2'),
    crossCheck: reader.choice('EXCHANGE_CROSS_CHECK', ['ccxt', 'off'], 'ccxt'),
    crossCheckUrl: reader.url('EXCHANGE_CROSS_CHECK_URL', CALLS)?.href ?? null,
  }
}

/** The library is large, and nothing else needs it: whoever wants the exchange feed installs it beside the server. */
export function isCrossCheckInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('ccxt')
    return true
  } catch {
    return false
  }
}

/** Of a server that reads the exchange. */
export function checkExchange(reader: EnvironmentReader, { crossCheck }: ExchangeConfig): void {
  if (crossCheck === 'off' || isCrossCheckInstalled()) return
  reader.fault(
    'EXCHANGE_CROSS_CHECK',
    'the second source to be there (npm install --no-save ccxt@4.5.84), or off to hold prices against nothing',
  )
}

/** Live, prices come by ways that say who is at the other end. */
export function checkExchangeLive(reader: EnvironmentReader, exchange: ExchangeConfig): void {
  const addresses = {
    EXCHANGE_STREAM_URL: { url: exchange.streamUrl, protocol: 'wss:' },
    EXCHANGE_REST_URL: { url: exchange.restUrl, protocol: 'https:' },
    EXCHANGE_FOREX_URL: { url: exchange.forexUrl, protocol: 'wss:' },
    EXCHANGE_CROSS_CHECK_URL: { url: exchange.crossCheckUrl, protocol: 'https:' },
  }
  for (const [name, { url, protocol }] of Object.entries(addresses))
    if (url !== null && !url.startsWith(protocol))
      reader.fault(name, `an address that begins with ${protocol}//, as FUNDS_MODE is live`)
}

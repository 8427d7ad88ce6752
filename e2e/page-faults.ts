import type { BrowserContext } from '@playwright/test'

/** What the pages of a journey complained about; a journey with any complaint it did not announce fails. */
export class PageFaults {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = []

  /** Refused calls and lost connections are written to the console by the browser itself. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns)
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#seen.push(`${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (fault) => this.#seen.push(`page error: ${fault.error().message}`))
  }

  unexpected(): string[] {
    return this.#seen.filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
  }
}

/** An answer other than 2xx, as the browser writes it. */
export const refusedCall = (status: number): RegExp => new RegExp(`status of ${status}`)
/** What the browser and React write when code is not to be had. */
export const LOST_CODE = /dynamically imported module|error occurred in/
export const LOST_CONNECTION =
  /ERR_INTERNET_DISCONNECTED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION|ERR_SOCKET_NOT_CONNECTED|ERR_NETWORK|ERR_EMPTY_RESPONSE|ERR_FAILED|WebSocket connection to|unknown error occurred when fetching the script/

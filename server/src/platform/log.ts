import { pino } from 'pino'
import { scrub, scrubError } from './log-scrub.ts'

/** The log port: structured lines as JSON, `log.info({ userId }, 'signed in')`. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  child(fields: object): Log
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Lines carry no token, password, code, cookie or bank data, however deep a field lies. */
export function createLog(level: LogLevel, write?: (line: string) => void): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: scrub },
    serializers: { err: scrubError, error: scrubError },
  }
  return write === undefined ? pino(options) : pino(options, { write })
}

/** For tests and tools that want quiet. */
export const silentLog: Log = createLog('silent')

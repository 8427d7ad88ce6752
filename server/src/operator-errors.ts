import { ConfigError } from './config.ts'
import { FundsModeError } from './funds-mode-guard.ts'
import { FeedChangeError } from './market/feed-change-guard.ts'
import { RecordingError } from './market/recording-index.ts'
import { NoRecordingError } from './market/replay-plan.ts'
import { FeedSeedError } from './market/simulated-seed.ts'
import { DbUnavailableError } from './platform/db-error.ts'
import { FolderLockedError } from './platform/folder-lock.ts'
import { MigrationError } from './platform/migrate.ts'
import { BusUnavailableError } from './platform/open-bus.ts'
import { SecretKeysError } from './platform/secret-keys.ts'
import { ServiceClockError } from './platform/service-clock.ts'
import { SigningKeysError } from './proof/signing-keys.ts'
import { StartFault } from './start-fault.ts'

const OPERATOR_ERRORS = [
  BusUnavailableError,
  ConfigError,
  DbUnavailableError,
  FeedChangeError,
  FeedSeedError,
  FolderLockedError,
  FundsModeError,
  MigrationError,
  NoRecordingError,
  RecordingError,
  SecretKeysError,
  ServiceClockError,
  SigningKeysError,
  StartFault,
]

/** Whether the operator can mend it: its message says how, and a stack would only hide that. */
export function isOperatorError(error: unknown): boolean {
  return OPERATOR_ERRORS.some((type) => error instanceof type)
}

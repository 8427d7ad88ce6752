import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from './config.ts'
import type { Db } from './platform/db.ts'
import { openDatabase } from './platform/open-database.ts'
import { keepNewFilesPrivate } from './platform/private-umask.ts'

/**
 * Runs an operator's command on the configured database and makes what it answers the exit code; 2 when it could not run.
 * The embedded database must not be in use by a server.
 */
export async function runOnDatabase(command: (db: Db, config: Config) => Promise<number>): Promise<void> {
  try {
    keepNewFilesPrivate()
    const config = readConfig()
    if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'database'))) {
      throw new Error(`there is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL`)
    }
    const db = await openDatabase({
      databaseUrl: config.databaseUrl,
      connectionsMax: 2,
      dataDir: config.dataDir,
      embeddedBuffersMb: config.embeddedBuffersMb,
      onTrouble: (error) => console.error(error.message),
    })
    process.exitCode = await command(db, config).finally(() => db.close())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { listRecordings, RecordingError } from './recording-index.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

async function folderWith(name: string, content: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'truestrike-recordings-'))
  folders.push(folder)
  await writeFile(join(folder, name), content)
  return folder
}

test('[M5] a damaged recording is named instead of left out; a file of something else is left alone', async () => {
  const whole = gzipSync('open_time_ms,open,high,low,close,volume\n1700000000000,1,2,1,2,5\n')
  expect(await listRecordings(await folderWith('BTCUSDT.csv.gz', whole))).toHaveLength(1)
  expect(await listRecordings(await folderWith('notes.gz', gzipSync('of something else\n')))).toEqual([])
  for (const damaged of [whole.subarray(0, 40), Buffer.from('not gzip at all')]) {
    const listing = listRecordings(await folderWith('BTCUSDT.csv.gz', damaged))
    await expect(listing).rejects.toThrow(RecordingError)
    await expect(listing).rejects.toThrow(/BTCUSDT\.csv\.gz: expected a gzip file/)
  }
})

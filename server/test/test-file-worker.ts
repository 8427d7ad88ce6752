import { createFileWorker, type FileWorker } from '../src/platform/file-worker.ts'
import { bundledWorker } from './server-bundle.ts'

/** For all apps of a test process; its own process starts with the first upload, and ends with this one. */
export const testFileWorker: FileWorker = createFileWorker({
  processFile: () => bundledWorker('file-worker-process'),
})

import type { MessagePort } from 'node:worker_threads'

/** What the thread that makes files of lists is made with. */
export interface ExportThreadOptions {
  /** A connection to the embedded database, or where PostgreSQL is. */
  database: MessagePort | string
  /** Of stored secrets, oldest first. */
  secretKeys: readonly Uint8Array[]
}

/** `next` is answered, each time; the others are not. */
export type ExportRequest =
  | { op: 'begin'; id: number; list: string; input: unknown }
  | { op: 'next'; id: number }
  | { op: 'end'; id: number }
  | { op: 'stop' }

export type ExportAnswer =
  /** Null: the file is whole. */
  | { id: number; piece: Uint8Array | null }
  | { id: number; failure: { name: string; message: string; stack: string | undefined } }

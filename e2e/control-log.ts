import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import { NOTE_BINDING, NOTE_SHOWN, type NotedControl, noteScript } from './note-controls.ts'

/** Where each worker of a run leaves what its pages showed and what was used; `scripts/check-controls.mjs` reads it. */
const CONTROL_LOGS = join(dirname(fileURLToPath(import.meta.url)), '../.cache/controls')

/** How long a page that does not answer may keep its context from being closed. */
const LAST_LOOK_MS = 2_000

/** A test of this worker: project, file and title. */
type RunTest = readonly [project: string, file: string, title: string]

/** Where a test has seen any control. */
type Place = Pick<NotedControl, 'language' | 'path' | 'dialog' | 'isAround'>

/** Which files each project of the runner has: what a run must have opened to be a whole one. */
interface Plan {
  name: string
  files: string[]
}

/** Forgets the run before; one that only runs again what failed, or is asked to (`E2E_KEEP_CONTROLS`), adds to it. */
export function beginLogs(plan: Plan[]): void {
  const adds = process.argv.includes('--last-failed') || process.env.E2E_KEEP_CONTROLS !== undefined
  if (!adds) rmSync(CONTROL_LOGS, { recursive: true, force: true })
  mkdirSync(CONTROL_LOGS, { recursive: true })
  writeFileSync(join(CONTROL_LOGS, 'plan.json'), JSON.stringify(plan))
}

/** Notes the controls of every page that a worker's tests open, in any context that they make. */
export class ControlLog {
  readonly #tests: RunTest[] = []
  readonly #places: Map<string, Place>[] = []
  readonly #controls = new Map<string, NotedControl & { test: number }>()

  /** Everything from now on belongs to this test. */
  begin(test: RunTest): void {
    this.#tests.push(test)
    this.#places.push(new Map())
  }

  /** From now on the controls of this context's pages are noted. */
  async note(context: BrowserContext): Promise<void> {
    await context.exposeBinding(NOTE_BINDING, (_, text: string) => {
      for (const control of JSON.parse(text) as NotedControl[]) this.#add(control)
    })
    await context.addInitScript({ content: noteScript() })
  }

  write(): void {
    const log = {
      tests: this.#tests,
      places: this.#places.map((places) => [...places.values()]),
      controls: [...this.#controls.values()],
    }
    writeFileSync(join(CONTROL_LOGS, `worker-${process.pid}-${Date.now()}.json`), JSON.stringify(log))
  }

  /**
   * Of what is shown the first test is kept, and where it stands for every test; of what is used every one, which tells what
   * each test presses.
   */
  #add(control: NotedControl): void {
    const test = this.#tests.length - 1
    const { language, path, dialog, isAround } = control
    const place = { language, path, dialog, isAround }
    this.#places[test]?.set(JSON.stringify(place), place)
    const key = JSON.stringify([control, control.isUsed ? test : null])
    if (!this.#controls.has(key)) this.#controls.set(key, { ...control, test })
  }
}

/** For the end of a context that is noted: what is on the screens then is not followed by any press. */
export async function lastLook(context: BrowserContext): Promise<void> {
  const frames = context.pages().flatMap((page) => page.frames())
  const looks = frames.map((frame) =>
    frame
      .evaluate(
        (name) => (globalThis as unknown as Record<string, (() => void) | undefined>)[name]?.(),
        NOTE_SHOWN,
      )
      .catch(() => undefined),
  )
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, LAST_LOOK_MS)
  })
  await Promise.race([Promise.all(looks), patience])
  clearTimeout(timer)
}

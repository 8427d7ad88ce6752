// Where Chromium is: found, or installed when missing. For the journeys and the bench of the pages.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root } from './setup.mjs'

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1

/** The build of Debian's that shows no windows: a third less to compute. */
export const WINDOWLESS = '/usr/bin/chromium-headless-shell'

/** Path of Chromium, or '' for Playwright's own; ends the process when there is none to be had. */
export function findChromium(preferred) {
  const found = [process.env.CHROMIUM_PATH, preferred, ...candidates].find((path) => path && existsSync(path))
  if (found) return found
  console.log('Chromium is missing; installing it …')
  if (run('npx', ['playwright', 'install', 'chromium']) === 0) return ''
  if (existsSync('/usr/bin/apt-get') && run('apt-get', ['install', '-y', '-qq', 'chromium']) === 0)
    return '/usr/bin/chromium'
  console.error('Chromium could not be installed. Set CHROMIUM_PATH to a Chromium or Chrome.')
  process.exit(1)
}

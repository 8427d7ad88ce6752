// Makes the icons of the installed app, web/public/icons/, out of web/icons/app.svg. `node scripts/make-icons.mjs`
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, WINDOWLESS } from './chromium.mjs'
import { root } from './setup.mjs'

const drawing = readFileSync(join(root, 'web/icons/app.svg'), 'utf8')
/** Systems that cut icons into a shape of their own want them without corners. */
const squared = drawing.replace(/ rx="\d+"/, '')
const ICONS = [
  { name: 'app-192', pixels: 192, svg: drawing },
  { name: 'app-512', pixels: 512, svg: drawing },
  { name: 'maskable-512', pixels: 512, svg: squared },
  { name: 'apple-touch-180', pixels: 180, svg: squared },
]

const chromium = findChromium(WINDOWLESS)
const folder = mkdtempSync(join(tmpdir(), 'icons-'))
for (const { name, pixels, svg } of ICONS) {
  const page = join(folder, `${name}.html`)
  const style = `body { margin: 0 } svg { display: block; width: ${pixels}px; height: ${pixels}px }`
  writeFileSync(page, `<!doctype html><style>${style}</style>${svg}`)
  const { status } = spawnSync(chromium, [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-device-scale-factor=1'],
    ...['--default-background-color=00000000', `--window-size=${pixels},${pixels}`],
    ...[`--screenshot=${join(root, `web/public/icons/${name}.png`)}`, page],
  ])
  if (status !== 0) throw new Error(`${name} could not be drawn`)
}
rmSync(folder, { recursive: true })

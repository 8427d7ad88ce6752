import { chromium } from '@playwright/test'
import { spawn, execSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
const dir = mkdtempSync('/tmp/probe/')
const port = 45123
const t0 = Date.now()
const server = spawn(process.execPath, ['server/dist/main.mjs'], { env: { ...process.env, PORT: port, HOST: '127.0.0.1', OPS_PORT: '-1', DATA_DIR: dir, WEB_DIR: 'web/dist', FEED_SEED: 'bfcfbd201d18621f5fa7dbc2e5e009c2', FOREX_ALWAYS_OPEN: 'true', LOG_LEVEL: 'warn', LIMIT_READ_PER_MINUTE: '100000' }, stdio: 'inherit' })
const cpuOf = (pid) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' '); return (Number(f[11]) + Number(f[12])) / 100 }
const threads = (pid) => readdirSync(`/proc/${pid}/task`).map(t => { const s = readFileSync(`/proc/${pid}/task/${t}/stat`, 'utf8'); const f = s.split(') ')[1].split(' '); return [s.split('(')[1].split(')')[0], (Number(f[11]) + Number(f[12])) / 100] }).filter(([, c]) => c > 0.3)
const kids = (pid) => { const out = execSync('ps -eo pid,ppid').toString().trim().split('\n').slice(1).map(l => l.trim().split(/\s+/).map(Number)); const all = []; const walk = (p) => { for (const [c, pp] of out) if (pp === p) { all.push(c); walk(c) } }; walk(pid); return all }
for (;;) { try { if ((await fetch(`http://127.0.0.1:${port}/readyz`)).ok) break } catch {} await new Promise(r => setTimeout(r, 100)) }
console.log('ready after', Date.now() - t0, 'ms, cpu', cpuOf(server.pid))
await new Promise(r => setTimeout(r, 30000))
console.log('cpu after 30 s more', cpuOf(server.pid), threads(server.pid))
let c0 = cpuOf(server.pid)
await new Promise(r => setTimeout(r, 10000))
console.log('idle product: cpu per s', (cpuOf(server.pid) - c0) / 10)
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu', ...(process.env.EXTRA ?? '').split(' ').filter(Boolean)] })
const total = () => kids(process.pid).filter(p => p !== server.pid).reduce((s, p) => { try { return s + cpuOf(p) } catch { return s } }, 0)
for (const [path, opt] of [['/stocks', {}], ['/trade/BTCUSDT', {}], ['/trade/BTCUSDT', { reducedMotion: 'reduce' }], ['/stocks', { reducedMotion: 'reduce' }]]) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...opt, serviceWorkers: 'block' })
  const page = await context.newPage()
  const a = total(), s0 = cpuOf(server.pid), w = Date.now()
  await page.goto(`http://127.0.0.1:${port}${path}`)
  await page.waitForSelector(path === '/stocks' ? '.mk-price' : '.td-price')
  const b = total(); const load = Date.now() - w
  await new Promise(r => setTimeout(r, 3000))
  const c = total(), s1 = cpuOf(server.pid)
  await new Promise(r => setTimeout(r, 10000))
  const d = total(), s2 = cpuOf(server.pid)
  console.log(path, JSON.stringify(opt), 'load ms', load, 'cpu load', (b - a).toFixed(2), 'cpu next 3 s', (c - b).toFixed(2), 'cpu per s after', ((d - c) / 10).toFixed(2), 'server per s', ((s2 - s1) / 10).toFixed(2))
  await context.close()
}
await browser.close(); server.kill(); process.exit(0)

import { isTest } from './sources.mjs'

const serverModules = [
  'proof',
  'approvals',
  'ledger',
  'accounts',
  'liabilities',
  'notifications',
  'market',
  'alerts',
  'trading',
  'funds',
  'invitations',
  'people',
  'admin',
]
const webLayers = ['ui', 'lib', 'features', 'app']

function serverFault(from, to) {
  if (!to.startsWith('server/'))
    return /^(core|protocol)\//.test(to) ? null : 'the server imports core and protocol only'
  const source = from.split('/')[2]
  const target = to.split('/')[2]
  if (to === 'server/src/app.ts' || to === 'server/src/main.ts')
    return from === 'server/src/main.ts' ? null : 'nobody imports app and main'
  if (from === 'server/src/app.ts' || from === 'server/src/main.ts' || from.split('/').length === 3)
    return null
  if (source === 'platform')
    return target === 'platform' || to === 'server/src/config.ts' ? null : 'platform knows no business noun'
  if (target === 'platform' || target === source) return storeFault(from, to)
  const reach = serverModules.indexOf(target)
  if (reach === -1) return to === 'server/src/config.ts' ? null : `unknown module ${target}`
  if (reach > serverModules.indexOf(source))
    return `${source} may not import ${target}: it stands to its right`
  return /\.store\.ts$/.test(to) ? 'a store belongs to its module' : storeFault(from, to)
}

function storeFault(from, to) {
  if (!from.endsWith('.store.ts')) return null
  return /\.(service|routes|jobs)\.ts$/.test(to) ? 'a store imports no service and no routes' : null
}

function webFault(from, to) {
  if (to.startsWith('server/')) return 'the web never imports the server'
  if (!to.startsWith('web/src/')) return null
  const [, , source, feature] = from.split('/')
  const [, , target, other] = to.split('/')
  if (!webLayers.includes(source) || !webLayers.includes(target)) return null
  if (source === 'ui' && target !== 'ui') return 'ui knows no layer above it'
  if (source === 'lib' && target !== 'lib') return 'lib knows no layer above it'
  if (source === 'features' && target === 'app') return 'features do not import app'
  if (source === 'features' && target === 'features' && feature !== other)
    return 'a feature never imports another'
  return null
}

/** Why `from` may not import `to` (project paths), or null when it may. */
export function layerFault(from, to) {
  if (isTest(from)) return null
  const room = from.split('/')[0]
  if (room === 'core') return to.startsWith('core/') ? null : 'core imports nothing of ours'
  if (room === 'protocol') return /^(core|protocol)\//.test(to) ? null : 'protocol imports core only'
  if (room === 'verify') return /^(core|verify)\//.test(to) ? null : 'verify imports core only'
  if (room === 'server') return serverFault(from, to)
  if (room === 'web') return webFault(from, to)
  return null
}

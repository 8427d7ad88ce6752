import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

/** `/admin/anything` is the back office's page in development as it is on the server. */
function adminPages(): Plugin {
  return {
    name: 'admin-pages',
    configureServer(dev) {
      dev.middlewares.use((request, _response, next) => {
        if (request.url && /^\/admin(\/[\w-]*)*(\?|$)/.test(request.url)) request.url = '/admin/index.html'
        next()
      })
    },
  }
}

/** A document for each page of the back office that stands in its shell's frame. */
const framedPages = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(here('admin-pages')).map((name) => [name, here(`admin-pages/${name}/index.html`)]),
  )

const backOffice = (): Record<string, string> => ({ admin: here('admin/index.html'), ...framedPages() })

/** axios picks XMLHttpRequest in every browser; its adapter for fetch would be dead weight in the first page. */
function withoutFetchAdapter(): Plugin {
  const id = '\0no-fetch-adapter'
  return {
    name: 'without-fetch-adapter',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source, importer) =>
      source === './fetch.js' && importer?.includes('/axios/lib/adapters/') ? id : null,
    load: (asked) => (asked === id ? 'export const getFetch = () => null' : null),
  }
}

/** As in `ui/base.css`. */
const LAYERS = '@layer properties,theme,base,components,utilities;'

/** Which file a browser reads first depends on how the pages share them: each says the order of the layers itself. */
function layersInOrder(): Plugin {
  return {
    name: 'layers-in-order',
    enforce: 'post',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `${LAYERS}${file.source}`
      },
    },
  }
}

/** Pages know calls by path and type: the schemas, and the library that builds them, are the server's. */
function withoutSchemas(): Plugin {
  const id = '\0no-schemas'
  let library = ''
  const empty = (name: string) =>
    `/* @__NO_SIDE_EFFECTS__ */ function build${name}() {}\nexport { build${name} as ${name} }`
  return {
    name: 'without-schemas',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer) {
      if (source !== 'typebox') return null
      library = (await this.resolve(source, importer, { skipSelf: true }))?.id ?? source
      return id
    },
    async load(asked) {
      if (asked !== id) return null
      const builders = Object.keys((await import(pathToFileURL(library).href)) as object)
      return builders
        .filter((name) => name !== 'default')
        .map(empty)
        .join('\n')
    },
  }
}

/** Every page needs these: few larger files load and compress better than many small ones. */
const FRAMEWORK =
  /\/node_modules\/(react|react-dom|scheduler|react-router|axios|i18next|react-i18next|@tanstack|zustand|@base-ui\/react\/internals\/direction-context)\//
/** What floats stays out, and what verifies: they come when they are first wanted. */
const SHARED =
  /\/(core|protocol|web)\/src\/(?!app\/|admin\/|text-rules\.|order-number\.|wallet\/(short-address|wallet-address|base58-check)\.|features\/|locales\/|proof\/|funds\/|lib\/proof\/(?!proof-watch|history-alarm)|lib\/wallet\/|lib\/notices\/|(config|security|limits|profile|bill|funds|wallet|notice|invitation|alert|mail|approval)-endpoints|lib\/(site-text|own-days|confirm-email|use-is-there|live-contract|proof-gate|new-email|second-step|security-texts|profile-texts|funds-texts|invitation-texts|approximate|upload|upload-texts|use-upload|use-paper|open-address|copy-text|isolated-text|order-texts|device-texts|form-check|log-number|amount-text|invite-code|own-limits|back-guard|script-letters)\.|ui\/(DateField|DatePopover|Calendar|FileField|FilePicker|UploadProgress|SheetDialog|ConfirmAlert|Menu|Toast|CodeBox|Select|PasswordInput|RichText|Switch|TextLinks|TextParts|OperatorText|VerifierFiles|AmountEye|Checkbox)\.tsx|ui\/(date-text|operator-blocks|use-tight-table|sheet-hold|back-closes)\.ts)/

/** Told in the settings: who reports a fault can name it. */
const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as { version: string }

/** Signs of the first page that later ones share: as files of their own they would weigh twice as much, beside the framework less. */
const SIGNS =
  /\/lucide-react\/dist\/esm\/icons\/(x|bell|clock|search|moon|globe|headset|log-out|receipt-text|download|wifi-off|search-x|circle-pause)\.m?js/

/** The same of the trade screen, with other small pieces that later ones share with it. */
const TRADE_PIECES =
  /\/lucide-react\/dist\/esm\/icons\/(chevron-down|plus)\.m?js|\/web\/src\/(lib\/amount-text|features\/trade\/(chart-bar|order-quote|use-online|use-live-row|SymbolName))\.tsx?/

/** What lies over a page: one file, as the first page names every file there is. */
const OVERLAYS = /\/web\/src\/ui\/(SheetDialog|ConfirmAlert|sheet-hold|back-closes)\.tsx?/

/** `--mode admin` builds the back office: apart, so that what its pages share is no part of the first page of traders. */
export default defineConfig(({ mode }) => ({
  define: { 'import.meta.env.VERSION': JSON.stringify(version) },
  root: here('.'),
  plugins: [react(), tailwindcss(), adminPages(), withoutFetchAdapter(), withoutSchemas(), layersInOrder()],
  build: {
    outDir: 'dist',
    emptyOutDir: mode !== 'admin',
    target: 'es2023',
    // The policy is `default-src 'self'`: no inline script, no data: addresses.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: mode === 'admin' ? '.vite/manifest-admin.json' : true,
    rolldownOptions: {
      input: mode === 'admin' ? backOffice() : { main: here('index.html') },
      output: {
        codeSplitting: {
          groups: [
            { name: 'framework', test: (id) => FRAMEWORK.test(id) || SIGNS.test(id) },
            { name: 'shared', test: SHARED, minShareCount: 2 },
            { name: 'trade-pieces', test: TRADE_PIECES },
            { name: 'overlays', test: OVERLAYS },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: server },
      '/uploads': { target: server },
      '/unsubscribe': { target: server },
      '/ws': { target: server, ws: true },
      // Page and socket share this path: only the upgrade goes to the server.
      '/trade': {
        target: server,
        ws: true,
        bypass: (request) => (request.headers.upgrade ? undefined : request.url),
      },
    },
  },
}))

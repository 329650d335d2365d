import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { manuals } from './scripts/manuals.ts'

const page = (name: string) => resolve(import.meta.dirname, name)

const ROUTER = page('node_modules/react-router/dist/production')

const instead = (name: string) => page(`src/admin/leaner/${name}`)

/** What a build takes in another's place. */
const LEANER = [
  // The router's default is what it is for development.
  { find: /^react-router$/, replacement: `${ROUTER}/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${ROUTER}/dom-export.mjs` },
  { find: /^jsonexport\/dist\/index\.js$/, replacement: instead('unused.ts') },
  // By the names that Material's own files have for each other.
  {
    find: /^\.\/(?:createThemeWithVars|ThemeProviderWithVars)\.js$/,
    replacement: instead('unused.ts'),
  },
  // By the names that react-admin's own files have for each other.
  {
    find: /^\.{1,2}\/(?:BulkActionsToolbar|BulkDeleteButton|ColumnsSelectorItem)\.js$/,
    replacement: instead('unused.ts'),
  },
  { find: /^\.\/ColumnsSelector\.js$/, replacement: instead('columnsSelector.ts') },
  { find: /^object\.entries$/, replacement: instead('entries.cjs') },
  { find: /^query-string$/, replacement: instead('queryString.ts') },
  { find: /^inflection$/, replacement: instead('inflection.ts') },
  { find: /^diacritic$/, replacement: instead('diacritic.ts') },
]

/**
 * What both entries begin with, below src/shared: one file compresses better than the bundler's three.
 * Only what is needed at once belongs here.
 */
const BEGINNING = [
  'branding|constants|expiry|focus|form|http|i18n/\\w+|layoutSize|preloadError|presence|session|storage|theme|tokens|trustedTypes',
  'shell/(?:Avatar|captcha|Field|Icon|Mark|Menu|PasswordForm|Preferences|SessionExpiredModal|toasts)',
]
const START = new RegExp(`/src/shared/(?:${BEGINNING.join('|')})(?:\\.module)?\\.(?:tsx?|css)$`)

/** Where `npm run dev` finds the server. */
const server = process.env.CARDEA_DEV_SERVER ?? 'http://127.0.0.1:8080'

/** The tests that have a process of their own. */
const ALONE = 'src/**/*.alone.test.{ts,tsx}'

/** Sends every address that is not a file to the entry that owns it, as the server does. */
const entryOf = (url: string) =>
  url === '/index' || url.startsWith('/index/') || url.startsWith('/index?')
    ? '/admin.html'
    : '/portal.html'

export default defineConfig({
  appType: 'mpa',
  plugins: [
    react(),
    manuals(),
    {
      name: 'cardea-leaner',
      apply: 'build',
      config: () => ({ resolve: { alias: LEANER } }),
    },
    {
      // Before the console in its page: module scripts run in this order, each as soon as it is whole.
      name: 'cardea-ahead',
      apply: 'build',
      transformIndexHtml(_html, { filename, bundle }) {
        if (!filename.endsWith('admin.html')) return
        const ahead = Object.values(bundle ?? {}).find(({ name }) => name === 'ahead')
        if (!ahead) throw new Error('admin.html has lost what is asked for ahead')
        const attrs = { type: 'module', crossorigin: true, src: `/${ahead.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
    {
      name: 'cardea-entries',
      configureServer(dev) {
        dev.middlewares.use((request, _response, next) => {
          const wantsPage = request.headers.accept?.includes('text/html')
          if (request.method === 'GET' && wantsPage && request.url) {
            request.url = entryOf(request.url)
          }
          next()
        })
      },
    },
  ],
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // The content security policy allows no inline script: the polyfill would be one.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      input: {
        portal: page('portal.html'),
        admin: page('admin.html'),
        ahead: page('src/admin/ahead.ts'),
      },
      output: {
        // React changes rarely: a file of its own stays in the browser's cache over releases.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\//,
            },
            { name: 'shell', test: START },
            // What is asked for ahead waits for no more than this and the one before.
            { name: 'routes', test: /src\/admin\/(?:routes|screen)\.ts$/ },
            // What most screens of the console are made of: one file instead of forty.
            { name: 'screens', test: /node_modules|src\/admin\/widgets/, minShareCount: 36 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': server,
      '/oauth2': server,
      '/.well-known': server,
    },
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://127.0.0.1:8080/' } },
    setupFiles: ['./test/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 30_000,
    // One processor is not kept free: nothing else runs beside these.
    maxWorkers: '100%',
    css: { modules: { classNameStrategy: 'non-scoped' } },
    // The files of a worker share its window and its packages, which take as long to evaluate as a file's tests
    // themselves; modules of ours begin anew with each file (test/setup.ts). A file that puts something else in the
    // place of a module has a process of its own.
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}', 'e2e/support/*.test.ts'],
          exclude: [ALONE, '**/node_modules/**'],
        },
      },
      { extends: true, test: { name: 'alone', include: [ALONE] } },
    ],
  },
})

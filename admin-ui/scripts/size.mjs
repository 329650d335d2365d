// Measures what a browser loads of the build against the budgets, and fails when one is passed.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const DIST = 'dist'
const KB = 1000
/** What `precompress.mjs` wrote beside a file. */
const gzip = (file) => statSync(join(DIST, `${file}.gz`)).size
const brotli = (file) => statSync(join(DIST, `${file}.br`)).size
const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))

/** The files that the manifest entry `key` loads at once: itself and its static imports. */
function reach(key, seen = new Set(), found = { js: new Set(), css: new Set() }) {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return found
  seen.add(key)
  if (chunk.file.endsWith('.js')) found.js.add(chunk.file)
  for (const file of chunk.css ?? []) found.css.add(file)
  for (const each of chunk.imports ?? []) reach(each, seen, found)
  return found
}

const measure = (files, compressed) => [...files].reduce((sum, file) => sum + compressed(file), 0)

// The page as it first shows. What seals the password is fetched at the first submit.
const portal = reach('portal.html')
const rows = [
  ['sign-in JS, gzip', measure(portal.js, gzip), 85 * KB],
  ['sign-in CSS, gzip', measure(portal.css, gzip), 8 * KB],
]

// What is asked for ahead waits for these; it would be late if it waited for what screens are made of.
const ahead = reach('src/admin/ahead.ts').js
rows.push(['what asks ahead, JS, brotli', measure(ahead, brotli), 85 * KB])

const SCREENS = 'src/admin/screens/'
const dynamic = Object.keys(manifest)
  .filter((key) => key.startsWith(SCREENS) && manifest[key].isDynamicEntry)
  .filter((key) => !/\/(en|zh)\.ts$/.test(key))
  .map((key) => ({ key, files: reach(key).js }))
// `ahead.ts` stands before the console in its page.
const start = new Set([...ahead, ...reach('admin.html').js])
// The console starts with the words of one language, whichever is more.
const words = ['En', 'Zh'].map((tag) => reach(`src/admin/i18n/all${tag}.ts`).js)
const wordsOf = Math.max(...words.map((files) => measure(files, brotli)))
// Screens are what the console knows addresses of. Dialogs are opened on one, later.
const addressed = new Set(
  Object.values(manifest)
    .filter(({ file }) => start.has(file))
    .flatMap(({ dynamicImports }) => dynamicImports ?? []),
)
const screens = dynamic.filter(({ key }) => addressed.has(key))
const dialogs = dynamic.filter(({ key }) => !addressed.has(key))
/** What a screen says comes with it, in one language: whichever is more. */
const saidBy = (key) => {
  const folder = key.slice(0, key.lastIndexOf('/'))
  const files = ['en', 'zh'].map((tag) => manifest[`${folder}/${tag}.ts`]?.file).filter(Boolean)
  return (compressed) => Math.max(0, ...files.map(compressed))
}
const usedBy = (file) => screens.filter(({ files }) => files.has(file)).length
for (const { key, files } of screens) {
  const all = new Set([...start, ...files])
  const said = saidBy(key)
  const size = measure(all, brotli) + wordsOf + said(brotli)
  const budget = key.endsWith('/list.tsx') ? 275 : 285
  rows.push([`console to ${key}, brotli`, size, budget * KB])
  // What several screens share is loaded with the first of them and counted above.
  const own = [...files].filter((file) => !start.has(file) && usedBy(file) === 1)
  rows.push([`${key} alone, gzip`, measure(own, gzip) + said(gzip), 40 * KB])
}

for (const { key, files } of dialogs) {
  const own = [...files].filter((file) => !start.has(file) && usedBy(file) === 0)
  rows.push([`${key} alone, gzip`, measure(own, gzip), 40 * KB])
}

let over = false
for (const [what, bytes, budget] of rows) {
  const failed = bytes > budget
  over ||= failed
  const kb = (bytes / KB).toFixed(1).padStart(7)
  console.log(`${failed ? 'OVER' : ' ok '} ${kb} kB of ${budget / KB} kB  ${what}`)
}
if (over) process.exitCode = 1

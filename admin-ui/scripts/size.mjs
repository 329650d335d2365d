// Measures what a browser loads of the build against the budgets, and fails when one is passed.
// The files of a page are those it reaches: by import, and for sign-in also by dynamic import,
// since sealing the password is part of signing in.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const DIST = 'dist'
const KB = 1000
const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))

/** @returns {{ js: Set<string>, css: Set<string> }} file names that `key` reaches */
function reach(key, dynamic, seen = new Set(), found = { js: new Set(), css: new Set() }) {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return found
  seen.add(key)
  if (chunk.file.endsWith('.js')) found.js.add(chunk.file)
  for (const file of chunk.css ?? []) found.css.add(file)
  const next = [...(chunk.imports ?? []), ...(dynamic ? (chunk.dynamicImports ?? []) : [])]
  for (const each of next) reach(each, dynamic, seen, found)
  return found
}

const measure = (files, compress) =>
  [...files].reduce((sum, file) => sum + compress(readFileSync(join(DIST, file))).length, 0)

const portal = reach('portal.html', true)
const rows = [
  ['sign-in JS, gzip', measure(portal.js, gzipSync), 85 * KB],
  ['sign-in CSS, gzip', measure(portal.css, gzipSync), 8 * KB],
]
if (manifest['admin.html']) {
  const start = reach('admin.html', false)
  rows.push(['console start, brotli', measure(start.js, brotliCompressSync), 300 * KB])
  for (const [key, chunk] of Object.entries(manifest)) {
    if (!chunk.isDynamicEntry || !key.startsWith('src/admin/screens/')) continue
    const own = [...reach(key, false).js].filter((file) => !start.js.has(file))
    rows.push([`${key}, gzip`, measure(own, gzipSync), 40 * KB])
  }
}

let over = false
for (const [what, bytes, budget] of rows) {
  const failed = bytes > budget
  over ||= failed
  const kb = (bytes / KB).toFixed(1).padStart(7)
  console.log(`${failed ? 'OVER' : ' ok '} ${kb} kB of ${budget / KB} kB  ${what}`)
}
if (over) process.exitCode = 1

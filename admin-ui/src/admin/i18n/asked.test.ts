/** Texts are asked for by keys, which no type knows: what sources ask for is there. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SCREENS } from '../routes'
import { isResource } from '../screen'
import { en } from './en'
import type { Words } from './words'

const ADMIN = join(import.meta.dirname, '..')
const sources = readdirSync(ADMIN, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/(\.test|\/en|\/zh)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ADMIN, path), 'utf8') }))

/** Names in the browser's storage, which look alike. */
const STORED = new Set(['cardea.console', 'cardea.recentTenants'])

function keysOf(tree: Words, prefix: string): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  )
}

const said: Words = Object.assign(
  {},
  ...Object.values(import.meta.glob<Words>('../screens/**/en.ts', { eager: true, import: 'en' })),
)
const named = Object.values(SCREENS).flatMap((screen) => [
  `resources.${screen.noun}.title`,
  ...(isResource(screen) ? [`resources.${screen.noun}.name`] : []),
])
const known = new Set([...keysOf(en, ''), ...keysOf(said, 'resources.'), ...named])

/** The keys that a source names whole: to `translate`, or to the hook of a noun or of a part. */
function asked(text: string): string[] {
  const whole = [...text.matchAll(/'((?:cardea|resources)\.[\w.#-]+)'/g)].map(([, key = '']) => key)
  const nouns = [...text.matchAll(/const (\w+) = use(Own)?Text\('([\w-]+)'\)/g)]
  const places = new Set(
    nouns.map(([, , own, noun]) => (own ? `cardea.${noun}` : `resources.${noun}`)),
  )
  // A source with two places names its keys by either.
  const [place] = places
  if (!place || places.size > 1) return whole
  const names = [...new Set(nouns.map(([, name]) => name))].join('|')
  const own = [...text.matchAll(new RegExp(`\\b(?:${names})\\(\\s*'([^']+)'`, 'g'))]
  return [...whole, ...own.map(([, key]) => `${place}.${key}`)]
}

it('no text is missing that a source asks for', () => {
  const all = sources.flatMap(({ path, text }) => asked(text).map((key) => ({ path, key })))
  expect(all.length).toBeGreaterThan(300)
  expect(all.filter(({ key }) => !known.has(key) && !STORED.has(key))).toEqual([])
})

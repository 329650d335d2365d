import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DOCUMENTED } from './pictures'
import { LOCALES } from './words'

const ROOT = join(import.meta.dirname, '../../..')
const E2E = join(ROOT, 'admin-ui/e2e')
const HELP = join(ROOT, 'admin-ui/src/portal/help')

const files = (folder: string, end: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name))
const textOf = (paths: string[]) => paths.map((path) => readFileSync(path, 'utf8')).join('\n')
const inEach = (titles: Iterable<string>) =>
  [...new Set(titles)].flatMap((title) => LOCALES.map((tag) => `${title}-${tag}.webp`)).sort()

const journeys = textOf([...files(E2E, '.e2e.ts'), join(E2E, 'support/steps.ts')])

describe('the pictures of the documentation', () => {
  const folder = join(ROOT, 'docs/images')
  const pages = textOf([join(ROOT, 'README.md'), ...files(join(ROOT, 'docs'), '.md')])

  it('are those that are listed, and each is named in a page', () => {
    expect(readdirSync(folder).sort()).toEqual(inEach(DOCUMENTED))
    const named = Array.from(pages.matchAll(/\bimages\/([\w-]+\.\w+)/g), ([, name]) => name)
    expect([...new Set(named)].sort()).toEqual(inEach(DOCUMENTED))
  })

  it.each(DOCUMENTED)('%s is taken by a journey', (title) => {
    expect(journeys).toContain(`picture('${title}'`)
  })
})

describe('the pictures of the manuals', () => {
  it.each(LOCALES)('are those that the manuals show, in %s', (locale) => {
    const manuals = textOf(files(join(HELP, 'manuals', locale), '.md'))
    const shown = Array.from(manuals.matchAll(/!\[[^\]]*\]\(([\w-]+)\)/g), ([, name]) => name)
    const there = files(join(HELP, 'pictures'), `-${locale}.webp`).map((path) =>
      basename(path, `-${locale}.webp`),
    )
    expect(there.sort()).toEqual([...new Set(shown)].sort())
  })
})

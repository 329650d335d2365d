/** Who imports whom in the sources: no file leads back to itself, and no part reaches into another. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const SOURCES = import.meta.dirname
const name = (file: string) => relative(SOURCES, file)

const all = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
const files = all
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
  .filter((path) => !path.startsWith('admin/testing/'))
  .map((path) => join(SOURCES, path))

/**
 * The parts of a screen are imported later than the console starts, and that is no circle: the frame
 * loads a screen, and the screen asks the frame for its address and its words.
 */
const isScreenLoader = (file: string) =>
  /^admin\/screens\/.*\/(?:screen|later)\.ts$/.test(name(file))

function fileOf(path: string): string | undefined {
  return ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
    .map((end) => path + end)
    .find((full) => existsSync(full) && statSync(full).isFile())
}

/** What a file imports of the sources: by `import`, by `import()`, for a type, or by Vite's patterns. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const later = new Set([...text.matchAll(/import\('([^']+)'\)/g)].map(([, path]) => path))
  const named = ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((path) => path.startsWith('.') && !(isScreenLoader(file) && later.has(path)))
    .map((path) => fileOf(join(dirname(file), path)))
  const patterns = [...text.matchAll(/import\.meta\.glob(?:<\w+>)?\(\s*'([^'*]+)\*\*([^'*]+)'/g)]
  const matched = patterns.flatMap(([, folder = '', end = '']) =>
    files.filter((path) => path.startsWith(join(dirname(file), folder)) && path.endsWith(end)),
  )
  return [...named.filter((path) => path !== undefined), ...matched]
}

const graph = new Map(files.map((file) => [file, importsOf(file)]))

/** The files on the way of each circle that a walk from any file meets. */
function circles(): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const way: string[] = []
  const walk = (file: string) => {
    const at = way.indexOf(file)
    if (at >= 0) found.push([...way.slice(at), file].map(name).join(' > '))
    if (at >= 0 || done.has(file)) return
    way.push(file)
    for (const next of graph.get(file) ?? []) walk(next)
    way.pop()
    done.add(file)
  }
  for (const file of files) walk(file)
  return found
}

/** The imports from one place to another, by the beginnings of their names. */
const between = (from: RegExp, to: RegExp) =>
  [...graph].flatMap(([file, imported]) =>
    from.test(name(file))
      ? imported.filter((other) => to.test(name(other))).map((other) => [file, other].map(name))
      : [],
  )

describe('the sources', () => {
  it('are read: imports of every kind are seen', () => {
    const seen = (file: string) => graph.get(join(SOURCES, file))?.map(name)
    expect(seen('portal/routes.tsx')).toContain('portal/inner.tsx')
    expect(seen('admin/routes.ts')).toContain('admin/screens/systemManger/user/screen.ts')
    expect(seen('shared/session.ts')).toContain('shared/challenge/index.tsx')
  })

  it('have no circle', () => expect(circles()).toEqual([]))

  it.each([
    ['portal', /^portal\//, /^admin\//],
    ['console', /^admin\//, /^portal\//],
    ['shared part', /^shared\//, /^(admin|portal)\//],
    ['widget', /^admin\/widgets\//, /^admin\/screens\//],
  ])('have no %s that reaches into another part', (_, from, to) => {
    expect(between(from, to)).toEqual([])
  })

  it('are put in the place of others only by tests that run alone', () => {
    const tests = all.filter((path) => /\.test\.tsx?$/.test(path))
    const putting = tests.filter((path) =>
      /^vi\.(?:do)?mock\(/im.test(readFileSync(join(SOURCES, path), 'utf8')),
    )
    expect(putting.length).toBeGreaterThan(0)
    expect(putting.filter((path) => !path.includes('.alone.test.'))).toEqual([])
  })
})

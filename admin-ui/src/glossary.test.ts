import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { AS_SPECIFIED, refusedIn } from '../test/glossary'

const FILES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
/** The files that have what people read; they are named so. */
const TEXTS = FILES.filter((path) =>
  /(^|\/)(en|zh|screen|raZh|newPassword|\w*[tT]exts)\.ts$/.test(path),
)
const MANUALS = FILES.filter((path) => path.endsWith('.md'))

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

/** The strings of a file but for its imports and its keys. */
function stringsOf(path: string): string[] {
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    const isKey =
      ts.isPropertyAssignment(node.parent ?? node) && node.parent?.getChildAt(0) === node
    if (ts.isStringLiteralLike(node) && !isKey) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  // Names in code are no texts; a text of one word begins as a sentence does, or is not English.
  return found.filter((text) => !/^[a-z][\w./-]*$/.test(text))
}

const all = new Map(TEXTS.map((path) => [path, stringsOf(path)]))

describe('one thing has one word', () => {
  it('in texts that are all found', () => {
    expect(TEXTS.map((path) => basename(path))).toContain(
      'dialogTexts.ts'.replace('dialog', 'code'),
    )
    expect(all.get('admin/screens/systemManger/user/en.ts')).toContain('Lock status')
    expect(all.get('shared/i18n/zh.ts')?.length).toBeGreaterThan(50)
    expect(MANUALS.length).toBeGreaterThan(5)
  })

  it.each([...all])('in %s', (_, texts) => expect(refusedIn(texts)).toEqual([]))

  it.each(MANUALS)('in %s', (path) => expect(refusedIn(read(path).split('\n'))).toEqual([]))

  it('and no other but where the specification says so', () => {
    const used = [...all.values(), ...MANUALS.map(read)].flat().join('\n')
    for (const text of AS_SPECIFIED) expect(used).toContain(text)
  })
})

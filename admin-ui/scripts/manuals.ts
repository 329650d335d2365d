// Turns the Markdown of a manual into a module that exports it as data, at build time: pages draw it
// as elements, so no HTML is ever made from text. What a reader could stumble over stops the build:
// a link or a picture that leads nowhere, a heading without its id, anything that is not plain Markdown.
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { Heading, Node } from '../src/portal/help/tree'

/** `## Title {#id}`: the id is the same in every language, so that links survive a switch. */
const HEADING = /^(.*\S)\s+\{#([a-z][a-z0-9-]*)\}$/
const WIDE = /^[\u2e80-\u9fff\uff00-\uffef]$/

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
const plain = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (it) => ENTITIES[it] ?? it)

/** Between two Chinese characters a line break of the source is no space. */
const joined = (text: string) =>
  text.replace(/(.)\n(.)/gu, (_, before: string, after: string) =>
    WIDE.test(before) && WIDE.test(after) ? before + after : `${before} ${after}`,
  )

interface Manual {
  title: string
  headings: Heading[]
  nodes: Node[]
  /** Pictures by their place in the list, which stands as `src` until the module imports them. */
  pictures: string[]
}

/** Reads the manual in `file`; throws with the reason where something in it is wrong. */
export function readManual(file: string, markdown = readFileSync(file, 'utf8')): Manual {
  const reader = new Reader(file)
  const nodes = reader.blocks(lexer(markdown))
  reader.checkLinks()
  if (!reader.title) reader.fail('it has no title')
  const { title, headings, pictures } = reader
  return { title, headings, nodes, pictures }
}

class Reader {
  title = ''
  readonly headings: Heading[] = []
  readonly pictures: string[] = []
  readonly #links: string[] = []

  constructor(readonly file: string) {}

  fail(what: string): never {
    throw new Error(`${this.file}: ${what}`)
  }

  blocks(tokens: Token[] = []): Node[] {
    return tokens.flatMap((token): Node[] => {
      switch (token.type) {
        case 'space':
          return []
        case 'heading':
          return this.#heading(token as Tokens.Heading)
        case 'paragraph':
          return [{ tag: 'p', children: this.#inline(token.tokens) }]
        case 'text':
          return this.#inline('tokens' in token && token.tokens ? token.tokens : [token])
        case 'blockquote':
          return [{ tag: 'blockquote', children: this.blocks(token.tokens) }]
        case 'list':
          return [this.#list(token as Tokens.List)]
        case 'table':
          return [this.#table(token as Tokens.Table)]
        default:
          return this.fail(`${token.type} is not for manuals: ${token.raw}`)
      }
    })
  }

  #inline(tokens: Token[] = []): Node[] {
    return tokens.flatMap((token): Node[] => {
      switch (token.type) {
        case 'text':
        case 'escape':
          return 'tokens' in token && token.tokens
            ? this.#inline(token.tokens)
            : [this.#text(token.text)]
        case 'strong':
          return [{ tag: 'strong', children: this.#inline(token.tokens) }]
        case 'em':
          return [{ tag: 'em', children: this.#inline(token.tokens) }]
        case 'codespan':
          return [{ tag: 'code', children: [plain(token.text)] }]
        case 'link':
          this.#links.push(token.href)
          return [{ tag: 'a', href: address(token.href), children: this.#inline(token.tokens) }]
        case 'image':
          return [this.#picture(token as Tokens.Image)]
        default:
          return this.fail(`${token.type} is not for manuals: ${token.raw}`)
      }
    })
  }

  #text(text: string): string {
    // Between Chinese punctuation and a letter the asterisks do not count as emphasis.
    if (text.includes('**')) this.fail(`not emphasised: ${text}`)
    return joined(plain(text))
  }

  #picture({ href, text: alt }: Tokens.Image): Node {
    const folder = dirname(this.file)
    const path = join(folder, '../../pictures', `${href}-${basename(folder)}.webp`)
    if (!existsSync(path)) this.fail(`there is no picture ${path}`)
    if (!alt) this.fail(`the picture ${href} says nothing to who cannot see it`)
    this.pictures.push(path)
    const src = this.pictures.length - 1
    return { tag: 'img', src, alt, ...sizeOf(readFileSync(path)) }
  }

  #heading({ depth, text: whole }: Tokens.Heading): Node[] {
    if (depth === 1) {
      this.title = plain(whole)
      return []
    }
    const [, title = '', id = ''] = HEADING.exec(whole) ?? this.fail(`no id: ${whole}`)
    if (depth > 3) this.fail(`too deep: ${whole}`)
    if (this.headings.some((other) => other.id === id)) this.fail(`two headings are called ${id}`)
    const tag = depth === 2 ? 'h2' : 'h3'
    const text = plain(title)
    this.headings.push({ id, tag, text })
    return [{ tag, id, children: [text] }]
  }

  #list({ ordered, start, items }: Tokens.List): Node {
    const children = items.map((item): Node => ({ tag: 'li', children: this.blocks(item.tokens) }))
    if (!ordered) return { tag: 'ul', children }
    return { tag: 'ol', start: start || 1, children }
  }

  #table({ header, rows }: Tokens.Table): Node {
    const row = (cells: Tokens.TableCell[], tag: 'th' | 'td'): Node => ({
      tag: 'tr',
      children: cells.map((cell) => ({ tag, children: this.#inline(cell.tokens) })),
    })
    return {
      tag: 'table',
      children: [
        { tag: 'thead', children: [row(header, 'th')] },
        { tag: 'tbody', children: rows.map((cells) => row(cells, 'td')) },
      ],
    }
  }

  /** Every link leads to a heading of this manual, to another manual, or to a heading there. */
  checkLinks(): void {
    for (const link of this.#links) {
      const [page = '', id] = link.split('#')
      const known = page === '' ? this.headings : idsOf(this.file, page)
      const there = known && (id === undefined || known.some((other) => other.id === id))
      if (!there) this.fail(`${link} leads nowhere`)
    }
  }
}

/** `helpEDC#open` is a place in another manual, `#open` one in this. */
const address = (href: string) => (href.startsWith('#') ? href : `/${href}`)

/** The headings of another manual in the same language; nothing where there is no such manual. */
function idsOf(file: string, page: string): { id: string }[] | undefined {
  const other = join(dirname(file), `${page}.md`)
  if (!existsSync(other)) return undefined
  return Array.from(readFileSync(other, 'utf8').matchAll(/^##.*\{#(.+)\}$/gm), ([, id = '']) => ({
    id,
  }))
}

/** Width and height of a WebP picture, px (RFC 9649, sections 2.5 and 2.7). */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      throw new Error('not a lossy WebP picture')
  }
}

/** The plugin: a manual's `.md` is a module. */
export const manuals = (): Plugin => ({
  name: 'cardea-manuals',
  transform(code, id) {
    if (!id.endsWith('.md')) return null
    const { title, headings, nodes, pictures } = readManual(id, code)
    const imports = pictures.map((path, at) => {
      const from = relative(dirname(id), path)
      return `import picture${at} from ${JSON.stringify(`${from}?url`)}`
    })
    const list = pictures.map((_, at) => `picture${at}`).join(', ')
    const data = JSON.stringify({ title, headings, nodes })
    return {
      code: `${imports.join('\n')}\nexport default { ...${data}, pictures: [${list}] }`,
      map: null,
      moduleType: 'js',
    }
  },
})

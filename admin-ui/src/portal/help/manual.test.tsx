import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { readManual } from '../../../scripts/manuals'
import { freshBrowser, lin, ok, server, setCookie, surroundings } from '../../../test/browser'
import { LOCALES, setLocale } from '../../shared/i18n'
import { HELP_PAGES } from '../../shared/shell'
import { App } from '../App'
import { loadManual } from './Manual'

freshBrowser()

const FOLDER = join(import.meta.dirname, 'manuals')
const read = (markdown: string) => readManual(join(FOLDER, 'zh/helpCommon.md'), markdown)

describe('the manuals', () => {
  it.each(LOCALES)('are all there in %s, and no other', (locale) => {
    const files = HELP_PAGES.map((page) => `${page}.md`).sort()
    expect(readdirSync(join(FOLDER, locale)).sort()).toEqual(files)
  })

  it.each(HELP_PAGES)('%s has the same sections and pictures in both languages', async (page) => {
    const [zh, en] = await Promise.all([loadManual('zh', page), loadManual('en', page)])
    const outline = ({ headings }: typeof zh) => headings.map(({ id, tag }) => `${tag} ${id}`)
    expect(outline(en)).toEqual(outline(zh))
    expect(en.headings.length).toBeGreaterThan(4)
    const pictures = ({ pictures: all }: typeof zh) =>
      all.map((address) => address.replace(/-(zh|en)\.webp.*$/, ''))
    expect(pictures(en)).toEqual(pictures(zh))
    // The name of a language is written in that language.
    expect(JSON.stringify(en.nodes).replaceAll('中文', '')).not.toMatch(/[\u4e00-\u9fff]/)
  })
})

describe('a manual', () => {
  it('is data, whose lines break where they may', () => {
    const manual = read('# T\n\n## A & B {#a}\n\n中文\n中文 one\ntwo **b** `c` [d](#a)\n\n3. e\n')
    expect(manual).toMatchObject({
      title: 'T',
      headings: [{ id: 'a', tag: 'h2', text: 'A & B' }],
      nodes: [
        { tag: 'h2', id: 'a', children: ['A & B'] },
        {
          tag: 'p',
          children: [
            '中文中文 one two ',
            { tag: 'strong', children: ['b'] },
            ' ',
            { tag: 'code', children: ['c'] },
            ' ',
            { tag: 'a', href: '#a', children: ['d'] },
          ],
        },
        { tag: 'ol', start: 3, children: [{ tag: 'li', children: ['e'] }] },
      ],
    })
  })

  it('keeps what looks like HTML as text, and lets none in', () => {
    expect(read('# T\n\n`<b>` &amp; 3 < 4').nodes).toEqual([
      { tag: 'p', children: [{ tag: 'code', children: ['<b>'] }, ' & 3 < 4'] },
    ])
    expect(() => read('# T\n\n<b>x</b>')).toThrow('html is not for manuals')
    expect(() => read('# T\n\n<script>x</script>')).toThrow('html is not for manuals')
  })

  it.each([
    ['no title', 'text', 'it has no title'],
    ['a heading without id', '# T\n\n## A', 'no id: A'],
    ['a heading too deep', '# T\n\n#### A {#a}', 'too deep'],
    ['an id twice', '# T\n\n## A {#a}\n\n## B {#a}', 'two headings are called a'],
    ['a dead anchor', '# T\n\n[x](#gone)', '#gone leads nowhere'],
    ['a dead page', '# T\n\n[x](helpGone)', 'helpGone leads nowhere'],
    ['a dead anchor elsewhere', '# T\n\n[x](helpEDC#gone)', 'helpEDC#gone leads nowhere'],
    ['an address outside', '# T\n\n[x](https://example.org)', 'leads nowhere'],
    ['a dead picture', '# T\n\n![x](gone)', 'there is no picture'],
    ['lost emphasis', '# T\n\n到**甲（A）**页', 'not emphasised'],
    ['code', '# T\n\n    x', 'code is not for manuals'],
  ])('with %s stops the build', (_, markdown, why) => {
    expect(() => read(markdown)).toThrow(why)
  })
})

describe('a help page', () => {
  function open(address: string) {
    server.use(
      ...surroundings,
      http.get('/api/sys/user/info', () => ok(lin)),
    )
    history.replaceState(null, '', address)
    setCookie('cardea_marker=m1')
    render(<App />)
  }

  it('shows the manual with its contents, all of it as elements', async () => {
    open('/helpEDC')
    expect(await screen.findByRole('heading', { level: 1, name: 'EDC 帮助' })).toBeVisible()
    const contents = screen.getByRole('navigation', { name: '目录' })
    const links = within(contents).getAllByRole('link')
    expect(links.length).toBeGreaterThan(4)
    for (const link of links) {
      const id = link.getAttribute('href')?.slice(1) ?? ''
      expect(document.getElementById(id)?.tagName).toMatch(/^H[23]$/)
    }
    const main = screen.getByRole('main')
    expect(within(main).getAllByRole('table').length).toBeGreaterThan(1)
    for (const picture of within(main).getAllByRole('img')) {
      expect(picture).toHaveAttribute('alt', expect.stringMatching(/\S/))
      expect(Number(picture.getAttribute('width'))).toBeGreaterThan(300)
    }
    expect(document.title).toBe('EDC 帮助 · Brand')
  })

  it('changes its language where it is', async () => {
    open('/helpEDC')
    await screen.findByRole('heading', { level: 1, name: 'EDC 帮助' })
    act(() => setLocale('en'))
    expect(await screen.findByRole('heading', { level: 1, name: 'EDC help' })).toBeVisible()
  })

  it('goes to the anchor of its address once it is there', async () => {
    const seen: string[] = []
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      seen.push(this.id)
    }
    open('/helpCommon#timeout')
    await waitFor(() => expect(seen).toEqual(['timeout']))
  })

  it('links to the other manuals', async () => {
    open('/helpEDC')
    const link = await screen.findByRole('link', { name: '完整步骤' })
    expect(link).toHaveAttribute('href', '/helpAccount#authorise-steps')
  })
})

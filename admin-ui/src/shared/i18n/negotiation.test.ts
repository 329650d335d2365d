import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setCookie } from '../../../test/browser'
import cases from './negotiation.json'

// The server reads the same cases: what a page is shown in is what the server answers in.

let languages: readonly string[] = []

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  setCookie('cardea_language=; Max-Age=0')
  vi.spyOn(navigator, 'languages', 'get').mockImplementation(() => languages)
})
afterEach(() => localStorage.clear())

const start = async () => (await import('./index')).getLocale()

describe('where nobody chose', () => {
  it.each(cases)('$languages: $locale', async ({ languages: asked, locale }) => {
    languages = asked
    expect(await start()).toBe(locale)
    expect(document.documentElement.lang).toBe(locale === 'zh' ? 'zh-CN' : 'en')
    expect(document.cookie).not.toContain('cardea_language')
  })
})

describe('what was chosen', () => {
  it('holds, whatever the browser asks for, and the server’s own pages know it', async () => {
    languages = ['en']
    const { getLocale, setLocale } = await import('./index')
    expect(getLocale()).toBe('en')
    setLocale('zh')
    expect(document.cookie).toContain('cardea_language=zh')
    setCookie('cardea_language=; Max-Age=0')
    vi.resetModules()
    expect(await start()).toBe('zh')
    expect(document.cookie).toContain('cardea_language=zh')
  })
})

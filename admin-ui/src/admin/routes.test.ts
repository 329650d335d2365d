import { afterEach, describe, expect, it, vi } from 'vitest'
import { documented, loadScreen, SCREENS } from './routes'
import type { PageScreen, ResourceScreen } from './screen'

/** Every part of every screen, with a loader that only notes that it was asked. */
function watched(): string[] {
  const asked: string[] = []
  for (const [path, screen] of Object.entries(SCREENS)) {
    const { list, create, edit, page } = screen as Partial<ResourceScreen & PageScreen>
    for (const [name, part] of Object.entries({ list, create, edit, page })) {
      if (!part) continue
      vi.spyOn(part, 'load').mockImplementation(async () => {
        asked.push(`${path} ${name}`)
        return () => null
      })
    }
  }
  return asked
}

describe('loadScreen', () => {
  afterEach(() => vi.restoreAllMocks())

  it.each([
    ['/index/systemManger/tenant', ['systemManger/tenant list']],
    ['/index/systemmanger/Tenant/', ['systemManger/tenant list']],
    ['/index/systemManger/tenant/create', ['systemManger/tenant create']],
    ['/index/systemManger/tenant/0190', ['systemManger/tenant edit']],
    ['/index/systemManger/dictionary', ['systemManger/dictionary page']],
    ['/index/systemManger/holiday/0190', ['systemManger/holiday list']],
    ['/index', []],
    ['/index/nothing/here', []],
  ])('loads what %s shows, and nothing else', async (address, wanted) => {
    const asked = watched()
    await loadScreen(address)
    expect(asked).toEqual(wanted)
  })
})

it.each([
  ['/index/users', '/index/systemManger/user'],
  ['/index/users/create', '/index/systemManger/user/create'],
  ['/index/users?page=2#top', '/index/systemManger/user?page=2#top'],
  ['/index/tenant-sites/0190', '/index/tenantManager/tenantSite/0190'],
  ['/index/systemManger/user', '/index/systemManger/user'],
  ['/index/dictionary-items', '/index/dictionary-items'],
  ['/index', '/index'],
  ['https://example.org/index/users', 'https://example.org/index/users'],
])('shows %s at %s', (address, shown) => expect(documented(address)).toBe(shown))

it('has one screen for each noun', () => {
  const nouns = Object.values(SCREENS).map(({ noun }) => noun)
  expect(nouns).toEqual([...new Set(nouns)])
})

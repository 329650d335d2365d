import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { columns, openConsole, refusal, startConsole } from '../../testing'

const server = startConsole()
afterEach(() => vi.unstubAllGlobals())

const openTenants = () => openConsole('/index/systemManger/tenant')

describe('a list', () => {
  it('hides the columns that somebody does not want, and remembers it', async () => {
    const first = openTenants()
    await screen.findByRole('link', { name: 'Northwind' })
    expect(columns()).toEqual(['Name', 'Code', 'Abbreviation', 'Category', 'Contact', 'Address'])
    await first.user.click(screen.getByRole('button', { name: 'Columns' }))
    const code = await screen.findByRole('menuitemcheckbox', { name: 'Code' })
    expect(code.getAttribute('aria-checked')).toBe('true')
    // What a row is called by is always there.
    expect(screen.queryByRole('menuitemcheckbox', { name: 'Name' })).toBeNull()
    await first.user.click(code)
    await first.user.click(screen.getByRole('menuitemcheckbox', { name: 'Address' }))
    await first.user.keyboard('{Escape}')
    first.unmount()
    openTenants()
    await screen.findByRole('link', { name: 'Northwind' })
    expect(columns()).toEqual(['Name', 'Abbreviation', 'Category', 'Contact'])
  })

  it('has a card for each row on a phone, from the same columns', async () => {
    const media = (matches: boolean, query: string) =>
      ({ matches, media: query, addEventListener() {}, removeEventListener() {} }) as never
    vi.stubGlobal('matchMedia', (query: string) => media(query.includes('max-width'), query))
    openTenants()
    const link = await screen.findByRole('link', { name: 'Northwind' })
    expect(screen.queryByRole('table')).toBeNull()
    const card = within(link.closest('li') as HTMLElement)
    const said = card
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(said).toEqual([
      ['Code', 'N'],
      ['Abbreviation', 'NW'],
      ['Category', 'Sponsor'],
      ['Contact', 'Wang'],
      ['Address', 'Shanghai'],
    ])
  })

  it('keeps a row as it is while a dialog of it is open', async () => {
    let narrow = false
    const followers = new Set<() => void>()
    vi.stubGlobal(
      'matchMedia',
      (query: string) =>
        ({
          get matches() {
            return narrow && query.includes('599')
          },
          media: query,
          addEventListener: (_: string, follow: () => void) => followers.add(follow),
          removeEventListener: (_: string, follow: () => void) => followers.delete(follow),
        }) as never,
    )
    const turn = (now: boolean) =>
      act(() => {
        narrow = now
        for (const follow of followers) follow()
      })
    const { user } = openTenants()
    await screen.findByRole('link', { name: 'Northwind' })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('dialog')
    turn(true)
    expect(screen.getByRole('table', { hidden: true })).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    turn(true)
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  })

  it('that somebody may not see is one page that says so', async () => {
    server.use(http.get('/api/admin/tenants', () => refusal(403, { message: 'Not permitted' })))
    const { user, router } = openTenants()
    await screen.findByRole('heading', { level: 1, name: 'No access' })
    expect(screen.getByText(/An administrator of your tenant or of the platform/)).toBeDefined()
    for (const role of ['table', 'alert', 'textbox', 'combobox']) {
      expect(screen.queryByRole(role)).toBeNull()
    }
    await user.click(screen.getByRole('link', { name: 'Go to the home page' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index'))
  })
})

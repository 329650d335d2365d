import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { onActivity } from '../../shared/http'
import { tellProblems } from '../../shared/shell/toasts'
import { listing, openConsole, refusal, startConsole, TENANTS, watchToasts } from '../testing'

// The console's calls are told of as the portal's are: an overlay while they run, a message where they
// fail, once.

const server = startConsole()
const said = watchToasts()
const stops: (() => void)[] = []
let active: number[]

beforeEach(() => {
  active = []
  stops.push(
    tellProblems(),
    onActivity((n) => active.push(n)),
  )
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

describe('a call of the console', () => {
  it('is under way in sight of everybody', async () => {
    openConsole('/index/systemManger/tenant')
    await screen.findByRole('link', { name: 'Northwind' })
    expect(Math.max(...active)).toBeGreaterThan(0)
    await waitFor(() => expect(active.at(-1)).toBe(0))
  })

  it('that fails says so once, and where it happened', async () => {
    server.use(
      http.get('/api/admin/tenants', () => refusal(500, { code: 'internal', message: 'Broken' })),
    )
    openConsole('/index/systemManger/tenant')
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('Broken')).toBeDefined()
    expect(said()).toBe('Broken')
    expect(document.querySelector('.MuiSnackbar-root')).toBeNull()
  })

  it('that somebody types for covers nothing', async () => {
    const { user } = openConsole('/index/systemManger/tenant')
    const field = await screen.findByRole('textbox', { name: /Search/ })
    await waitFor(() => expect(active.at(-1)).toBe(0))
    active = []
    server.use(http.get('/api/admin/tenants', () => listing(TENANTS.slice(1))))
    await user.type(field, 'Con')
    await screen.findByRole('link', { name: 'Contoso' })
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Northwind' })).toBeNull())
    expect(active).toEqual([])
  })
})

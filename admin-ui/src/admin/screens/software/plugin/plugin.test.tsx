import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import { setLocale } from '../../../../shared/i18n'
import { openConsole, refusal, serveList, startConsole, watchToasts } from '../../../testing'

const server = startConsole()
const told = watchToasts()

const ADDRESS = '/index/software/plugin'

type Version = Schemas['PluginVersion']

const version = (id: string, rest: Partial<Version>): Version => ({
  id: id.padEnd(64, '0'),
  pluginId: 'edc',
  webCode: '020',
  softwareName: 'EDC',
  version: '1.1.0',
  sequence: 2,
  publisherId: 'p1',
  publisherName: 'Vendor',
  state: 'active',
  running: true,
  suspended: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  ...rest,
})

const VERSIONS = [
  version('active', {}),
  version('before', { state: 'previous', version: '1.0.0', sequence: 1, running: false }),
  version('paused', { webCode: '030', softwareName: 'RTSM', version: '3.0.0', suspended: true }),
  version('lost', { webCode: '999', softwareName: null, version: '4.0.0', running: false }),
]

const serve = () => serveList(server, '/api/admin/plugins', VERSIONS, () => true)

const rowOf = async (id: string) => {
  const digest = await screen.findByRole('button', { name: `Copy ${id.padEnd(64, '0')}` })
  return within(digest.closest('tr') as HTMLElement)
}

const FACTS: Schemas['PluginFacts'] = {
  id: 'd'.repeat(64),
  pluginId: 'edc',
  name: 'EDC panel',
  version: '1.2.0',
  sequence: 3,
  webCode: '020',
  softwareName: 'EDC',
  authorizationStyle: 2,
  publisherId: 'p2',
  hasClaims: true,
}

describe('plugins', () => {
  it('show what is not as it should be', async () => {
    serve()
    openConsole(ADDRESS)
    expect((await rowOf('active')).getByText('Active')).toBeDefined()
    expect((await rowOf('before')).getByText('Before')).toBeDefined()
    expect((await rowOf('paused')).getByText('Paused')).toBeDefined()
    const lost = await rowOf('lost')
    expect(lost.getByText('Does not run')).toBeDefined()
    expect(lost.getByText('No such system')).toBeDefined()
  })

  it('speak Chinese', async () => {
    serve()
    setLocale('zh')
    openConsole(ADDRESS)
    expect(await screen.findByText('上一版本')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('授权插件')
  })

  it('are gone back to once somebody has confirmed it', async () => {
    serve()
    const back: unknown[] = []
    server.use(
      http.post('/api/admin/plugins/:id/rollback', ({ params }) => {
        back.push(params.id)
        return HttpResponse.json(version('before', {}))
      }),
    )
    const { user } = openConsole(ADDRESS)
    const menu = async (of: string, name: string) => {
      await user.click((await rowOf(of)).getByRole('button', { name: /^Actions/ }))
      return screen.queryByRole('menuitem', { name })
    }
    expect(await menu('active', 'Go back to this version'), 'it is the active one').toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await user.click((await menu('before', 'Go back to this version')) as HTMLElement)
    const question = await screen.findByRole('dialog', { name: 'Go back to edc 1.0.0?' })
    await user.click(within(question).getByRole('button', { name: 'Go back to this version' }))
    await screen.findByText('Version 1.0.0 is active again.')
    expect(back).toEqual(['before'.padEnd(64, '0')])
    expect(told()).toBeNull()
  })

  it('tell how they do and what they logged', async () => {
    serve()
    const details: Schemas['PluginDetails'] = {
      ...version('active', {}),
      exports: [
        {
          export: 'apply',
          calls: 1200,
          failures: { plugin_timeout: 3 },
          meanMs: 12,
          maxMs: 900,
          cpuMs: 50,
          memoryPeak: 3 * 1024 * 1024,
          httpRequests: 1300,
          suspended: true,
        },
      ],
      log: [
        {
          at: '2026-01-02T00:00:00.000Z',
          level: 'warn',
          export: 'apply',
          message: '<b>slow</b>',
        },
      ],
    }
    server.use(http.get('/api/admin/plugins/:id', () => HttpResponse.json(details)))
    const { user } = openConsole(ADDRESS)
    await user.click((await rowOf('active')).getByRole('button', { name: /^Actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Health and log' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Health: edc 1.1.0' }))
    const row = (await dialog.findByRole('rowheader', { name: /^Authorise/ })).closest('tr')
    const cells = within(row as HTMLElement).getAllByRole('cell')
    const texts = cells.map((cell) => cell.textContent)
    expect(texts).toEqual(['1,200', '3 plugin_timeout', '12', '900', '3.0', '1,300'])
    expect(dialog.getByText('<b>slow</b>'), 'a vendor’s text is text').toBeDefined()
  })
})

describe('a bundle', () => {
  const choose = async () => {
    serve()
    const { user } = openConsole(ADDRESS)
    await rowOf('active')
    await user.click(screen.getByRole('button', { name: 'Install' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Install a plugin' }))
    await user.upload(dialog.getByLabelText('Choose a bundle'), new File(['x'], 'edc.cardea'))
    return { user, dialog }
  }

  it('that is refused says why, and is not installed', async () => {
    const detail = 'publisher p2 is not enrolled for web code 020'
    const finding = {
      severity: 'error',
      code: 'plugin_not_enrolled',
      message: 'Not trusted',
      detail,
    }
    server.use(
      http.post('/api/admin/plugins/check', () =>
        HttpResponse.json({
          admitted: false,
          changesPublisher: false,
          plugin: null,
          findings: [finding],
        }),
      ),
    )
    const { dialog } = await choose()
    const alert = await dialog.findByRole('alert')
    expect(alert.textContent).toBe(`Not trusted${detail}`)
    expect(dialog.getByRole('button', { name: 'Install' })).toHaveProperty('disabled', true)
  })

  it('of another publisher replaces the one before knowingly', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('/api/admin/plugins/check', async ({ request }) => {
        expect(await request.json()).toEqual({ content: btoa('x') })
        return HttpResponse.json({
          admitted: true,
          changesPublisher: true,
          plugin: FACTS,
          findings: [
            {
              severity: 'warning',
              code: 'plugin_other_publisher',
              message: 'Replaces',
              detail: null,
            },
          ],
        })
      }),
      http.post('/api/admin/plugins', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(FACTS, { status: 201 })
      }),
    )
    const { user, dialog } = await choose()
    await dialog.findByText('Replaces')
    expect(dialog.getByText('EDC panel')).toBeDefined()
    expect(dialog.getByText('release 3')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Replace and install' }))
    await screen.findByText('EDC panel 1.2.0 is active.')
    expect(sent).toEqual([{ content: btoa('x'), changePublisher: true }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that was refused after all says so', async () => {
    server.use(
      http.post('/api/admin/plugins/check', () =>
        HttpResponse.json({
          admitted: true,
          changesPublisher: false,
          plugin: FACTS,
          findings: [],
        }),
      ),
      http.post('/api/admin/plugins', () =>
        refusal(422, { message: 'Wrong', errors: { content: 'Released with other contents' } }),
      ),
    )
    const { user, dialog } = await choose()
    await dialog.findByText('Every check passed.')
    await user.click(dialog.getByRole('button', { name: 'Install' }))
    await dialog.findByText('Released with other contents')
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '../../../../shared/api'
import { setLocale } from '../../../../shared/i18n'
import { openConsole, refusal, serveList, startConsole, watchToasts } from '../../../testing'

const server = startConsole()
const told = watchToasts()

const ADDRESS = '/index/software/plugin'

const ACTIVE: Schemas['PluginVersion'] = {
  id: 'a'.repeat(64),
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
}

const tenant = (id: string, rest: Partial<Schemas['PluginTenant']> = {}) => ({
  id,
  tenantName: id,
  version: 0,
  active: true,
  own: false,
  ...rest,
})

/** The server, which keeps what is switched; what it was sent. */
function serve() {
  serveList(server, '/api/admin/plugins', [ACTIVE], () => true)
  const tenants = [tenant('Acme'), tenant('Borealis', { active: false, own: true, version: 3 })]
  let reach = { id: '020', version: 0, everywhere: true }
  const sent: unknown[] = []
  serveList(server, '/api/admin/plugin-systems/020/tenants', tenants, (row, filter) =>
    row.tenantName.includes(String(filter.q ?? '')),
  )
  server.use(
    http.get('/api/admin/plugin-systems/020', () => HttpResponse.json(reach)),
    http.put('/api/admin/plugin-systems/020', async ({ request }) => {
      const body = (await request.json()) as { version: number; everywhere: boolean }
      sent.push(body)
      reach = { ...reach, ...body, version: body.version + 1 }
      return HttpResponse.json(reach)
    }),
    http.put('/api/admin/plugin-systems/020/tenants/:id', async ({ request, params }) => {
      const body = (await request.json()) as { version: number; active: boolean | null }
      sent.push({ id: params.id, ...body })
      const row = tenants.find(({ id }) => id === params.id)
      if (!row || row.version !== body.version) return refusal(409, { message: 'Somebody else' })
      Object.assign(row, {
        active: body.active ?? true,
        own: body.active !== null,
        version: row.version + 1,
      })
      return HttpResponse.json(row)
    }),
  )
  return { sent, tenants }
}

const DIGEST = /a{64}/

async function open(what: string, title: string) {
  const { user } = openConsole(ADDRESS)
  const row = (await screen.findByRole('button', { name: DIGEST })).closest('tr') as HTMLElement
  await user.click(within(row).getByRole('button', { name: /^(Actions|操作)/ }))
  await user.click(await screen.findByRole('menuitem', { name: what }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: title })) }
}

describe('the tenants of a plugin', () => {
  it('are searched for on the server and switched one by one', async () => {
    const { sent } = serve()
    const { user, dialog } = await open('Tenants', 'Tenants of EDC')
    const acme = await dialog.findByRole('switch', { name: 'On for Acme' })
    expect(acme).toHaveProperty('checked', true)
    expect(dialog.getByRole('switch', { name: 'On for Borealis' })).toHaveProperty('checked', false)
    await user.type(dialog.getByRole('searchbox', { name: 'Search for a tenant' }), 'Ac')
    await waitFor(() => expect(dialog.queryByText('Borealis')).toBeNull())

    // Whoever switches it off is told what that means, and may think better of it.
    await user.click(await dialog.findByRole('switch', { name: 'On for Acme' }))
    const question = await screen.findByRole('dialog', { name: 'Switch the plugin off for Acme?' })
    expect(question.textContent).toContain('Grants and tokens stay')
    expect(sent).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Switch off' }))
    await waitFor(() => expect(sent).toEqual([{ id: 'Acme', version: 0, active: false }]))
    await dialog.findByText('switched by itself')
    await user.click(dialog.getByRole('button', { name: 'As the others: Acme' }))
    await waitFor(() => expect(sent.at(-1)).toEqual({ id: 'Acme', version: 1, active: null }))
    expect(told()).toBeNull()
  })

  it('are all switched but those that were switched by themselves', async () => {
    const { sent } = serve()
    const { user, dialog } = await open('Tenants', 'Tenants of EDC')
    const all = 'On for every tenant that was not switched by itself'
    await user.click(await dialog.findByRole('switch', { name: all }))
    const question = await screen.findByRole('dialog', { name: /^Switch the plugin off for every/ })
    await user.click(within(question).getByRole('button', { name: 'Switch off' }))
    await waitFor(() => expect(sent).toEqual([{ version: 0, everywhere: false }]))
    await waitFor(() =>
      expect(dialog.getByRole('switch', { name: all })).toHaveProperty('checked', false),
    )
    // On again without a question.
    await user.click(dialog.getByRole('switch', { name: all }))
    await waitFor(() => expect(sent.at(-1)).toEqual({ version: 1, everywhere: true }))
  })

  it('say that somebody else was faster', async () => {
    const { tenants } = serve()
    const { user, dialog } = await open('Tenants', 'Tenants of EDC')
    const switched = await dialog.findByRole('switch', { name: 'On for Borealis' })
    Object.assign(tenants[1] ?? {}, { version: 4 })
    await user.click(switched)
    await screen.findByText('Somebody else')
  })

  it('speak Chinese', async () => {
    serve()
    setLocale('zh')
    const { dialog } = await open('租户', 'EDC 的租户')
    expect(await dialog.findByRole('switch', { name: '对 Acme 启用' })).toBeDefined()
    expect(dialog.getByText(/已有授权与令牌保持不变/)).toBeDefined()
  })
})

const setting = (
  key: string,
  kind: string,
  rest: Partial<Schemas['PluginSetting']> = {},
): Schemas['PluginSetting'] => ({
  key,
  kind,
  label: key,
  help: null,
  required: false,
  min: null,
  max: null,
  maxLength: 20,
  choices: [],
  header: null,
  value: null,
  fallback: null,
  isSet: false,
  isSetForAll: false,
  ...rest,
})

const SETTINGS: Schemas['PluginSettings'] = {
  id: '020',
  tenantId: '0',
  pluginId: 'edc',
  pluginVersion: '1.1.0',
  version: 2,
  settings: [
    setting('words', 'text', { value: 'prod', help: 'Which ones' }),
    setting('limit', 'number', { min: 1, max: 9, fallback: 3 }),
    setting('strict', 'switch', { value: true, fallback: false }),
    setting('form', 'choice', {
      choices: [
        { value: 'a', label: 'First' },
        { value: 'b', label: 'Second' },
      ],
      fallback: 'a',
    }),
    setting('token', 'secret', { isSet: true, header: 'x-token' }),
  ],
}

describe('the settings of a plugin', () => {
  const serveSettings = (answer: () => Response = () => HttpResponse.json(SETTINGS)) => {
    const { sent } = serve()
    const asked: unknown[] = []
    server.use(
      http.get('/api/admin/plugin-systems/020/settings', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('tenantId'))
        return HttpResponse.json(SETTINGS)
      }),
      http.put('/api/admin/plugin-systems/020/settings', async ({ request }) => {
        sent.push(await request.json())
        return answer()
      }),
    )
    return { sent, asked }
  }

  it('are a form that the manifest draws', async () => {
    const { sent, asked } = serveSettings()
    const { user, dialog } = await open('Settings', 'Settings of edc 1.1.0')
    expect(await dialog.findByRole('textbox', { name: 'words' })).toHaveProperty('value', 'prod')
    expect(dialog.getByText('Left empty: First.')).toBeDefined()
    expect(dialog.getByText(/^A secret is filled in/)).toBeDefined()
    const limit = dialog.getByRole('textbox', { name: 'limit' })
    await user.type(limit, '12')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Enter a whole number from 1 to 9')
    expect(sent).toEqual([])

    await user.clear(limit)
    await user.type(limit, '9')
    await user.clear(dialog.getByRole('textbox', { name: 'words' }))
    await user.type(dialog.getByLabelText('token'), 'hush')
    await user.click(dialog.getByRole('combobox', { name: /^form/ }))
    await user.click(await screen.findByRole('option', { name: 'Second' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('The settings are saved; the next call has them.')
    expect(sent).toEqual([
      {
        version: 2,
        tenantId: '0',
        values: { words: null, limit: 9, strict: true, form: 'b' },
        secrets: { token: 'hush' },
      },
    ])
    expect(new Set(asked)).toEqual(new Set([null]))
  })

  it('are a tenant’s own, beside those of all', async () => {
    const { sent, asked } = serveSettings()
    const { user, dialog } = await open('Tenants', 'Tenants of EDC')
    await user.click(await dialog.findByRole('button', { name: 'Settings: Acme' }))
    const own = within(await screen.findByRole('dialog', { name: 'Settings of EDC, for Acme' }))
    await user.click(await own.findByRole('switch', { name: 'Remove: token' }))
    await user.click(own.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ secrets: { token: null } })
    expect(new Set(asked)).toEqual(new Set(['Acme']))
    expect(await screen.findByRole('dialog', { name: 'Tenants of EDC' })).toBeDefined()
  })

  it('say at the field what the server refuses', async () => {
    serveSettings(() =>
      refusal(422, { message: 'Wrong', errors: { 'values.words': 'No such environment' } }),
    )
    const { user, dialog } = await open('Settings', 'Settings of edc 1.1.0')
    const words = await dialog.findByRole('textbox', { name: 'words' })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('No such environment')
    expect(words.getAttribute('aria-invalid')).toBe('true')
  })
})

import { readFileSync } from 'node:fs'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { freshBrowser, renderInConsole, watchConsole } from '../../testing'
import type { Choice, Definition, Grant, OptionsQuery } from './model'
import { PanelForm } from './PanelForm'
import type { Present } from './present'

watchConsole()
freshBrowser()

// The panels as the four plugins describe them: the server's tests write them down.
const SNAPSHOT = '../core/host/src/tests/snapshots/cardea_host__tests__shipped__shipped_panels.snap'
const [, , written = ''] = readFileSync(SNAPSHOT, 'utf8').split(/^---$/m)
const PANELS = JSON.parse(written) as Record<
  string,
  Omit<Definition, 'softwareId' | 'pluginVersion'>
>

const named = (...ids: string[]): Choice[] =>
  ids.map((id) => ({ id, label: `${id} name`, disabled: false }))

/** Draws a system's panel, which offers these choices in its columns. */
function open(system: string, offers: Record<string, Choice[]>, present?: Present) {
  const panel = PANELS[system]
  if (!panel) throw new Error(`there is no ${system}`)
  const asked: OptionsQuery[] = []
  const source = {
    id: system,
    options: async (query: OptionsQuery) => {
      asked.push(query)
      return { choices: offers[query.part ?? query.column] ?? [], next: null }
    },
    validate: async () => [],
  }
  const onReady = vi.fn<(grants: Grant[]) => void>()
  const definition = { ...panel, softwareId: 's', pluginVersion: '1' }
  const view = renderInConsole(<PanelForm {...{ definition, source, present, onReady }} />)
  return { ...view, onReady, asked }
}

const submit = () => screen.getByRole('button', { name: 'Select users to authorise' })
const column = (name: string) =>
  within(screen.getByRole('region', { name: new RegExp(`^${name}`) }))
const said = async () =>
  within(await screen.findByRole('alert'))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

describe('the panel of RTSM', () => {
  const offers = {
    project: named('p1', 'p2'),
    subProject: named('main', 'more', 'rest'),
    role: named('pharmacist', 'nurse'),
    sites: named('S01', 'S02'),
    stockHouses: named('central'),
  }

  it('has a tab for each sub-project, and sends only those that were changed', async () => {
    const { user, onReady, asked } = open('rtsm', offers)
    expect(screen.getByText('First choose: Project')).toBeDefined()
    await user.click(await column('Project').findByRole('radio', { name: 'p1 name' }))
    await user.click(await screen.findByRole('tab', { name: 'main name' }))
    await user.click(await column('Role').findByRole('radio', { name: 'nurse name' }))
    await user.click(column('Role').getByRole('radio', { name: 'pharmacist name' }))
    await user.click(await column('Sites').findByRole('checkbox', { name: 'S01 name' }))
    await user.click(screen.getByRole('tab', { name: 'more name' }))
    // A look, and a radio that alone changes nothing.
    await user.click(screen.getByRole('radio', { name: 'Visible after unblinding' }))
    await user.click(screen.getByRole('tab', { name: 'rest name' }))
    await user.click(await column('Role').findByRole('radio', { name: 'nurse name' }))
    await user.click(await column('Stock houses').findByRole('checkbox', { name: 'central name' }))
    await user.click(screen.getByRole('radio', { name: 'Visible after unblinding' }))
    await user.click(submit())
    await waitFor(() => expect(onReady).toHaveBeenCalledOnce())
    const project = { picks: ['p1'] }
    expect(onReady.mock.lastCall?.[0]).toEqual([
      {
        tab: 'main',
        cells: {
          project,
          isBlind: { flag: true },
          role: { picks: ['pharmacist'] },
          sites: { picks: ['S01'] },
        },
      },
      {
        tab: 'rest',
        cells: {
          project,
          isBlind: { flag: false },
          role: { picks: ['nurse'] },
          stockHouses: { picks: ['central'] },
        },
      },
    ])
    const roles = asked.filter((query) => query.column === 'role')
    expect(roles.map((query) => query.tab)).toEqual(['main', 'more', 'rest'])
    expect(roles[0]?.picked).toEqual([{ column: 'project', id: 'p1' }])
  })

  it('opens with what somebody has, and sends back what is left of it', async () => {
    const row = (tab: string, role: string, sites: string[]) => ({
      tab,
      cells: {
        project: { picks: ['p1', 'p9'] },
        isBlind: { flag: false },
        role: { picks: [role] },
        sites: { picks: sites },
      },
    })
    const shown = (row: number, column: string, id: string) => ({
      row,
      column,
      id,
      name: `${id} once`,
    })
    const { user, onReady } = open('rtsm', offers, {
      study: { id: 'p1', label: 'p1 name' },
      grants: [row('main', 'nurse', ['S01', 'S02']), row('more', 'gone', ['S01'])],
      shown: [shown(0, 'sites', 'S01'), shown(0, 'role', 'nurse'), shown(1, 'role', 'gone')],
    })
    expect(await screen.findByRole('tab', { name: /^main name/ })).toBeDefined()
    expect(await column('Project').findByRole('radio', { name: 'p1 name' })).toHaveProperty(
      'checked',
      true,
    )
    await user.click(await column('Sites').findByRole('checkbox', { name: 'S02 name' }))
    expect(column('Sites').getByRole('checkbox', { name: 'S01 name' })).toHaveProperty(
      'checked',
      true,
    )
    await user.click(screen.getByRole('tab', { name: /^more name/ }))
    // A role that the system no longer offers has the name that it had.
    expect(screen.getByText('gone once')).toBeDefined()
    for (const each of ['Role', 'Sites'])
      await user.click(column(each).getByRole('button', { name: `Clear ${each}` }))
    await user.click(submit())
    await waitFor(() => expect(onReady).toHaveBeenCalledOnce())
    expect(onReady.mock.lastCall?.[0]).toEqual([
      {
        ...row('main', 'nurse', ['S01', 'S02']),
        cells: { ...row('main', 'nurse', ['S01', 'S02']).cells, project: { picks: ['p1'] } },
      },
    ])
  })

  it('says what is missing in its own words, and forgets the tabs of another project', async () => {
    const { user, onReady } = open('rtsm', offers)
    await user.click(submit())
    expect(await said()).toEqual(['Please select a project'])
    await user.click(await column('Project').findByRole('radio', { name: 'p1 name' }))
    await screen.findByRole('tab', { name: 'main name' })
    await user.click(await column('Role').findByRole('radio', { name: 'nurse name' }))
    await user.click(column('Project').getByRole('radio', { name: 'p2 name' }))
    await screen.findByRole('tab', { name: 'main name' })
    await user.click(submit())
    expect(await said()).toEqual([
      'Please select at least one role and one site or stock house for pre-authorisation',
    ])
    expect(onReady).not.toHaveBeenCalled()
  })
})

describe('the panel of CTMS', () => {
  it('wants a project, a site, a tenant role and a project role', async () => {
    const { user, onReady } = open('ctms', {
      project: named('p1', 'p2'),
      sites: named('S01', 'S02'),
      tenantRole: named('member'),
      studyRole: named('cra', 'manager'),
    })
    await user.click(submit())
    expect(await said()).toEqual([
      'Please select a project',
      'Please select a site',
      'Please select a tenant role',
      'Please select at least one project role',
    ])
    await user.click(await column('Project').findByRole('radio', { name: 'p1 name' }))
    await user.click(await column('Default project role').findByRole('radio', { name: 'cra name' }))
    await user.click(column('Project').getByRole('radio', { name: 'p2 name' }))
    const role = await column('Default project role').findByRole('radio', { name: 'cra name' })
    expect(role).toHaveProperty('checked', false)
    await user.click(role)
    await user.click(await column('Tenant role').findByRole('radio', { name: 'member name' }))
    await user.click(await column('Sites').findByRole('checkbox', { name: 'Select all shown' }))
    await user.click(submit())
    await waitFor(() => expect(onReady).toHaveBeenCalledOnce())
    expect(onReady.mock.lastCall?.[0]).toEqual([
      {
        cells: {
          project: { picks: ['p2'] },
          sites: { picks: ['S01', 'S02'] },
          tenantRole: { picks: ['member'] },
          studyRole: { picks: ['cra'] },
        },
      },
    ])
  })
})

describe('the panel of eTMF', () => {
  it('takes several projects, and asks for the sites of all of them', async () => {
    const { user, onReady, asked } = open('etmf', {
      projects: named('p1', 'p2'),
      sites: named('A:S01', 'B:S01'),
      tenantRole: named('member'),
      studyRole: named('owner'),
    })
    await user.click(await column('Projects').findByRole('checkbox', { name: 'p1 name' }))
    await user.click(column('Projects').getByRole('checkbox', { name: 'p2 name' }))
    await user.click(await column('Sites').findByRole('checkbox', { name: 'B:S01 name' }))
    await user.click(column('Sites').getByRole('checkbox', { name: 'A:S01 name' }))
    await user.click(await column('Tenant role').findByRole('radio', { name: 'member name' }))
    await user.click(
      await column('Default project role').findByRole('radio', { name: 'owner name' }),
    )
    await user.click(submit())
    await waitFor(() => expect(onReady).toHaveBeenCalledOnce())
    expect(onReady.mock.lastCall?.[0]).toEqual([
      {
        cells: {
          projects: { picks: ['p1', 'p2'] },
          sites: { picks: ['B:S01', 'A:S01'] },
          tenantRole: { picks: ['member'] },
          studyRole: { picks: ['owner'] },
        },
      },
    ])
    const last = asked.filter((query) => query.column === 'sites').at(-1)
    expect(last?.picked.map((one) => one.id)).toEqual(['p1', 'p2'])
  })
})

it('draws the panel of EDC as before', async () => {
  const { user } = open('edc', { project: named('p1') })
  await user.click(submit())
  expect(await said()).toEqual([
    'Please select a project',
    'Please select a site',
    'Please select a module role',
    'Please select a project role and an environment',
  ])
})

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { CallError } from '../../../shared/http'
import { freshBrowser, renderInConsole, watchConsole } from '../../testing'
import type { Column, ColumnKind, Definition, Grant, Issue, OptionsQuery } from './model'
import { PanelForm } from './PanelForm'
import type { PanelSource } from './useOptions'

watchConsole()
freshBrowser()

const column = (key: string, kind: ColumnKind, more: Partial<Column> = {}): Column => ({
  key,
  kind,
  label: `The ${key}`,
  required: true,
  multiple: false,
  dependsOn: [],
  hints: {},
  ...more,
})

const define = (columns: Column[], more: Partial<Definition> = {}): Definition => ({
  softwareId: 's',
  pluginVersion: '1',
  tabs: [],
  columns,
  maxGrants: 1,
  ...more,
})

const choice = (label: string, more = {}) => ({ id: label, label, disabled: false, ...more })

/** A source that offers `<column> 1` to `<column> 3` and has nothing to object to. */
function source(over: Partial<PanelSource> = {}) {
  const asked: OptionsQuery[] = []
  const options = async (query: OptionsQuery) => {
    asked.push(query)
    const name = query.part ?? query.column
    const all = [1, 2, 3].map((n) => choice(`${name} ${n}`))
    return { choices: all.filter(({ label }) => label.includes(query.search)), next: null }
  }
  return { asked, id: 'test', options, validate: async (): Promise<Issue[]> => [], ...over }
}

function open(definition: Definition, from: PanelSource = source()) {
  const onReady = vi.fn<(grants: Grant[]) => void>()
  const view = renderInConsole(
    <PanelForm definition={definition} source={from} onReady={onReady} />,
  )
  return { ...view, onReady }
}

const submit = () => screen.getByRole('button', { name: 'Select users to authorise' })
const inColumn = (key: string) =>
  within(screen.getByRole('region', { name: new RegExp(`The ${key}`) }))

describe('a panel', () => {
  it('turns what was chosen in every kind of column into a grant', async () => {
    const definition = define([
      column('project', 'projects'),
      column('sites', 'sites', { multiple: true, dependsOn: ['project'] }),
      column('module', 'module-roles', { dependsOn: ['project'] }),
      column('roles', 'role-environment', { dependsOn: ['project'] }),
      column('houses', 'stock-houses', { multiple: true, required: false }),
      column('blind', 'flag'),
    ])
    const { user, onReady } = open(definition)
    await user.click(await inColumn('project').findByRole('radio', { name: 'project 2' }))
    await user.click(await inColumn('sites').findByRole('checkbox', { name: 'sites 1' }))
    await user.click(inColumn('sites').getByRole('checkbox', { name: 'sites 3' }))
    await user.click(await inColumn('module').findByRole('radio', { name: 'module 1' }))
    await user.click(await inColumn('roles').findByRole('radio', { name: 'role 1' }))
    await user.click(await inColumn('roles').findByRole('radio', { name: 'environment 2' }))
    await user.click(inColumn('blind').getByRole('radio', { name: 'No' }))
    await user.click(submit())
    await waitFor(() => expect(onReady).toHaveBeenCalledOnce())
    expect(onReady.mock.lastCall?.[0]).toEqual([
      {
        cells: {
          project: { picks: ['project 2'] },
          sites: { picks: ['sites 1', 'sites 3'] },
          module: { picks: ['module 1'] },
          roles: { pairs: [{ role: 'role 1', environment: 'environment 2' }] },
          blind: { flag: false },
        },
      },
    ])
  })

  it('waits for the columns it depends on, asks again when they change, and empties itself', async () => {
    const from = source()
    const definition = define([
      column('project', 'projects'),
      column('sites', 'sites', { multiple: true, dependsOn: ['project'] }),
    ])
    const { user } = open(definition, from)
    await inColumn('project').findByRole('radio', { name: 'project 1' })
    expect(inColumn('sites').getByText('First choose: The project')).toBeDefined()
    expect(from.asked.map((query) => query.column)).toEqual(['project'])

    await user.click(inColumn('project').getByRole('radio', { name: 'project 1' }))
    await user.click(await inColumn('sites').findByRole('checkbox', { name: 'sites 1' }))
    await user.click(inColumn('project').getByRole('radio', { name: 'project 2' }))
    const again = await inColumn('sites').findByRole('checkbox', { name: 'sites 1' })
    expect(again).toHaveProperty('checked', false)
    expect(
      from.asked.filter((query) => query.column === 'sites').map((query) => query.picked),
    ).toEqual([[{ column: 'project', id: 'project 1' }], [{ column: 'project', id: 'project 2' }]])
  })

  it('searches, loads more, and keeps what was chosen out of sight', async () => {
    const options = async ({ search, cursor }: OptionsQuery) => {
      if (search) return { choices: [choice(`found ${search}`)], next: null }
      return cursor
        ? { choices: [choice('b'), choice('c', { disabled: true, note: 'closed' })], next: null }
        : { choices: [choice('a'), choice('b')], next: 'more' }
    }
    const definition = define([column('sites', 'sites', { multiple: true })])
    const { user, onReady } = open(definition, source({ options }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    expect(await screen.findByRole('checkbox', { name: /^c/ })).toHaveProperty('disabled', true)
    expect(screen.getAllByRole('checkbox')).toHaveLength(4)
    await user.type(screen.getByRole('searchbox', { name: 'Search in The sites' }), 'x')
    await user.click(await screen.findByRole('checkbox', { name: 'found x' }))
    expect(screen.getByText('3 selected')).toBeDefined()
    await user.click(submit())
    await waitFor(() => expect(onReady).toHaveBeenCalledOnce())
    expect(onReady.mock.lastCall?.[0]).toEqual([
      { cells: { sites: { picks: ['a', 'b', 'found x'] } } },
    ])
  })

  it('collects several pairs where a column holds several', async () => {
    const definition = define([column('roles', 'role-environment', { multiple: true })])
    const { user, onReady } = open(definition)
    await user.click(await screen.findByRole('radio', { name: 'role 1' }))
    await user.click(await screen.findByRole('radio', { name: 'environment 1' }))
    await user.click(screen.getByRole('button', { name: 'Add this role and environment' }))
    await user.click(screen.getByRole('radio', { name: 'role 2' }))
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain(
      'a project role and an environment',
    )
    await user.click(screen.getByRole('radio', { name: 'environment 3' }))
    await user.click(submit())
    await waitFor(() => expect(onReady).toHaveBeenCalledOnce())
    expect(onReady.mock.lastCall?.[0]).toEqual([
      {
        cells: {
          roles: {
            pairs: [
              { role: 'role 1', environment: 'environment 1' },
              { role: 'role 2', environment: 'environment 3' },
            ],
          },
        },
      },
    ])
  })

  it('makes a grant of each tab that was filled in, and of no other', async () => {
    const tabs = ['a', 'b', 'c'].map((id) => ({ id, label: `Tab ${id}` }))
    const { user, onReady } = open(define([column('blind', 'flag')], { tabs, maxGrants: 3 }))
    await user.click(screen.getByRole('radio', { name: 'Yes' }))
    screen.getByRole('tab', { name: /Tab a/ }).focus()
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tab', { name: /Tab c/ }).getAttribute('aria-selected')).toBe('true')
    await user.click(screen.getByRole('radio', { name: 'No' }))
    await user.click(submit())
    await waitFor(() => expect(onReady).toHaveBeenCalledOnce())
    expect(onReady.mock.lastCall?.[0]).toEqual([
      { tab: 'a', cells: { blind: { flag: true } } },
      { tab: 'c', cells: { blind: { flag: false } } },
    ])
  })

  it('takes more selections than one where the panel allows them', async () => {
    const { user, onReady } = open(define([column('blind', 'flag')], { maxGrants: 2 }))
    await user.click(screen.getByRole('radio', { name: 'Yes' }))
    await user.click(screen.getByRole('button', { name: 'Add another selection' }))
    expect(screen.queryByRole('button', { name: 'Add another selection' })).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'No' }))
    await user.click(submit())
    await waitFor(() => expect(onReady).toHaveBeenCalledOnce())
    expect(onReady.mock.lastCall?.[0]).toHaveLength(2)
  })
})

describe('before a panel is sent', () => {
  it('says everything that is missing, without asking the plugin', async () => {
    const validate = vi.fn<PanelSource['validate']>()
    const definition = define([column('project', 'projects'), column('sites', 'sites')])
    const { user, onReady } = open(definition, source({ validate }))
    await user.click(submit())
    const report = await screen.findByRole('alert')
    expect(
      within(report)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Please select a project', 'Please select a site'])
    await waitFor(() => expect(document.activeElement).toBe(report))
    expect(validate).not.toHaveBeenCalled()
    expect(onReady).not.toHaveBeenCalled()
  })

  it('stops at what the plugin calls an error and goes on at a warning', async () => {
    const issues: Issue[][] = [
      [{ grant: 0, column: 'blind', severity: 'error', message: 'Not like this' }],
      [{ grant: 0, column: null, severity: 'warning', message: 'Are you sure' }],
    ]
    const validate = async () => issues.shift() ?? []
    const { user, onReady } = open(define([column('blind', 'flag')]), source({ validate }))
    await user.click(screen.getByRole('radio', { name: 'Yes' }))
    await user.click(submit())
    expect(await inColumn('blind').findByText('Not like this')).toBeDefined()
    expect(onReady).not.toHaveBeenCalled()
    await user.click(submit())
    await screen.findByText('Are you sure')
    expect(onReady).toHaveBeenCalledOnce()
  })

  it('shows a failing plugin with its request id, and tries again', async () => {
    const answers = [
      () => {
        throw new CallError('The plugin was stopped', {
          code: 'plugin_timeout',
          status: 504,
          requestId: 'r-9',
        })
      },
      () => [],
    ]
    const validate = async () => answers.shift()?.() ?? []
    const { user, onReady } = open(define([column('blind', 'flag')]), source({ validate }))
    await user.click(screen.getByRole('radio', { name: 'Yes' }))
    await user.click(submit())
    await screen.findByText('The plugin was stopped')
    expect(screen.getByRole('button', { name: 'Copy r-9' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(onReady).toHaveBeenCalledOnce())
  })

  it('keeps the other columns usable when one cannot be filled', async () => {
    const good = source()
    let broken = true
    const options = async (query: OptionsQuery, signal: AbortSignal) => {
      if (query.column === 'project' && broken) {
        throw new CallError('No answer from EDC', { code: 'downstream_unavailable', status: 502 })
      }
      return good.options(query, signal)
    }
    const definition = define([column('project', 'projects'), column('sites', 'sites')])
    const { user } = open(definition, source({ options }))
    await inColumn('project').findByText('No answer from EDC')
    await user.click(await inColumn('sites').findByRole('radio', { name: 'sites 1' }))
    broken = false
    await user.click(inColumn('project').getByRole('button', { name: 'Try again' }))
    await inColumn('project').findByRole('radio', { name: 'project 1' })
  })
})

const KINDS: ColumnKind[] = [
  'projects',
  'sites',
  'module-roles',
  'role-environment',
  'stock-houses',
  'flag',
]

it('draws any definition of the interface', async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom('<b>x</b>', '__proto__', 'constructor'),
  )
  const columns = fc.uniqueArray(
    fc.record({
      key: text,
      kind: fc.constantFrom(...KINDS),
      label: text,
      required: fc.boolean(),
      multiple: fc.boolean(),
      dependsOn: fc.array(text, { maxLength: 2 }),
      hints: fc.dictionary(text, text, { maxKeys: 1 }),
    }),
    { selector: (each) => each.key, maxLength: 5 },
  )
  const tabs = fc.uniqueArray(fc.record({ id: text, label: text }), {
    selector: (tab) => tab.id,
    maxLength: 3,
  })
  await fc.assert(
    fc.asyncProperty(columns, tabs, fc.nat({ max: 3 }), async (cols, tabList, maxGrants) => {
      const { container, onReady, user } = open(define(cols, { tabs: tabList, maxGrants }))
      try {
        expect(container.querySelectorAll('[data-column]')).toHaveLength(cols.length)
        expect(container.querySelector('b')).toBeNull()
        expect(screen.queryAllByRole('tab')).toHaveLength(cols.length > 0 ? tabList.length : 0)
        if (cols.length === 0) return
        await user.click(submit())
        await screen.findByRole('alert')
        expect(onReady).not.toHaveBeenCalled()
      } finally {
        cleanup()
      }
    }),
    { seed: 20260101, numRuns: 25 },
  )
})

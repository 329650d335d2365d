import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Cell,
  type Choice,
  type ColumnKind,
  cellOf,
  chosenIn,
  type Definition,
  dependants,
  dependencies,
  type Grant,
  grantLimit,
  initialSheets,
  pickedFor,
  problems,
  type Sheet,
  toGrants,
} from './model'
import { type Action, selectionReducer } from './selection'

fc.configureGlobal({ seed: 20260101, numRuns: 300 })

const KINDS: ColumnKind[] = [
  'projects',
  'sites',
  'module-roles',
  'role-environment',
  'stock-houses',
  'flag',
]

/** A few awkward words beside ordinary ones: a plugin may use any of them as a key. */
const word = fc.oneof(
  fc.constantFrom('project', 'sites', 'constructor', '__proto__', 'a.role', ''),
  fc.string({ maxLength: 6 }),
)

/** Any definition of the interface: circles, unknown dependencies and odd limits among them. */
const definitions: fc.Arbitrary<Definition> = fc
  .record({
    softwareId: word,
    pluginVersion: word,
    tabs: fc.uniqueArray(fc.record({ id: word, label: word }), {
      selector: (tab) => tab.id,
      maxLength: 3,
    }),
    columns: fc.uniqueArray(
      fc.record({
        key: word,
        kind: fc.constantFrom(...KINDS),
        label: word,
        required: fc.boolean(),
        multiple: fc.boolean(),
        dependsOn: fc.array(word, { maxLength: 3 }),
        hints: fc.dictionary(word, word, { maxKeys: 2 }),
      }),
      { selector: (column) => column.key, maxLength: 6 },
    ),
    maxGrants: fc.nat({ max: 4 }),
  })
  .chain((definition) =>
    fc
      .array(
        fc.array(fc.constantFrom('', ...definition.columns.map((each) => each.key)), {
          maxLength: 3,
        }),
        {
          minLength: definition.columns.length,
          maxLength: definition.columns.length,
        },
      )
      .map((edges) => ({
        ...definition,
        columns: definition.columns.map((column, at) => ({
          ...column,
          dependsOn: edges[at] ?? [],
        })),
      })),
  )

interface Step {
  action: number
  sheet: number
  column: number
  id: string
  on: boolean
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    action: fc.nat({ max: 9 }),
    sheet: fc.nat({ max: 3 }),
    column: fc.nat({ max: 5 }),
    id: fc.constantFrom('1', '2', '3'),
    on: fc.boolean(),
  }),
  { maxLength: 40 },
)

function toAction(step: Step, definition: Definition, sheets: Sheet[]): Action {
  const sheet = sheets[step.sheet % sheets.length]?.key ?? ''
  const column = definition.columns[step.column % Math.max(1, definition.columns.length)]?.key ?? ''
  const choice: Choice = { id: step.id, label: step.id, disabled: false }
  const other: Choice = { id: '2', label: '2', disabled: false }
  const picked = { id: step.id, label: step.id }
  const all: Action[] = [
    { do: 'pick', sheet, column, choice },
    { do: 'pick-all', sheet, column, choices: [choice, other, other] },
    { do: 'unpick', sheet, column, ids: [step.id] },
    { do: 'set-part', sheet, column, part: step.on ? 'role' : 'environment', choice },
    { do: 'add-pair', sheet, column },
    { do: 'remove-pair', sheet, column, pair: { role: picked, environment: picked } },
    { do: 'set-flag', sheet, column, flag: step.on },
    { do: 'clear', sheet, column },
    { do: 'add-sheet' },
    { do: 'remove-sheet', sheet },
  ]
  return all[step.action] as Action
}

function play(definition: Definition, moves: Step[]): Sheet[] {
  const reduce = selectionReducer(definition)
  return moves.reduce(
    (sheets, move) => reduce(sheets, toAction(move, definition, sheets)),
    initialSheets(definition),
  )
}

const unique = (ids: string[]) => new Set(ids).size === ids.length

function wellFormed(cell: Cell, kind: ColumnKind, multiple: boolean): boolean {
  if (kind === 'flag') return 'flag' in cell && typeof cell.flag === 'boolean'
  if (kind === 'role-environment') {
    if (!('pairs' in cell) || cell.pairs.length === 0) return false
    const ids = cell.pairs.map((pair) => JSON.stringify([pair.role, pair.environment]))
    return unique(ids) && (multiple || ids.length === 1)
  }
  if (!('picks' in cell) || cell.picks.length === 0) return false
  return unique(cell.picks) && (multiple || cell.picks.length === 1)
}

function expectWellFormed(grant: Grant, definition: Definition) {
  if (definition.tabs.length === 0) expect('tab' in grant).toBe(false)
  else expect(definition.tabs.map((tab) => tab.id)).toContain(grant.tab)
  for (const [key, cell] of Object.entries(grant.cells)) {
    const column = definition.columns.find((each) => each.key === key)
    expect(column).toBeDefined()
    if (column) expect(wellFormed(cell, column.kind, column.multiple)).toBe(true)
  }
}

describe('a selection', () => {
  it('makes well-formed grants, whatever the definition and whatever was clicked', () => {
    fc.assert(
      fc.property(definitions, steps, (definition, moves) => {
        const sheets = play(definition, moves)
        const grants = toGrants(definition, sheets)
        for (const grant of grants) expectWellFormed(grant, definition)
        if (problems(definition, sheets).length > 0) return
        expect(grants.length).toBeGreaterThan(0)
        expect(grants.length).toBeLessThanOrEqual(grantLimit(definition))
        const required = definition.columns.filter((column) => column.required)
        for (const grant of grants) {
          for (const { key } of required) expect(Object.hasOwn(grant.cells, key)).toBe(true)
        }
      }),
    )
  })

  it('survives JSON as it is', () => {
    fc.assert(
      fc.property(definitions, steps, (definition, moves) => {
        const grants = toGrants(definition, play(definition, moves))
        const sent = JSON.parse(JSON.stringify(grants)) as Grant[]
        expect(sent.map((grant) => Object.keys(grant.cells))).toEqual(
          grants.map((grant) => Object.keys(grant.cells)),
        )
      }),
    )
  })

  it('empties what depends on a column that changes', () => {
    fc.assert(
      fc.property(definitions, steps, steps, (definition, moves, last) => {
        const before = play(definition, moves)
        const move = last[0]
        if (!move) return
        const action = toAction(move, definition, before)
        const after = selectionReducer(definition)(before, action)
        if (!('column' in action) || after.every((sheet, at) => sheet === before[at])) return
        const sheet = after.find((each) => each.key === action.sheet)
        for (const key of dependants(definition, action.column)) {
          const column = definition.columns.find((each) => each.key === key)
          if (sheet && column) expect(cellOf(column, chosenIn(sheet, key))).toBeUndefined()
        }
      }),
    )
  })
})

describe('dependencies', () => {
  it('never close a circle and never leave the definition', () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        const graph = dependencies(definition)
        for (const { key } of definition.columns) {
          expect(dependants(definition, key).has(key)).toBe(false)
          for (const need of graph.get(key) ?? []) expect(graph.has(need)).toBe(true)
        }
      }),
    )
  })

  it('tell what was picked above, through other columns and in every kind', () => {
    const column = (key: string, kind: ColumnKind, dependsOn: string[] = []) => ({
      key,
      kind,
      label: key,
      required: true,
      multiple: true,
      dependsOn,
      hints: {},
    })
    const definition: Definition = {
      softwareId: '1',
      pluginVersion: '1',
      tabs: [],
      columns: [
        column('project', 'projects'),
        column('roles', 'role-environment', ['project']),
        column('blind', 'flag', ['roles']),
        column('houses', 'stock-houses', ['blind']),
        column('other', 'sites'),
      ],
      maxGrants: 1,
    }
    const choice = (id: string): Choice => ({ id, label: id, disabled: false })
    const reduce = selectionReducer(definition)
    const moves: Action[] = [
      { do: 'pick', sheet: '1', column: 'other', choice: choice('S') },
      { do: 'pick', sheet: '1', column: 'project', choice: choice('P') },
      { do: 'set-part', sheet: '1', column: 'roles', part: 'role', choice: choice('R') },
      { do: 'set-part', sheet: '1', column: 'roles', part: 'environment', choice: choice('E') },
      { do: 'set-flag', sheet: '1', column: 'blind', flag: false },
    ]
    const [sheet] = moves.reduce(reduce, initialSheets(definition))
    expect(sheet && pickedFor(definition, sheet, 'houses')).toEqual([
      { column: 'project', id: 'P' },
      { column: 'roles.role', id: 'R' },
      { column: 'roles.environment', id: 'E' },
      { column: 'blind', id: 'false' },
    ])
  })
})

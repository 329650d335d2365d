/** What somebody has already, as the panel shows it: the sheets that would make the same grants. */
import {
  type Cell,
  type Chosen,
  type Column,
  type Definition,
  type Grant,
  initialSheets,
  type Picked,
  type Sheet,
  tabsColumn,
} from './model'

/** A pick with the name that it had when it was granted; `row` is that of its grant. */
export interface NamedPick {
  row: number
  column: string
  id: string
  name: string
  environment?: string | null
  environmentName?: string | null
}

/** What somebody has in one study. */
export interface Present {
  /** The study, as the column of studies offers it. */
  study: Picked
  grants: Grant[]
  /** The picks of this study: a grant of several studies may name the sites of all of them. */
  shown: NamedPick[]
}

const isPlatforms = ({ hints }: Column) => hints.source === 'platform'

/** The names of a row's picks in a column. */
function namesOf({ shown }: Present, row: number, column: Column) {
  const known = shown.filter((pick) => pick.row === row && pick.column === column.key)
  const find = (id: string) => known.find((pick) => pick.id === id)
  return {
    has: (id: string) => known.length === 0 || find(id) !== undefined,
    pick: (id: string): Picked => ({ id, label: find(id)?.name ?? id }),
    environment: (id: string): Picked => ({
      id,
      label: known.find((pick) => pick.environment === id)?.environmentName ?? id,
    }),
  }
}

function chosenOf(present: Present, row: number, column: Column, cell: Cell): Chosen {
  const nothing: Chosen = { picks: [], pairs: [] }
  if (column.kind === 'projects' && isPlatforms(column))
    return { ...nothing, picks: [present.study] }
  if ('flag' in cell) return { ...nothing, flag: cell.flag }
  const names = namesOf(present, row, column)
  if ('picks' in cell) {
    const here = cell.picks.filter((id) => column.kind !== 'sites' || names.has(id))
    return { ...nothing, picks: here.map(names.pick) }
  }
  const pairs = cell.pairs.map(({ role, environment }) => ({
    role: names.pick(role),
    environment: names.environment(environment),
  }))
  return column.multiple ? { ...nothing, pairs } : { ...nothing, ...pairs[0] }
}

/** The sheets of a panel that is opened for somebody. What the panel no longer has is left out. */
export function sheetsOf(definition: Definition, present: Present): Sheet[] {
  const columns = definition.columns.filter((column) => column !== tabsColumn(definition))
  const filled = present.grants.map((grant, row): Sheet => {
    const chosen = columns.flatMap((column) => {
      const cell = Object.hasOwn(grant.cells, column.key) ? grant.cells[column.key] : undefined
      return cell ? [[column.key, chosenOf(present, row, column, cell)] as const] : []
    })
    const key = grant.tab === undefined ? String(row + 1) : `tab:${grant.tab}`
    return {
      key,
      ...(grant.tab === undefined ? {} : { tab: grant.tab, label: grant.tab }),
      chosen: Object.fromEntries(chosen),
    }
  })
  if (definition.tabs.length > 0)
    return initialSheets(definition).map(
      (blank) => filled.find(({ key }) => key === blank.key) ?? blank,
    )
  const tabbed = tabsColumn(definition) !== undefined
  const fitting = filled.filter(({ tab }) => (tab !== undefined) === tabbed)
  return fitting.length > 0 ? fitting : initialSheets(definition)
}

/**
 * What a panel is, in the shapes of the HTTP contract, and the pure rules that turn a definition
 * and somebody's choices into grants.
 *
 * Nothing here knows a particular trial system: a panel is whatever its plugin declares. A rule
 * that would name a software belongs into that software's plugin.
 */

/** What a column holds. `flag` is a yes or no; the others are chosen from a list. */
export type ColumnKind =
  | 'projects'
  | 'sites'
  | 'module-roles'
  | 'role-environment'
  | 'stock-houses'
  | 'flag'

/** One column of a panel; `label` is already in the reader's language. */
export interface Column {
  key: string
  kind: ColumnKind
  label: string
  required: boolean
  multiple: boolean
  dependsOn: string[]
  hints: Record<string, string>
}

/** A panel as its plugin declares it. `maxGrants` bounds the grants of one authorisation. */
export interface Definition {
  softwareId: string
  pluginVersion: string
  tabs: { id: string; label: string }[]
  columns: Column[]
  maxGrants: number
}

export interface Pair {
  role: string
  environment: string
}

export type Cell = { picks: string[] } | { pairs: Pair[] } | { flag: boolean }

export interface Grant {
  tab?: string
  cells: Record<string, Cell>
}

/** One entry that a column offers. */
export interface Choice {
  id: string
  label: string
  note?: string | null
  disabled: boolean
}

/** The two lists of a role-environment column. */
export type Part = 'role' | 'environment'

/** What a column is asked for; `picked` holds the choices that the column depends on. */
export interface OptionsQuery {
  column: string
  part?: Part
  tab?: string
  search: string
  picked: { column: string; id: string }[]
  cursor?: string
}

export interface OptionsPage {
  choices: Choice[]
  next: string | null
}

/** What the plugin says about a selection; `grant` is an index into the grants that were sent. */
export interface Issue {
  grant: number
  column?: string | null
  severity: 'error' | 'warning'
  message: string
}

/** A choice with the label it was chosen under, so that it can be shown when its page is gone. */
export interface Picked {
  id: string
  label: string
}

export interface PickedPair {
  role: Picked
  environment: Picked
}

/**
 * What is chosen in one column. For a pair column `role` and `environment` are the two lists as
 * they stand, `pairs` what was added before; the two together count as a pair as well.
 */
export interface Chosen {
  picks: Picked[]
  pairs: PickedPair[]
  role?: Picked
  environment?: Picked
  flag?: boolean
}

/**
 * One grant being put together: a tab of the panel, or one of several selections without tabs. Where the tabs are the
 * trial system's, each sheet also holds what is chosen above the tabs; before there are tabs, one sheet holds that alone.
 */
export interface Sheet {
  key: string
  tab?: string
  /** The name of a tab that the trial system offers. */
  label?: string
  chosen: Record<string, Chosen>
}

const NOTHING: Chosen = { picks: [], pairs: [] }

/** What is chosen in a column of a sheet. Keys are a plugin's words, `constructor` among them. */
export function chosenIn(sheet: Sheet, column: string): Chosen {
  return (Object.hasOwn(sheet.chosen, column) && sheet.chosen[column]) || NOTHING
}

/** The column whose choices are the tabs, if the trial system offers them (hint `layout`). */
export function tabsColumn({ tabs, columns }: Definition): Column | undefined {
  return tabs.length > 0 ? undefined : columns.find((column) => column.hints.layout === 'tabs')
}

/** The columns above the tabs, which the tabs depend on. */
export function sharedColumns(definition: Definition): Column[] {
  const tabs = tabsColumn(definition)
  if (!tabs) return []
  const graph = dependencies(definition)
  const needs = closure(tabs.key, (key) => graph.get(key) ?? [])
  return definition.columns.filter((column) => needs.has(column.key))
}

/** The columns of each sheet: all but those above the tabs, and the tabs themselves. */
export function sheetColumns(definition: Definition): Column[] {
  const shared = sharedColumns(definition)
  const tabs = tabsColumn(definition)
  return definition.columns.filter((column) => column !== tabs && !shared.includes(column))
}

/** The sheet of a panel whose tabs are not known yet. */
export const BASE = 'base'

/** The sheets a definition starts with: one a tab, or a single one. */
export function initialSheets(definition: Definition): Sheet[] {
  if (tabsColumn(definition)) return [{ key: BASE, chosen: {} }]
  if (definition.tabs.length === 0) return [{ key: '1', chosen: {} }]
  return definition.tabs.map((tab) => ({ key: `tab:${tab.id}`, tab: tab.id, chosen: {} }))
}

/** How many grants fit; a panel that says none still lets one through, or it could do nothing. */
export function grantLimit(definition: Definition): number {
  return Math.max(1, definition.maxGrants)
}

/**
 * What each column depends on, cleaned: unknown columns and edges that would close a circle are
 * left out, because two columns that wait for each other could never be filled.
 */
export function dependencies(definition: Definition): Map<string, string[]> {
  const graph = new Map<string, string[]>(definition.columns.map((column) => [column.key, []]))
  const reaches = (from: string, to: string): boolean =>
    from === to || (graph.get(from) ?? []).some((next) => reaches(next, to))
  for (const column of definition.columns) {
    const edges = graph.get(column.key)
    for (const wanted of new Set(column.dependsOn)) {
      if (edges && graph.has(wanted) && !reaches(wanted, column.key)) edges.push(wanted)
    }
  }
  return graph
}

function closure(start: string, next: (key: string) => string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (key: string) => {
    for (const each of next(key)) {
      if (seen.has(each)) continue
      seen.add(each)
      visit(each)
    }
  }
  visit(start)
  return seen
}

/** The columns whose choices stop being true when `column` changes. */
export function dependants(definition: Definition, column: string): Set<string> {
  const graph = dependencies(definition)
  return closure(column, (key) =>
    [...graph].filter(([, needs]) => needs.includes(key)).map(([name]) => name),
  )
}

/** The pairs of a column: those added, and the one that stands chosen in its two lists. */
export function pairsOf(column: Column, chosen: Chosen): PickedPair[] {
  const { role, environment } = chosen
  const standing = role && environment ? [{ role, environment }] : []
  if (!column.multiple) return standing
  return standing.some((pair) => chosen.pairs.some((each) => samePair(each, pair)))
    ? chosen.pairs
    : [...chosen.pairs, ...standing]
}

export function samePair(a: PickedPair, b: PickedPair): boolean {
  return a.role.id === b.role.id && a.environment.id === b.environment.id
}

/** The value of a flag while nobody chose (hint `default`). */
function preset(column: Column): boolean | undefined {
  const { default: value } = column.hints
  return column.kind === 'flag' && (value === 'true' || value === 'false')
    ? value === 'true'
    : undefined
}

/** True where a column holds something although nobody chose. */
export function isPreset(column: Column): boolean {
  return preset(column) !== undefined
}

/** The grant cell of a column, or nothing where nothing is chosen. */
export function cellOf(column: Column, chosen: Chosen): Cell | undefined {
  if (column.kind === 'flag') {
    const flag = chosen.flag ?? preset(column)
    return flag === undefined ? undefined : { flag }
  }
  if (column.kind === 'role-environment') {
    const pairs = pairsOf(column, chosen).map(({ role, environment }) => ({
      role: role.id,
      environment: environment.id,
    }))
    return pairs.length > 0 ? { pairs } : undefined
  }
  const picks = [...new Set(chosen.picks.map((pick) => pick.id))]
  return picks.length > 0 ? { picks: column.multiple ? picks : picks.slice(0, 1) } : undefined
}

/** The required columns that `column` waits for. Optional ones may stay empty for ever. */
export function waitsFor(definition: Definition, sheet: Sheet, column: string): Column[] {
  const needs = dependencies(definition).get(column) ?? []
  return definition.columns.filter(
    (each) => needs.includes(each.key) && each.required && !cellOf(each, chosenIn(sheet, each.key)),
  )
}

/**
 * The choices a column's options depend on, directly or through other columns. A pair is told as
 * two entries, `<key>.role` and `<key>.environment`, a flag as `true` or `false`.
 */
export function pickedFor(
  definition: Definition,
  sheet: Sheet,
  column: string,
): OptionsQuery['picked'] {
  const graph = dependencies(definition)
  const needs = closure(column, (key) => graph.get(key) ?? [])
  return definition.columns
    .filter((each) => needs.has(each.key))
    .flatMap((each) => {
      const cell = cellOf(each, chosenIn(sheet, each.key))
      if (!cell) return []
      if ('flag' in cell) return [{ column: each.key, id: String(cell.flag) }]
      if ('picks' in cell) return cell.picks.map((id) => ({ column: each.key, id }))
      return cell.pairs.flatMap((pair) => [
        { column: `${each.key}.role`, id: pair.role },
        { column: `${each.key}.environment`, id: pair.environment },
      ])
    })
}

/**
 * True when nothing is chosen on a sheet, so that it makes no grant. What stands above the tabs, and flags with a value
 * of their own, do not count: only a tab that was changed is sent.
 */
export function isBlank(definition: Definition, sheet: Sheet): boolean {
  if (sheet.key === BASE) return true
  const counted = sheetColumns(definition).filter((column) => !isPreset(column))
  return counted.every((column) => {
    const chosen = chosenIn(sheet, column.key)
    return !cellOf(column, chosen) && !chosen.role && !chosen.environment
  })
}

/** The sheets that make a grant, in the order in which they are sent. */
export function filledSheets(definition: Definition, sheets: Sheet[]): Sheet[] {
  return sheets.filter((sheet) => !isBlank(definition, sheet))
}

/** The columns with cells: all but the tabs. */
function ownColumns(definition: Definition): Column[] {
  const tabs = tabsColumn(definition)
  return definition.columns.filter((column) => column !== tabs)
}

/** The grants of a selection. Blank sheets make none. */
export function toGrants(definition: Definition, sheets: Sheet[]): Grant[] {
  return filledSheets(definition, sheets).map((sheet) => {
    const cells: Record<string, Cell> = Object.fromEntries(
      ownColumns(definition).flatMap((column) => {
        const cell = cellOf(column, chosenIn(sheet, column.key))
        return cell ? [[column.key, cell]] : []
      }),
    )
    return sheet.tab === undefined ? { cells } : { tab: sheet.tab, cells }
  })
}

/** A selection that cannot be sent yet. `sheet` is a sheet's key. */
export type Problem =
  | { sheet: string; column: Column; what: 'missing' | 'half-pair' }
  | { sheet: string; what: 'nothing' | 'too-many' }

function problemsOf(definition: Definition, sheet: Sheet): Problem[] {
  const columns = sheet.key === BASE ? sharedColumns(definition) : ownColumns(definition)
  return columns.flatMap((column): Problem[] => {
    const chosen = chosenIn(sheet, column.key)
    if (
      column.kind === 'role-environment' &&
      Boolean(chosen.role) !== Boolean(chosen.environment)
    ) {
      return [{ sheet: sheet.key, column, what: 'half-pair' }]
    }
    return column.required && !cellOf(column, chosen)
      ? [{ sheet: sheet.key, column, what: 'missing' }]
      : []
  })
}

/** What must be put right before the plugin is asked. An empty panel is judged by its first sheet. */
export function problems(definition: Definition, sheets: Sheet[]): Problem[] {
  const filled = filledSheets(definition, sheets)
  const first = sheets[0]
  if (filled.length === 0 && first) {
    const missing = problemsOf(definition, first)
    return missing.length > 0 ? missing : [{ sheet: first.key, what: 'nothing' }]
  }
  const surplus = filled[grantLimit(definition)]
  const tooMany: Problem[] = surplus ? [{ sheet: surplus.key, what: 'too-many' }] : []
  return [...filled.flatMap((sheet) => problemsOf(definition, sheet)), ...tooMany]
}

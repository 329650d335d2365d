/** The choices on a panel as they change: a reducer over the sheets, free of the screen. */
import {
  BASE,
  type Choice,
  type Chosen,
  chosenIn,
  type Definition,
  dependants,
  grantLimit,
  type Part,
  type Picked,
  type PickedPair,
  pairsOf,
  type Sheet,
  samePair,
  sharedColumns,
  tabsColumn,
} from './model'

export type Action =
  | { do: 'pick'; sheet: string; column: string; choice: Choice }
  | { do: 'pick-all'; sheet: string; column: string; choices: Choice[] }
  | { do: 'unpick'; sheet: string; column: string; ids: string[] }
  | { do: 'set-part'; sheet: string; column: string; part: Part; choice: Choice }
  | { do: 'add-pair'; sheet: string; column: string }
  | { do: 'remove-pair'; sheet: string; column: string; pair: PickedPair }
  | { do: 'set-flag'; sheet: string; column: string; flag: boolean }
  | { do: 'clear'; sheet: string; column: string }
  | { do: 'set-tabs'; tabs: Choice[] }
  | { do: 'add-sheet' }
  | { do: 'remove-sheet'; sheet: string }

const picked = ({ id, label }: Choice): Picked => ({ id, label })

function without(record: Record<string, Chosen>, keys: Set<string>): Record<string, Chosen> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)))
}

/** The key that the next added selection gets. */
export function nextKey(sheets: Sheet[]): string {
  return String(Math.max(0, ...sheets.map((sheet) => Number(sheet.key) || 0)) + 1)
}

function merge(known: Picked[], more: Picked[]): Picked[] {
  const ids = new Set(known.map((pick) => pick.id))
  return [...known, ...more.filter((pick) => !ids.has(pick.id) && ids.add(pick.id))]
}

/** The new content of one column, or the old object where the action changes nothing. */
function changed(definition: Definition, old: Chosen, action: Action & { column: string }): Chosen {
  const column = definition.columns.find((each) => each.key === action.column)
  if (!column) return old
  switch (action.do) {
    case 'pick':
      if (old.picks.some((pick) => pick.id === action.choice.id)) return old
      return {
        ...old,
        picks: column.multiple
          ? merge(old.picks, [picked(action.choice)])
          : [picked(action.choice)],
      }
    case 'pick-all':
      return column.multiple ? { ...old, picks: merge(old.picks, action.choices.map(picked)) } : old
    case 'unpick':
      return { ...old, picks: old.picks.filter((pick) => !action.ids.includes(pick.id)) }
    case 'set-part':
      return old[action.part]?.id === action.choice.id
        ? old
        : { ...old, [action.part]: picked(action.choice) }
    case 'add-pair':
      return column.multiple ? { picks: [], pairs: pairsOf(column, old) } : old
    case 'remove-pair':
      return { ...old, pairs: old.pairs.filter((pair) => !samePair(pair, action.pair)) }
    case 'set-flag':
      return old.flag === action.flag ? old : { ...old, flag: action.flag }
    case 'clear':
      return { picks: [], pairs: [] }
    default:
      return old
  }
}

const isTabbed = (definition: Definition) =>
  definition.tabs.length > 0 || tabsColumn(definition) !== undefined

const isShared = (definition: Definition, column: string) =>
  sharedColumns(definition).some((each) => each.key === column)

/** What is chosen above the tabs: the same on every sheet. */
function above(definition: Definition, sheets: Sheet[]): Record<string, Chosen> {
  const [sheet] = sheets
  if (!sheet) return {}
  return Object.fromEntries(
    sharedColumns(definition)
      .filter(({ key }) => Object.hasOwn(sheet.chosen, key))
      .map(({ key }) => [key, chosenIn(sheet, key)]),
  )
}

/** The sheets with the tabs that the trial system offers; a tab that stays keeps what is chosen in it. */
function withTabs(definition: Definition, sheets: Sheet[], tabs: Choice[]): Sheet[] {
  const key = (tab: Choice) => `tab:${tab.id}`
  const same =
    tabs.length === sheets.length &&
    tabs.every((tab, at) => sheets[at]?.key === key(tab) && sheets[at]?.label === tab.label)
  if (same || (tabs.length === 0 && sheets[0]?.key === BASE)) return sheets
  const chosen = above(definition, sheets)
  if (tabs.length === 0) return [{ key: BASE, chosen }]
  return tabs.map((tab) => ({
    key: key(tab),
    tab: tab.id,
    label: tab.label,
    chosen: sheets.find((sheet) => sheet.key === key(tab))?.chosen ?? chosen,
  }))
}

/** A change above the tabs: other tabs, and nothing chosen in them. */
function restarted(
  definition: Definition,
  sheets: Sheet[],
  action: Action & { column: string },
): Sheet[] {
  const chosen = above(definition, sheets)
  const old = chosenIn({ key: BASE, chosen }, action.column)
  const now = changed(definition, old, action)
  if (now === old) return sheets
  const kept = without(chosen, dependants(definition, action.column))
  return [{ key: BASE, chosen: { ...kept, [action.column]: now } }]
}

/** The reducer of a panel. Changing a column empties those that depend on it. */
export function selectionReducer(definition: Definition) {
  return (sheets: Sheet[], action: Action): Sheet[] => {
    switch (action.do) {
      case 'add-sheet':
        if (isTabbed(definition) || sheets.length >= grantLimit(definition)) return sheets
        return [...sheets, { key: nextKey(sheets), chosen: {} }]
      case 'remove-sheet':
        if (isTabbed(definition) || sheets.length < 2) return sheets
        return sheets.filter((sheet) => sheet.key !== action.sheet)
      case 'set-tabs':
        return withTabs(definition, sheets, action.tabs)
      default:
        if (isShared(definition, action.column)) return restarted(definition, sheets, action)
        return sheets.map((sheet) => {
          if (sheet.key !== action.sheet) return sheet
          const old = chosenIn(sheet, action.column)
          const now = changed(definition, old, action)
          if (now === old) return sheet
          const kept = without(sheet.chosen, dependants(definition, action.column))
          return { ...sheet, chosen: { ...kept, [action.column]: now } }
        })
    }
  }
}

import Button from '@mui/material/Button'
import {
  type Dispatch,
  type KeyboardEvent,
  useEffect,
  useId,
  useReducer,
  useRef,
  useState,
} from 'react'
import { useTranslate } from 'react-admin'
import { Failure } from '../feedback/Failure'
import { ColumnCard, type Remark } from './ColumnCard'
import {
  BASE,
  type Column,
  type Definition,
  filledSheets,
  type Grant,
  grantLimit,
  type Issue,
  initialSheets,
  isBlank,
  type Problem,
  pickedFor,
  problems,
  type Sheet,
  sharedColumns,
  sheetColumns,
  tabsColumn,
  toGrants,
  waitsFor,
} from './model'
import styles from './PanelForm.module.css'
import { type Present, sheetsOf } from './present'
import { type Action, nextKey, selectionReducer } from './selection'
import { type PanelSource, useOptions } from './useOptions'

export interface PanelFormProps {
  definition: Definition
  source: PanelSource
  /** What the panel shows from the beginning; without it nothing is chosen. */
  present?: Present | undefined
  /** Called with grants that passed the panel's own rules and the plugin's. */
  onReady(grants: Grant[]): void
}

interface Finding extends Remark {
  sheet: string
  column?: string
}

type Translate = ReturnType<typeof useTranslate>

/** Draws the panel that a plugin declares. It knows the kinds of columns, and no trial system. */
export function PanelForm({ definition, source, present, onReady }: PanelFormProps) {
  const translate = useTranslate()
  const [sheets, dispatch] = useReducer(selectionReducer(definition), present, (held) =>
    held ? sheetsOf(definition, held) : initialSheets(definition),
  )
  const [current, setCurrent] = useState(sheets[0]?.key ?? '')
  const [findings, setFindings] = useState<Finding[]>([])
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const report = useRef<HTMLDivElement>(null)
  const panel = useId()
  const open = sheets.find((sheet) => sheet.key === current) ?? sheets[0]

  if (definition.columns.length === 0 || !open) {
    return <p className={styles.hint}>{translate('cardea.panel.empty')}</p>
  }

  const change: typeof dispatch = (action) => {
    setFindings([])
    dispatch(action)
  }

  const shared = sharedColumns(definition)
  const tabs = tabsColumn(definition)
  const card = (column: Column) => (
    <ColumnCard
      key={column.key}
      {...{ definition, source, column, dispatch: change }}
      sheet={open}
      remarks={findings.filter((each) => each.sheet === open.key && each.column === column.key)}
    />
  )

  const mayAdd = definition.tabs.length === 0 && !tabs && sheets.length < grantLimit(definition)
  const add = () => {
    change({ do: 'add-sheet' })
    setCurrent(nextKey(sheets))
  }

  /** Shows what is wrong, and moves to it. */
  const tell = (found: Finding[]) => {
    setFindings(found)
    const first = found.find((each) => each.severity === 'error')
    if (first) setCurrent(first.sheet)
    if (found.length > 0) requestAnimationFrame(() => report.current?.focus())
  }

  const submit = async () => {
    setFailure(undefined)
    const missing = problems(definition, sheets)
    if (missing.length > 0)
      return tell(missing.map((each) => toFinding(each, definition, translate)))
    setBusy(true)
    try {
      const grants = toGrants(definition, sheets)
      const issues = await source.validate(grants)
      tell(issues.map((each) => issueToFinding(each, filledSheets(definition, sheets), open)))
      if (!issues.some((issue) => issue.severity === 'error')) onReady(grants)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.panel}>
      {shared.length > 0 && <div className={styles.columns}>{shared.map(card)}</div>}
      {tabs && <TabsOf {...{ definition, source, column: tabs, sheet: open, dispatch }} />}
      <Sheets
        {...{ definition, sheets, current: open.key, panel, findings }}
        onOpen={setCurrent}
        onRemove={(sheet) => change({ do: 'remove-sheet', sheet })}
      />
      {findings.length > 0 && (
        <div ref={report} tabIndex={-1} role="alert" className={styles.report}>
          <ul>
            {findings.map((each) => (
              <li
                key={`${each.sheet} ${each.column} ${each.message}`}
                data-severity={each.severity}
              >
                {each.message}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div
        id={panel}
        className={styles.columns}
        key={open.key}
        {...(sheets.length > 1 || open.tab !== undefined
          ? { role: 'tabpanel', 'aria-labelledby': `${panel}-${open.key}` }
          : {})}
      >
        {open.key !== BASE && sheetColumns(definition).map(card)}
      </div>
      {failure !== undefined && <Failure error={failure} onRetry={submit} />}
      <footer className={styles.footer}>
        {mayAdd && <Button onClick={add}>{translate('cardea.panel.add_selection')}</Button>}
        <Button variant="contained" onClick={submit} loading={busy}>
          {translate('cardea.panel.open')}
        </Button>
      </footer>
    </div>
  )
}

function toFinding(problem: Problem, definition: Definition, translate: Translate): Finding {
  const severity = 'error'
  if (!('column' in problem)) {
    const limit = grantLimit(definition)
    const said = problem.what === 'nothing' ? tabsColumn(definition)?.hints.missing : undefined
    const message = said ?? translate(`cardea.panel.${problem.what.replace('-', '_')}`, { limit })
    return { sheet: problem.sheet, severity, message }
  }
  const { column, sheet } = problem
  const message =
    problem.what === 'half-pair'
      ? translate('cardea.panel.missing.role-environment')
      : (column.hints.missing ??
        translate(`cardea.panel.missing.${column.kind}`, { name: column.label }))
  return { sheet, column: column.key, severity, message }
}

function issueToFinding(issue: Issue, sent: Sheet[], fallback: Sheet): Finding {
  return {
    sheet: (sent[issue.grant] ?? fallback).key,
    ...(issue.column ? { column: issue.column } : {}),
    severity: issue.severity,
    message: issue.message,
  }
}

interface TabsProps {
  definition: Definition
  source: PanelSource
  column: Column
  sheet: Sheet
  dispatch: Dispatch<Action>
}

/** Loads the tabs that the trial system offers for what is chosen above them, and says what stands in the way. */
function TabsOf({ definition, source, column, sheet, dispatch }: TabsProps) {
  const translate = useTranslate()
  const waiting = waitsFor(definition, sheet, column.key).map((each) => each.label)
  const enabled = waiting.length === 0
  const options = useOptions(
    source,
    { column: column.key, search: '', picked: pickedFor(definition, sheet, column.key) },
    enabled,
  )
  const { choices, hasNextPage, isFetchingNextPage, fetchNextPage } = options
  // Not before all are known: a tab that is missing loses what is chosen in it.
  const known = !enabled || (options.isSuccess && !hasNextPage)
  useEffect(() => {
    if (known) dispatch({ do: 'set-tabs', tabs: choices })
  }, [dispatch, choices, known])
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (!enabled) {
    const names = waiting.join(translate('cardea.list_separator'))
    return <p className={styles.hint}>{translate('cardea.panel.choose_first', { names })}</p>
  }
  if (options.isError) return <Failure error={options.error} onRetry={() => options.refetch()} />
  if (options.isPending) {
    return (
      <p className={styles.hint} role="status">
        {translate('ra.page.loading')}
      </p>
    )
  }
  return choices.length === 0 ? (
    <p className={styles.hint} role="status">
      {translate('cardea.panel.no_options')}
    </p>
  ) : null
}

interface SheetsProps {
  definition: Definition
  sheets: Sheet[]
  current: string
  panel: string
  findings: Finding[]
  onOpen(sheet: string): void
  onRemove(sheet: string): void
}

/** The tabs of a panel, or, without tabs, its selections where more than one grant fits. */
function Sheets({ definition, sheets, current, panel, findings, ...on }: SheetsProps) {
  const translate = useTranslate()
  const tabbed = sheets.some((sheet) => sheet.tab !== undefined)
  if (sheets.length < 2 && !tabbed) return null

  const title = (sheet: Sheet, at: number) =>
    sheet.label ??
    definition.tabs.find((tab) => tab.id === sheet.tab)?.label ??
    translate('cardea.panel.selection', { number: at + 1 })

  const arrow = (event: KeyboardEvent<HTMLButtonElement>, at: number) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step && sheets[(at + step + sheets.length) % sheets.length]
    if (!next) return
    event.preventDefault()
    on.onOpen(next.key)
    document.getElementById(`${panel}-${next.key}`)?.focus()
  }

  return (
    <div className={styles.sheets}>
      <div role="tablist" className={styles.tabs}>
        {sheets.map((sheet, at) => (
          <button
            key={sheet.key}
            id={`${panel}-${sheet.key}`}
            type="button"
            role="tab"
            aria-selected={sheet.key === current}
            aria-controls={panel}
            tabIndex={sheet.key === current ? 0 : -1}
            data-wrong={findings.some((each) => each.sheet === sheet.key) || undefined}
            onClick={() => on.onOpen(sheet.key)}
            onKeyDown={(event) => arrow(event, at)}
          >
            {title(sheet, at)}
            {!isBlank(definition, sheet) && (
              <span className={styles.dot} title={translate('cardea.panel.filled')} />
            )}
          </button>
        ))}
      </div>
      {!tabbed && sheets.length > 1 && (
        <Button size="small" onClick={() => on.onRemove(current)}>
          {translate('cardea.panel.remove_selection')}
        </Button>
      )}
    </div>
  )
}

import type { Dispatch } from 'react'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { ChoiceList } from './ChoiceList'
import {
  type Chosen,
  type Column,
  cellOf,
  chosenIn,
  type Definition,
  isPreset,
  pairsOf,
  type Sheet,
  waitsFor,
} from './model'
import styles from './PanelForm.module.css'
import type { Action } from './selection'
import type { PanelSource } from './useOptions'

/** Something to say about a column, from the panel's own rules or from the plugin. */
export interface Remark {
  severity: 'error' | 'warning'
  message: string
}

export interface ColumnProps {
  definition: Definition
  source: PanelSource
  sheet: Sheet
  column: Column
  dispatch: Dispatch<Action>
  remarks?: Remark[]
}

/** One column of a panel: its heading, what is chosen, and the way to choose. */
export function ColumnCard(props: ColumnProps) {
  const { definition, column, sheet, dispatch, remarks = [] } = props
  const translate = useTranslate()
  const heading = useId()
  const chosen = chosenIn(sheet, column.key)
  const target = { sheet: sheet.key, column: column.key }
  const waiting = waitsFor(definition, sheet, column.key)
    .map((each) => each.label)
    .join(translate('cardea.list_separator'))
  const Body = BODIES[column.kind] ?? Picks
  return (
    <section className={styles.column} aria-labelledby={heading} data-column={column.key}>
      <header className={styles.heading}>
        <h2 id={heading}>
          {column.label}
          {column.required && (
            <abbr className={styles.required} title={translate('ra.validation.required')}>
              *
            </abbr>
          )}
        </h2>
        {cellOf(column, chosen) && !isPreset(column) && (
          <div className={styles.chosen}>
            <span className={styles.summary}>{summary(column, chosen, translate)}</span>
            <button
              type="button"
              className={styles.quiet}
              aria-label={translate('cardea.panel.clear_column', { name: column.label })}
              onClick={() => dispatch({ do: 'clear', ...target })}
            >
              {translate('cardea.panel.clear')}
            </button>
          </div>
        )}
      </header>
      {remarks.map((remark) => (
        <p key={remark.message} className={styles.remark} data-severity={remark.severity}>
          {remark.message}
        </p>
      ))}
      {waiting.length > 0 ? (
        <p className={styles.hint}>{translate('cardea.panel.choose_first', { names: waiting })}</p>
      ) : (
        <Body {...props} />
      )}
    </section>
  )
}

function summary(
  column: Column,
  chosen: Chosen,
  translate: ReturnType<typeof useTranslate>,
): string {
  if (column.kind === 'flag') return ''
  const labels =
    column.kind === 'role-environment'
      ? pairsOf(column, chosen).map((pair) => `${pair.role.label} · ${pair.environment.label}`)
      : chosen.picks.map((pick) => pick.label)
  const [only] = labels
  return labels.length === 1 && only
    ? only
    : translate('cardea.panel.chosen', { count: labels.length })
}

function Picks(props: ColumnProps) {
  const { column, sheet, dispatch } = props
  const target = { sheet: sheet.key, column: column.key }
  return (
    <ChoiceList
      {...props}
      label={column.label}
      multiple={column.multiple}
      chosen={chosenIn(sheet, column.key).picks.map((pick) => pick.id)}
      onChoose={(choice) => dispatch({ do: 'pick', ...target, choice })}
      onChooseAll={(choices) => dispatch({ do: 'pick-all', ...target, choices })}
      onDrop={(ids) => dispatch({ do: 'unpick', ...target, ids })}
    />
  )
}

/** A role and the environment it holds in: two lists, and where several pairs may stand, a tray. */
function Pairs(props: ColumnProps) {
  const { column, sheet, dispatch } = props
  const translate = useTranslate()
  const chosen = chosenIn(sheet, column.key)
  const target = { sheet: sheet.key, column: column.key }
  return (
    <>
      {(['role', 'environment'] as const).map((part) => (
        <div key={part} className={styles.part}>
          <h3>{translate(`cardea.panel.${part}`)}</h3>
          <ChoiceList
            {...props}
            part={part}
            label={translate(`cardea.panel.${part}`)}
            multiple={false}
            chosen={chosen[part] ? [chosen[part].id] : []}
            onChoose={(choice) => dispatch({ do: 'set-part', ...target, part, choice })}
          />
        </div>
      ))}
      {column.multiple && (
        <div className={styles.tray}>
          <button
            type="button"
            className={styles.add}
            disabled={!chosen.role || !chosen.environment}
            onClick={() => dispatch({ do: 'add-pair', ...target })}
          >
            {translate('cardea.panel.add_pair')}
          </button>
          <ul>
            {chosen.pairs.map((pair) => (
              <li key={`${pair.role.id} ${pair.environment.id}`}>
                {pair.role.label} · {pair.environment.label}
                <button
                  type="button"
                  className={styles.quiet}
                  aria-label={translate('cardea.panel.remove_pair', {
                    name: `${pair.role.label} · ${pair.environment.label}`,
                  })}
                  onClick={() => dispatch({ do: 'remove-pair', ...target, pair })}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Flag({ column, sheet, dispatch }: ColumnProps) {
  const translate = useTranslate()
  const name = useId()
  const cell = cellOf(column, chosenIn(sheet, column.key))
  const flag = cell && 'flag' in cell ? cell.flag : undefined
  return (
    <div className={styles.choices} role="radiogroup" aria-label={column.label}>
      {[true, false].map((value) => (
        <label key={String(value)} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={flag === value}
            onChange={() =>
              dispatch({ do: 'set-flag', sheet: sheet.key, column: column.key, flag: value })
            }
          />
          <span>{column.hints[`label.${value}`] ?? translate(`ra.boolean.${value}`)}</span>
        </label>
      ))}
    </div>
  )
}

const BODIES = {
  projects: Picks,
  sites: Picks,
  'module-roles': Picks,
  'stock-houses': Picks,
  'role-environment': Pairs,
  flag: Flag,
} as const

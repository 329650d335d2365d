import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { Failure } from '../feedback/Failure'
import { useSettled } from '../list/useSettled'
import type { Choice, Column, Definition, Part, Sheet } from './model'
import { pickedFor } from './model'
import styles from './PanelForm.module.css'
import { type PanelSource, useOptions } from './useOptions'

export interface ChoiceListProps {
  definition: Definition
  source: PanelSource
  sheet: Sheet
  column: Column
  part?: Part
  /** The name of the list for those who hear it. */
  label: string
  multiple: boolean
  chosen: readonly string[]
  onChoose(choice: Choice): void
  onDrop?(ids: string[]): void
  onChooseAll?(choices: Choice[]): void
}

/** One searchable, paged list of radio buttons or check boxes. */
export function ChoiceList(props: ChoiceListProps) {
  const { definition, source, sheet, column, part, label } = props
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const settled = useSettled(search.trim())
  const options = useOptions(source, {
    column: column.key,
    ...(part ? { part } : {}),
    ...(sheet.tab === undefined ? {} : { tab: sheet.tab }),
    search: settled,
    picked: pickedFor(definition, sheet, column.key),
  })
  return (
    <div className={styles.list}>
      <input
        type="search"
        className={styles.search}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        placeholder={translate('cardea.panel.search')}
        aria-label={translate('cardea.panel.search_in', { name: label })}
        autoComplete="off"
        spellCheck={false}
      />
      {options.isError && options.choices.length === 0 ? (
        <Failure error={options.error} onRetry={() => options.refetch()} />
      ) : options.isPending ? (
        <Skeleton />
      ) : (
        <Choices {...props} choices={options.choices} searched={settled !== ''} />
      )}
      {options.isFetchNextPageError ? (
        <Failure error={options.error} onRetry={() => options.fetchNextPage()} />
      ) : options.hasNextPage ? (
        <button
          type="button"
          className={styles.more}
          disabled={options.isFetchingNextPage}
          onClick={() => options.fetchNextPage()}
        >
          {translate(options.isFetchingNextPage ? 'ra.page.loading' : 'cardea.panel.more')}
        </button>
      ) : null}
    </div>
  )
}

function Choices(props: ChoiceListProps & { choices: Choice[]; searched: boolean }) {
  const { choices, chosen, multiple, label, searched } = props
  const translate = useTranslate()
  const name = useId()
  if (choices.length === 0) {
    return (
      <p className={styles.hint} role="status">
        {translate(searched ? 'cardea.panel.no_match' : 'cardea.panel.no_options')}
      </p>
    )
  }
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name
    <div className={styles.choices} role={multiple ? 'group' : 'radiogroup'} aria-label={label}>
      {multiple && <AllShown {...props} />}
      {choices.map((choice) => (
        <label
          key={choice.id}
          className={styles.choice}
          data-disabled={choice.disabled || undefined}
        >
          <input
            type={multiple ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.includes(choice.id)}
            disabled={choice.disabled}
            onChange={(event) =>
              event.target.checked ? props.onChoose(choice) : props.onDrop?.([choice.id])
            }
          />
          <span>
            {choice.label}
            {choice.note && <small className={styles.note}>{choice.note}</small>}
          </span>
        </label>
      ))}
    </div>
  )
}

function AllShown({
  choices,
  chosen,
  onChooseAll,
  onDrop,
}: ChoiceListProps & { choices: Choice[] }) {
  const translate = useTranslate()
  const open = choices.filter((choice) => !choice.disabled)
  const held = open.filter((choice) => chosen.includes(choice.id))
  if (open.length < 2 || !onChooseAll || !onDrop) return null
  const all = held.length === open.length
  return (
    <label className={`${styles.choice} ${styles.all}`}>
      <input
        type="checkbox"
        checked={all}
        ref={(input) => {
          if (input) input.indeterminate = held.length > 0 && !all
        }}
        onChange={() => (all ? onDrop(open.map((choice) => choice.id)) : onChooseAll(open))}
      />
      <span>{translate('cardea.panel.all_shown')}</span>
    </label>
  )
}

function Skeleton() {
  const translate = useTranslate()
  return (
    <div className={styles.skeleton} role="status" aria-label={translate('ra.page.loading')}>
      <i />
      <i />
      <i />
    </div>
  )
}

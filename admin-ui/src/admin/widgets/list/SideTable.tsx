import Pagination from '@mui/material/Pagination'
import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react'
import {
  DataTable,
  ListBase,
  type RaRecord,
  type SortPayload,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import { PAGE_SIZES } from '../data/reference'
import { Failure } from '../feedback/Failure'
import { SettledList } from './SettledList'
import styles from './SideTable.module.css'
import { useRefusal } from './SideTables'
import { Waiting } from './Waiting'

interface SideTableProps {
  title: string
  /** The noun of the records. */
  resource: string
  filter: Record<string, unknown>
  /** What can be done with the whole table. */
  actions?: ReactNode
  /** Where the table is searched, below its name. */
  search?: ReactNode
  /** What stands where there are no records. */
  empty: string
  /** Where other tables follow this one: the row that they are about. */
  selected?: RaRecord | undefined
  /** Called with the row that was pressed, and with the first one when the rows have arrived. */
  onSelect?(record: RaRecord | undefined): void
  /** No row is selected before one is pressed. */
  byHand?: boolean
  /** The rows of a page. */
  perPage?: number
  sort?: SortPayload
  /** The columns. */
  children: ReactNode
}

const IN_ORDER: SortPayload = { field: 'sort', order: 'ASC' }

/** One of several tables of a screen. Its page is its own: the address does not hold it. */
export function SideTable(props: SideTableProps) {
  const {
    title,
    resource,
    filter,
    actions,
    search,
    empty,
    selected,
    onSelect,
    byHand = false,
  } = props
  const { perPage = PAGE_SIZES[0] ?? 10, sort = IN_ORDER, children } = props
  return (
    <section className={styles.side} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
      {search && <div className={styles.search}>{search}</div>}
      <ListBase
        // Another parent begins on the first page.
        key={JSON.stringify(filter)}
        resource={resource}
        filter={filter}
        perPage={perPage}
        sort={sort}
        disableAuthentication
        disableSyncWithLocation
        storeKey={false}
        exporter={false}
      >
        <SettledList>
          {onSelect && !byHand && <SelectFirst selected={selected} onSelect={onSelect} />}
          <Rows
            title={title}
            empty={filter.q ? <NothingFound /> : empty}
            selected={selected}
            onSelect={onSelect}
          >
            {children}
          </Rows>
        </SettledList>
      </ListBase>
    </section>
  )
}

type Selecting = Pick<SideTableProps, 'selected' | 'onSelect'>

/** Selects the first row unless the selected one is among the rows; nothing where there are none. */
function SelectFirst({ selected, onSelect }: Selecting) {
  const { data, isPending, isPlaceholderData } = useListContext<RaRecord>()
  const still = data?.find((row) => row.id === selected?.id)
  const next = still ?? data?.[0]
  useEffect(() => {
    if (isPending || isPlaceholderData) return
    if (next !== selected) onSelect?.(next)
  }, [isPending, isPlaceholderData, next, selected, onSelect])
  return null
}

interface RowsProps extends Selecting {
  title: string
  empty: ReactNode
  children: ReactNode
}

/** There may be records; what is searched for is not among them. */
function NothingFound() {
  return useTranslate()('cardea.list.nothing_found')
}

function Rows({ title, empty, selected, onSelect, children }: RowsProps) {
  const { error, isPending, refetch } = useListContext<RaRecord>()
  useRefusal(error)
  if (error) return <Failure error={error} onRetry={refetch} />
  if (isPending) return <Waiting />
  return (
    <>
      <DataTable
        bulkActionButtons={false}
        rowClick={
          onSelect
            ? (_id, _resource, record) => {
                onSelect(record as RaRecord)
                return false
              }
            : false
        }
        rowSx={(record) => (record.id === selected?.id ? { bgcolor: 'action.selected' } : {})}
        empty={<p className={styles.empty}>{empty}</p>}
      >
        {children}
      </DataTable>
      <Pages title={title} />
    </>
  )
}

/** Which rows are shown, how many at once, and the way to the others. */
function Pages({ title }: { title: string }) {
  const translate = useTranslate()
  const id = useId()
  const { page, perPage, total = 0, setPage, setPerPage } = useListContext()
  const [least = 10] = PAGE_SIZES
  // Fewer fit on any page; a table that is read whole has no pages.
  if (total <= least || !PAGE_SIZES.includes(perPage)) return null
  return (
    <div className={styles.pages}>
      <label htmlFor={id}>{translate('ra.navigation.page_rows_per_page')}</label>
      <select
        id={id}
        aria-label={`${title}: ${translate('ra.navigation.page_rows_per_page')}`}
        value={perPage}
        onChange={(event) => setPerPage(Number(event.target.value))}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
      <Pagination
        aria-label={title}
        size="small"
        siblingCount={0}
        count={Math.ceil(total / perPage)}
        page={page}
        onChange={(_, chosen) => setPage(chosen)}
        getItemAriaLabel={(type, number, selected) =>
          type === 'page'
            ? translate(selected ? 'ra.navigation.current_page' : 'ra.navigation.page', {
                page: number,
              })
            : translate(`ra.navigation.${type}`)
        }
      />
    </div>
  )
}

interface PickProps {
  source: string
  selected: RaRecord | undefined
  onSelect(record: RaRecord): void
}

/** The name of a row that selects it: by Enter or the space bar; the arrows move between the rows. */
export function Pick({ source, selected, onSelect }: PickProps) {
  const record = useRecordContext<RaRecord>()
  if (!record) return null
  return (
    <button
      type="button"
      className={styles.pick}
      aria-pressed={record.id === selected?.id}
      onClick={(event) => {
        event.stopPropagation()
        onSelect(record)
      }}
      onKeyDown={walk}
    >
      {String(record[source] ?? '')}
    </button>
  )
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Moves the focus to the row above or below. */
function walk(event: KeyboardEvent<HTMLButtonElement>) {
  const step = STEPS[event.key]
  if (step === undefined) return
  const rows = event.currentTarget
    .closest('table')
    ?.querySelectorAll<HTMLElement>(`.${styles.pick}`)
  const all = [...(rows ?? [])]
  all[all.indexOf(event.currentTarget) + step]?.focus()
  event.preventDefault()
}

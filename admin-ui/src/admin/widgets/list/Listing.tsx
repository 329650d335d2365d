import type { ReactElement, ReactNode } from 'react'
import {
  CreateButton,
  DataTable,
  List,
  Pagination,
  type SortPayload,
  TopToolbar,
  useListContext,
  useResourceContext,
  useResourceDefinition,
  useTranslate,
} from 'react-admin'
import { useMayEdit } from '../access/useMayEdit'
import { PAGE_SIZES } from '../data/reference'
import { Failure } from '../feedback/Failure'
import { useRange } from './counted'
import styles from './Listing.module.css'

interface ListingProps {
  filters: ReactElement[]
  sort: SortPayload
  /** Asks again by itself after so many milliseconds: for what changes while one looks at it. */
  refetchInterval?: number
  /** What else there is here, beside adding records: open to who may only look, too. */
  actions?: ReactNode
  /** The filters stay although there is nothing to filter: without one, something is to be chosen. */
  keepsFilters?: boolean
  /** How records are added, for who may. Left out: where there is a form for it. */
  adding?: ReactNode
  /** The columns. */
  children: ReactNode
}

/**
 * The list of a resource: filters, a table, pages. Search, order and page live in the address, so
 * that a list can be sent to somebody else and survives a reload.
 */
export function Listing(props: ListingProps) {
  const { filters, sort, refetchInterval, actions, keepsFilters, children } = props
  const resource = useResourceContext()
  const adding = useAdding(props.adding)
  // Handed on to Material's, which react-admin's types do not know.
  const labels = { labelDisplayedRows: useRange() }
  return (
    <List
      actions={
        <TopToolbar>
          {actions}
          {adding}
        </TopToolbar>
      }
      empty={keepsFilters ? false : <EmptyList adding={adding} />}
      error={<ListFailure />}
      exporter={false}
      filters={filters}
      pagination={<Pagination rowsPerPageOptions={PAGE_SIZES} {...labels} />}
      perPage={PAGE_SIZES[0] ?? 10}
      {...(refetchInterval ? { queryOptions: { refetchInterval } } : {})}
      sort={sort}
      title={`resources.${resource}.title`}
    >
      <DataTable bulkActionButtons={false} rowClick={false} empty={<NothingFound />}>
        {children}
      </DataTable>
    </List>
  )
}

function useAdding(own: ReactNode): ReactNode {
  const { hasCreate } = useResourceDefinition()
  const mayEdit = useMayEdit()
  if (!mayEdit) return null
  return own ?? (hasCreate && <CreateButton variant="contained" />)
}

function EmptyList({ adding }: { adding: ReactNode }) {
  const resource = useResourceContext()
  const translate = useTranslate()
  return (
    <div className={styles.empty}>
      <h2>{translate(`resources.${resource}.empty`)}</h2>
      <p>{translate(`resources.${resource}.invite`)}</p>
      {adding}
    </div>
  )
}

/** What stands in the table when there is nothing in it. Filters that left nothing stay where they are. */
function NothingFound() {
  const translate = useTranslate()
  const resource = useResourceContext()
  const { filterValues, setFilters } = useListContext()
  const filtered = Object.values(filterValues ?? {}).some((value) => value || value === 0)
  // Nothing was filtered away: there is nothing.
  if (!filtered) {
    return (
      <div className={styles.empty}>
        <p role="status">{translate(`resources.${resource}.empty`)}</p>
      </div>
    )
  }
  return (
    <div className={styles.empty}>
      <p role="status">{translate('cardea.list.nothing_found')}</p>
      <button type="button" className={styles.link} onClick={() => setFilters({}, [])}>
        {translate('ra.navigation.clear_filters')}
      </button>
    </div>
  )
}

function ListFailure() {
  const { error, refetch } = useListContext()
  return <Failure error={error} onRetry={refetch} />
}

import MoreHoriz from '@mui/icons-material/MoreHoriz'
import {
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useReducer,
  useState,
} from 'react'
import {
  DataTable,
  FilterLiveForm,
  ListBase,
  type SortPayload,
  Title,
  useListContext,
  useResourceContext,
  useResourceDefinition,
  useTranslate,
} from 'react-admin'
import { LIST_SIZE } from '../../screen'
import { useMayEdit } from '../access/useMayEdit'
import { Failure, isForbidden } from '../feedback/Failure'
import { Forbidden } from '../feedback/Forbidden'
import { lazyPart } from '../lazyPart'
import { useLater } from '../useLater'
import { type Act, ActsMenu } from './ActsMenu'
import { CreateLink } from './CreateLink'
import { Cards, ColumnsMenu, TableRows } from './columns'
import styles from './Listing.module.css'
import { SettledForm } from './SettledForm'
import { SettledList } from './SettledList'
import { useCards } from './useCards'
import { Waiting } from './Waiting'

const Pages = lazyPart(async () => (await import('./Pages')).Pages)

/** How rows are selected, and what is done with them: `Selection.tsx` makes both. */
export interface Selecting {
  column: ReactElement
  bar: ReactElement
}

interface ListingProps {
  filters: ReactElement<{ source?: string }>[]
  /** Asks again by itself after so many milliseconds: for what changes while one looks at it. */
  refetchInterval?: number
  /** What else there is here, beside adding records: open to who may only look, too. */
  actions?: ReactNode
  /** What is done seldom, behind one button. */
  more?: Act[] | ((filters: Record<string, string>) => Act[])
  /** The button of these: where the focus goes once one of them is over. */
  moreButton?: Ref<HTMLButtonElement>
  /** The filters stay although there is nothing to filter: without one, something is to be chosen. */
  keepsFilters?: boolean
  /** Rows can be selected. */
  selecting?: Selecting
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
  const { refetchInterval } = props
  const { options } = useResourceDefinition<{ sort: SortPayload }>()
  return (
    <ListBase
      // The frame shows a screen only to who may see it.
      disableAuthentication
      exporter={false}
      perPage={LIST_SIZE}
      // A failure stands in place of the rows: no message beside it.
      queryOptions={{ onError: () => undefined, ...(refetchInterval ? { refetchInterval } : {}) }}
      {...(options ? { sort: options.sort } : {})}
    >
      <SettledList>
        <View {...props} />
      </SettledList>
    </ListBase>
  )
}

function View(props: ListingProps) {
  const {
    filters,
    actions,
    more: listed = [],
    moreButton,
    keepsFilters,
    adding: own,
    children,
  } = props
  const { error, isPending, total, filterValues } = useListContext()
  const title = <Title title={`resources.${useResourceContext()}.title`} preferenceKey={false} />
  const adding = useAdding(own)
  const more = typeof listed === 'function' ? listed(filterValues ?? {}) : listed
  if (isForbidden(error)) return <Forbidden />
  const unfiltered = Object.keys(filterValues ?? {}).length === 0
  if (!keepsFilters && !error && !isPending && total === 0 && unfiltered) {
    return (
      <div className={styles.table}>
        {title}
        <EmptyList adding={adding} more={<More acts={more} />} />
      </div>
    )
  }
  return (
    <>
      {title}
      <div className={styles.bar}>
        <Filters>{filters}</Filters>
        <div className={styles.actions}>
          {actions}
          <ColumnsMenu>{children}</ColumnsMenu>
          <More acts={more} button={moreButton} />
          {adding}
        </div>
      </div>
      <Rows selecting={props.selecting}>{children}</Rows>
    </>
  )
}

/**
 * The filters. A list that its reader comes back to shows what it was filtered by, and not what they typed last and left
 * before it was applied.
 */
function Filters({ children }: { children: ReactElement<{ source?: string }>[] }) {
  const [left, leave] = useReducer((times: number) => times + 1, 0)
  useEffect(() => leave, [])
  return <FilterForm key={left}>{children}</FilterForm>
}

/** The form of the filters. It begins with what the address says, or it would be drawn once more for that. */
function FilterForm({ children }: { children: ReactElement<{ source?: string }>[] }) {
  const { filterValues } = useListContext()
  const [defaultValues] = useState(() =>
    Object.fromEntries(
      children.flatMap(({ props: { source } }) =>
        source ? [[source, filterValues?.[source] ?? '']] : [],
      ),
    ),
  )
  return (
    <FilterLiveForm {...{ defaultValues }}>
      <SettledForm>
        <div className={styles.filters}>{children}</div>
      </SettledForm>
    </FilterLiveForm>
  )
}

interface RowsProps {
  selecting: Selecting | undefined
  children: ReactNode
}

function Rows({ selecting, children }: RowsProps) {
  const { error, isPending, refetch } = useListContext()
  const cards = useCards()
  if (error) return <Failure error={error} onRetry={refetch} />
  if (isPending) {
    return (
      <div className={styles.table}>
        <Waiting />
      </div>
    )
  }
  return (
    <>
      {selecting?.bar}
      <div className={styles.table}>
        {cards ? (
          <Cards empty={<NothingFound />}>
            {children}
            {selecting?.column}
          </Cards>
        ) : (
          <DataTable body={TableRows} bulkActionButtons={false} empty={<NothingFound />}>
            {selecting?.column}
            {children}
          </DataTable>
        )}
      </div>
      <LaterPages />
    </>
  )
}

function LaterPages() {
  return (
    <div className={styles.pages}>
      {useLater() && (
        <Suspense>
          <Pages />
        </Suspense>
      )}
    </div>
  )
}

interface MoreProps {
  acts: Act[]
  button?: Ref<HTMLButtonElement> | undefined
}

function More({ acts, button }: MoreProps) {
  const translate = useTranslate()
  return (
    <ActsMenu label={translate('cardea.list.more')} acts={acts} {...(button ? { button } : {})}>
      <MoreHoriz fontSize="small" />
    </ActsMenu>
  )
}

function useAdding(own: ReactNode): ReactNode {
  const { hasCreate } = useResourceDefinition()
  const mayEdit = useMayEdit()
  if (!mayEdit) return null
  return own ?? (hasCreate && <CreateLink />)
}

function EmptyList({ adding, more }: { adding: ReactNode; more: ReactNode }) {
  const resource = useResourceContext()
  const translate = useTranslate()
  return (
    <div className={styles.empty}>
      <h2>{translate(`resources.${resource}.empty`)}</h2>
      <p>{translate(`resources.${resource}.invite`)}</p>
      {adding}
      {more}
    </div>
  )
}

/** What stands in the table when there is nothing in it. Filters that left nothing stay where they are. */
function NothingFound() {
  const translate = useTranslate()
  const resource = useResourceContext()
  const { filterValues, setFilters } = useListContext()
  // A chosen tenant filters nothing away: the list is about it.
  const { tenantId, ...filters } = filterValues ?? {}
  const filtered = Object.values(filters).some((value) => value || value === 0)
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
      <button
        type="button"
        className={styles.link}
        onClick={() => setFilters(tenantId ? { tenantId } : {}, [])}
      >
        {translate('ra.navigation.clear_filters')}
      </button>
    </div>
  )
}

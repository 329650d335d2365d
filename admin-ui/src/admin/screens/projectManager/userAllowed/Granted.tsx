import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TablePagination from '@mui/material/TablePagination'
import TextField from '@mui/material/TextField'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMayEdit } from '../../../widgets/access/useMayEdit'
import { PAGE_SIZES } from '../../../widgets/data/reference'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { useRange } from '../../../widgets/list/counted'
import { TimeText } from '../../../widgets/list/TimeText'
import { CheckAll, withIds } from './CheckAll'
import type { Held } from './model'
import { ResultDialog } from './ResultDialog'
import { RevokeDialog } from './RevokeDialog'
import styles from './userAllowed.module.css'

const GRANTS = 'GET /panels/{softwareId}/grants'

/** Grants that one call answers at most. */
const GRANTS_A_CALL = 1000

interface GrantedProps {
  softwareId: string
  tenantId: string
}

/** The users who are authorised in a system of a tenant, by study, and the way to revoke that. */
export function Granted({ softwareId, tenantId }: GrantedProps) {
  const text = useText('grants')
  const mayEdit = useMayEdit()
  const call = useCall()
  const title = useId()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Held[]>()
  const [batchId, setBatchId] = useState<string>()
  const grants = useInfiniteQuery({
    queryKey: ['panels', GRANTS, softwareId, tenantId],
    queryFn: ({ pageParam: after, signal }) =>
      call(GRANTS, { path: { softwareId }, query: { tenantId, after }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < GRANTS_A_CALL ? undefined : page.at(-1)?.id),
    retry: false,
  })
  const all = useMemo(() => grants.data?.pages.flat() ?? [], [grants.data])
  const selected = all.filter(({ id }) => chosen.has(id))
  return (
    <section className={styles.granted} aria-labelledby={title}>
      <header>
        <h2 id={title}>{text('granted')}</h2>
        {mayEdit && (
          <>
            <span aria-live="polite">{text('chosen', { count: selected.length })}</span>
            <Button
              variant="outlined"
              color="error"
              disabled={selected.length === 0}
              onClick={() => setAsked(selected)}
            >
              {text('revoke')}
            </Button>
          </>
        )}
      </header>
      {grants.error ? (
        <Failure error={grants.error} onRetry={grants.refetch} />
      ) : (
        <Grants {...{ all, chosen, mayEdit }} onChange={setChosen} isPending={grants.isPending} />
      )}
      {grants.hasNextPage && (
        <Button onClick={() => grants.fetchNextPage()} loading={grants.isFetchingNextPage}>
          {text('more')}
        </Button>
      )}
      {asked && (
        <RevokeDialog
          {...{ softwareId, tenantId }}
          grants={asked}
          onClose={() => setAsked(undefined)}
          onStarted={(started) => {
            setAsked(undefined)
            setChosen(new Set())
            setBatchId(started)
          }}
        />
      )}
      {batchId && <ResultDialog batchId={batchId} onClose={() => setBatchId(undefined)} />}
    </section>
  )
}

interface GrantsProps {
  all: Held[]
  chosen: ReadonlySet<string>
  mayEdit: boolean
  isPending: boolean
  onChange(chosen: ReadonlySet<string>): void
}

/** The list, narrowed and paged here: the server sent it whole, by the thousand. */
function Grants({ all, chosen, mayEdit, isPending, onChange }: GrantsProps) {
  const text = useText('grants')
  const translate = useTranslate()
  const range = useRange()
  const list = useId()
  const [study, setStudy] = useState('')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const [perPage, setPerPage] = useState(PAGE_SIZES[0] ?? 10)
  const sought = search.trim().toLocaleLowerCase()
  const found = all.filter(
    (each) =>
      (!study || each.studyUrlId === study) &&
      [each.fullName, each.userName, each.email].some((own) =>
        own.toLocaleLowerCase().includes(sought),
      ),
  )
  // What was revoked meanwhile may have taken the last page with it.
  const last = Math.max(0, Math.ceil(found.length / perPage) - 1)
  const at = Math.min(page, last)
  const rows = found.slice(at * perPage, (at + 1) * perPage)
  const studies = [...new Map(all.map((each) => [each.studyUrlId, each.studyCode]))]
  if (isPending) return <p role="status">{translate('ra.page.loading')}</p>
  if (all.length === 0) return <p role="status">{text('none')}</p>
  return (
    <>
      <div className={styles.narrowing}>
        <TextField
          select
          size="small"
          id={`${list}-study`}
          label={text('study')}
          value={study}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          onChange={(event) => {
            setStudy(event.target.value)
            setPage(0)
          }}
        >
          <MenuItem value="">{text('all_studies')}</MenuItem>
          {studies.map(([id, code]) => (
            <MenuItem key={id} value={id}>
              {code}
            </MenuItem>
          ))}
        </TextField>
        <input
          type="search"
          className={styles.search}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setPage(0)
          }}
          placeholder={text('search')}
          aria-label={text('search')}
          autoComplete="off"
        />
      </div>
      {rows.length === 0 ? (
        <p role="status">{translate('cardea.panel.no_match')}</p>
      ) : (
        <GrantTable {...{ rows, chosen, mayEdit, onChange }} />
      )}
      <TablePagination
        component="div"
        count={found.length}
        page={at}
        rowsPerPage={perPage}
        rowsPerPageOptions={PAGE_SIZES}
        labelRowsPerPage={translate('ra.navigation.page_rows_per_page')}
        labelDisplayedRows={range}
        getItemAriaLabel={(type) => translate(`ra.navigation.${type}`)}
        onPageChange={(_, next) => setPage(next)}
        onRowsPerPageChange={(event) => {
          setPerPage(Number(event.target.value))
          setPage(0)
        }}
      />
    </>
  )
}

interface GrantTableProps {
  rows: Held[]
  chosen: ReadonlySet<string>
  mayEdit: boolean
  onChange(chosen: ReadonlySet<string>): void
}

function GrantTable({ rows, chosen, mayEdit, onChange }: GrantTableProps) {
  const text = useText('grants')
  const translate = useTranslate()
  const ids = rows.map(({ id }) => id)
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {mayEdit && (
              <th scope="col">
                <CheckAll label={text('all_on_page')} {...{ ids, chosen, onChange }} />
              </th>
            )}
            <th scope="col">{translate('cardea.person.full_name')}</th>
            <th scope="col">{translate('cardea.person.user_name')}</th>
            <th scope="col">{translate('cardea.person.email')}</th>
            <th scope="col">{text('study')}</th>
            <th scope="col">{text('since')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} aria-selected={chosen.has(row.id)}>
              {mayEdit && (
                <td>
                  <input
                    type="checkbox"
                    checked={chosen.has(row.id)}
                    aria-label={`${row.fullName} ${row.userName} ${row.studyCode}`}
                    onChange={(event) => onChange(withIds(chosen, [row.id], event.target.checked))}
                  />
                </td>
              )}
              <td>
                {row.fullName}
                {row.suspendedAt && <small> {text('suspended')}</small>}
              </td>
              <td>{row.userName}</td>
              <td>{row.email}</td>
              <td title={row.studyName}>{row.studyCode}</td>
              <td>
                <TimeText at={row.updatedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

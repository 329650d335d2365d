import { useState } from 'react'
import { useGetList, useTranslate } from 'react-admin'
import { PAGE_SIZES } from '../../../widgets/data/reference'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { TablePages } from '../../../widgets/list/TablePages'
import { TimeText } from '../../../widgets/list/TimeText'
import { useSearch } from '../../../widgets/list/useSearch'
import { Waiting } from '../../../widgets/list/Waiting'
import { CheckAll } from './CheckAll'
import type { Allowed } from './model'
import type { Place } from './StudyTree'
import styles from './userAllowed.module.css'

interface AllowedUsersProps {
  tenantId: string
  place: Place
  /** Who is chosen, also on other pages. */
  chosen: ReadonlyMap<string, Allowed>
  mayEdit: boolean
  onChange(chosen: ReadonlyMap<string, Allowed>): void
}

/** The authorised users of a study or of a site; the server searches, sorts and cuts the pages. */
export function AllowedUsers({ tenantId, place, chosen, mayEdit, onChange }: AllowedUsersProps) {
  const text = useText('grants')
  const translate = useTranslate()
  const [page, setPage] = useState(0)
  const [perPage, setPerPage] = useState(PAGE_SIZES[0] ?? 10)
  const { q, field } = useSearch(text('search'), { size: 'small', onChange: () => setPage(0) })
  const {
    data,
    total = 0,
    error,
    isPending,
    refetch,
  } = useGetList<Allowed>('allowed-users', {
    filter: {
      tenantId,
      studyUrlId: place.study.id,
      ...(place.site ? { siteId: place.site.id } : {}),
      ...(q ? { q } : {}),
    },
    sort: { field: 'fullName', order: 'ASC' },
    pagination: { page: page + 1, perPage },
  })
  return (
    <div>
      {field}
      {error && <Failure error={error} onRetry={refetch} />}
      {isPending && <Waiting />}
      {data?.length === 0 && (
        <p role="status">{q ? translate('cardea.panel.no_match') : text('none')}</p>
      )}
      {data && data.length > 0 && <Users rows={data} {...{ chosen, mayEdit, onChange }} />}
      {data && (
        <TablePages
          count={total}
          page={Math.min(page, Math.max(0, Math.ceil(total / perPage) - 1))}
          rowsPerPage={perPage}
          onPage={setPage}
          onSize={(rows) => {
            setPerPage(rows)
            setPage(0)
          }}
        />
      )}
    </div>
  )
}

interface UsersProps extends Pick<AllowedUsersProps, 'chosen' | 'mayEdit' | 'onChange'> {
  rows: Allowed[]
}

function Users({ rows, chosen, mayEdit, onChange }: UsersProps) {
  const text = useText('grants')
  const translate = useTranslate()
  const ids = rows.map(({ id }) => id)
  const choose = (next: ReadonlySet<string>) => {
    const known = new Map([...chosen, ...rows.map((row) => [row.id, row] as const)])
    onChange(new Map([...known].filter(([id]) => next.has(id))))
  }
  const set = new Set(chosen.keys())
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {mayEdit && (
              <th scope="col">
                <CheckAll label={text('all_on_page')} ids={ids} chosen={set} onChange={choose} />
              </th>
            )}
            <th scope="col">{translate('cardea.person.full_name')}</th>
            <th scope="col">{translate('cardea.person.user_name')}</th>
            <th scope="col">{translate('cardea.person.email')}</th>
            <th scope="col">{text('phone')}</th>
            <th scope="col">{text('sites')}</th>
            <th scope="col">{text('roles')}</th>
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
                    aria-label={`${row.fullName} ${row.userName}`}
                    onChange={({ target }) => {
                      const next = new Set(set)
                      target.checked ? next.add(row.id) : next.delete(row.id)
                      choose(next)
                    }}
                  />
                </td>
              )}
              <td>
                {row.fullName}
                {row.suspendedAt && <small> {text('suspended')}</small>}
              </td>
              <td>{row.userName}</td>
              <td>{row.email}</td>
              <td>{row.phone}</td>
              <td>{row.siteNames}</td>
              <td>{row.roleNames}</td>
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

import { useId, useState } from 'react'
import { useGetList, useTranslate } from 'react-admin'
import { PAGE_SIZES } from '../../../widgets/data/reference'
import { Failure } from '../../../widgets/feedback/Failure'
import { TablePages } from '../../../widgets/list/TablePages'
import { useSettled } from '../../../widgets/list/useSettled'
import { CheckAll, withIds } from './CheckAll'
import styles from './userAllowed.module.css'

/** A member of a tenant; `userId` is the platform user. */
interface TenantUser {
  id: string
  userId: string
  fullName: string
  userName: string
  email: string
  enabled: string
}

interface UserPickerProps {
  tenantId: string
  /** Platform user ids. They stay chosen while the table shows another page or search. */
  chosen: ReadonlySet<string>
  onChange(chosen: ReadonlySet<string>): void
  problem?: string
}

/** A searchable, paged table of a tenant's members with a check box a row. */
export function UserPicker({ tenantId, chosen, onChange, problem }: UserPickerProps) {
  const translate = useTranslate()
  const message = useId()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const [perPage, setPerPage] = useState(PAGE_SIZES[0] ?? 10)
  const q = useSettled(search.trim())
  const { data, total, error, refetch, isPending } = useGetList<TenantUser>('tenant-users', {
    filter: { tenantId, searchAll: true, ...(q ? { q } : {}) },
    pagination: { page: page + 1, perPage },
    sort: { field: 'fullName', order: 'ASC' },
  })
  const users = data ?? []

  return (
    <fieldset className={styles.picker} aria-describedby={problem ? message : undefined}>
      <legend>
        {translate('resources.grants.authorise.users')}
        <span aria-live="polite">{translate('cardea.panel.chosen', { count: chosen.size })}</span>
      </legend>
      <input
        type="search"
        className={styles.search}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          setPage(0)
        }}
        placeholder={translate('resources.grants.authorise.search_users')}
        aria-label={translate('resources.grants.authorise.search_users')}
        autoComplete="off"
      />
      {problem && (
        <p id={message} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <UserTable {...{ users, chosen, onChange, isPending }} searched={q !== ''} />
      )}
      <TablePages
        count={total ?? 0}
        page={page}
        rowsPerPage={perPage}
        onPage={setPage}
        onSize={(rows) => {
          setPerPage(rows)
          setPage(0)
        }}
      />
    </fieldset>
  )
}

interface UserTableProps {
  users: TenantUser[]
  chosen: ReadonlySet<string>
  onChange(chosen: ReadonlySet<string>): void
  isPending: boolean
  searched: boolean
}

function UserTable({ users, chosen, onChange, isPending, searched }: UserTableProps) {
  const translate = useTranslate()
  const shown = users.filter((user) => user.enabled === '0').map((user) => user.userId)
  if (isPending) return <p role="status">{translate('ra.page.loading')}</p>
  if (users.length === 0) {
    const nobody = searched ? 'cardea.panel.no_match' : 'resources.grants.authorise.no_users'
    return <p role="status">{translate(nobody)}</p>
  }
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <CheckAll
                label={translate('resources.grants.authorise.all_on_page')}
                ids={shown}
                {...{ chosen, onChange }}
              />
            </th>
            <th scope="col">{translate('cardea.person.full_name')}</th>
            <th scope="col">{translate('cardea.person.user_name')}</th>
            <th scope="col">{translate('cardea.person.email')}</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              checked={chosen.has(user.userId)}
              onCheck={(on) => onChange(withIds(chosen, [user.userId], on))}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface UserRowProps {
  user: TenantUser
  checked: boolean
  onCheck(on: boolean): void
}

/** A disabled member is shown and cannot be chosen: a gap would look like a missing person. */
function UserRow({ user, checked, onCheck }: UserRowProps) {
  const translate = useTranslate()
  const id = useId()
  const disabled = user.enabled !== '0'
  return (
    <tr aria-selected={checked}>
      <td>
        <input
          id={id}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-label={`${user.fullName} ${user.userName}`}
          onChange={(event) => onCheck(event.target.checked)}
        />
      </td>
      <td>
        <label htmlFor={id}>{user.fullName}</label>
        {disabled && <small> {translate('cardea.person.disabled')}</small>}
      </td>
      <td>{user.userName}</td>
      <td>{user.email}</td>
    </tr>
  )
}

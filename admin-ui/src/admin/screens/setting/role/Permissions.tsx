import { useEffect, useRef } from 'react'
import { useGetList, useInput, useLocaleState } from 'react-admin'
import { WHOLE_LIST } from '../../../widgets/data/reference'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { type Act, changed, type Given, has, type Menu } from './model'
import styles from './role.module.css'

const ACTS: Act[] = ['view', 'edit']

/**
 * The permission set of a role: groups and their menus, each to view or to edit. A group of which some menus are
 * given is half-checked.
 */
export function Permissions({ onlyTenants }: { onlyTenants: boolean }) {
  const text = useText('roles')
  const { field, fieldState } = useInput({ source: 'resourceIdList', defaultValue: [] })
  const { data, error, refetch } = useGetList<Menu>('menus', {
    ...WHOLE_LIST,
    sort: { field: 'seq', order: 'ASC' },
  })
  if (error) return <Failure error={error} onRetry={refetch} />
  const set: Given[] = Array.isArray(field.value) ? field.value : []
  const fits = (menu: Menu) => !onlyTenants || menu.resourceType === '2'
  const items = (data ?? []).filter((menu) => menu.parentId !== '0' && fits(menu))
  const groups = (data ?? []).filter(({ id }) => items.some(({ parentId }) => parentId === id))
  const row = { set, onChange: field.onChange }
  return (
    <div className={styles.permissions}>
      <table>
        <caption>{text('fields.resourceIdList')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('menu')}</th>
            {ACTS.map((act) => (
              <th key={act} scope="col">
                {text(act)}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => {
          const below = items.filter(({ parentId }) => parentId === group.id)
          return (
            <tbody key={group.id}>
              <Row {...row} menu={group} ids={below.map(({ id }) => id)} isGroup />
              {below.map((menu) => (
                <Row key={menu.id} {...row} menu={menu} ids={[menu.id]} />
              ))}
            </tbody>
          )
        })}
      </table>
      {fieldState.error?.message && <p role="alert">{fieldState.error.message}</p>}
    </div>
  )
}

interface RowProps {
  menu: Menu
  /** The menus that it is about: itself, or those of a group. */
  ids: string[]
  isGroup?: boolean
  set: Given[]
  onChange(set: Given[]): void
}

function Row({ menu, ids, isGroup = false, set, onChange }: RowProps) {
  const text = useText('roles')
  const [locale] = useLocaleState()
  const name = (locale === 'en' && menu.nameEn) || menu.name
  return (
    <tr>
      <th scope="row" data-group={isGroup || undefined}>
        {name}
        {menu.status !== '0' && <small> {text('closed')}</small>}
      </th>
      {ACTS.map((act) => (
        <td key={act}>
          <Check
            label={`${name}: ${text(act)}`}
            held={ids.filter((id) => has(set, id, act)).length}
            of={ids.length}
            onChange={(on) => onChange(changed(set, ids, act, on))}
          />
        </td>
      ))}
    </tr>
  )
}

interface CheckProps {
  label: string
  held: number
  of: number
  onChange(on: boolean): void
}

/** A check box that is half checked where some of several are. */
function Check({ label, held, of, onChange }: CheckProps) {
  const box = useRef<HTMLInputElement>(null)
  const isHalf = held > 0 && held < of
  useEffect(() => {
    if (box.current) box.current.indeterminate = isHalf
  }, [isHalf])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={held === of}
      onChange={() => onChange(held < of)}
    />
  )
}

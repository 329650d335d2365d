import { type ReactNode, useRef, useState } from 'react'
import { WEB_CODES } from '../../shared/constants'
import { request } from '../../shared/http'
import { t } from '../../shared/i18n'
import {
  forget,
  type UserInfo,
  type UserSoftware,
  userInfo,
  userSoftware,
} from '../../shared/session'
import { Button } from '../../shared/shell'
import { useLinkKey } from '../linkKey'
import { Link, type PageProps } from '../router'
import { AdminCard, Empty, SoftwareCard } from './Cards'
import { Filters } from './Filters'
import { Frame } from './Frame'
import { type Choice, filterSoftware, isSeveral, tenantsOf } from './filter'
import { Offers } from './Offers'
import css from './soft.module.css'
import { t as say } from './texts'
import { useLoaded } from './useLoaded'

interface Loaded {
  user: UserInfo
  software: UserSoftware[]
  tenants: Choice[]
}

/** `GET /api/tenant/combobox`. */
interface Combo {
  code: string
  desc: string
}

async function load(): Promise<Loaded> {
  const [user, software, combobox] = await Promise.all([
    userInfo(),
    userSoftware(),
    request<Combo[]>('/api/tenant/combobox', { quiet: true }),
  ])
  return { user, software, tenants: tenantsOf(software, combobox) }
}

/** Systems that have a list of their own: of the tenants, or of the studies, to open. */
const LISTS = [
  [WEB_CODES.edc, '/tenantListEDC', 'soft.tenants'],
  [WEB_CODES.rtsm, '/projectListRTSM', 'soft.projects'],
] as const

/** /softIndex: the tenants and systems the person may open. */
export default function SoftIndex({ place }: PageProps) {
  const loading = useLoaded(load)
  const [linkKey] = useLinkKey(place)
  const again = () => {
    // The systems are others now.
    forget()
    loading.retry()
  }
  return (
    <Frame loading={loading}>
      {(loaded) => (
        <Chooser {...loaded}>
          <Offers linkKey={linkKey} onReady={again} />
        </Chooser>
      )}
    </Frame>
  )
}

interface ChooserProps extends Loaded {
  /** What stands above the systems. */
  children: ReactNode
}

function Chooser({ user, software, tenants, children }: ChooserProps) {
  const [tenant, setTenant] = useState('')
  const [search, setSearch] = useState('')
  const shown = filterSoftware(software, tenant, search)
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    setTenant('')
    setSearch('')
    // The button is gone then.
    field.current?.focus()
  }
  const admin = user.menuList.length > 0
  return (
    <>
      <header className={css.head}>
        <div>
          <h1>{say('greeting', { name: user.fullName })}</h1>
          {software.length > 0 && <p>{say('choose')}</p>}
        </div>
        {software.length > 1 && (
          <Filters
            tenants={tenants}
            tenant={tenant}
            search={search}
            field={field}
            onTenant={setTenant}
            onSearch={setSearch}
          />
        )}
      </header>
      {children}
      {software.length === 0 && !admin && (
        <Empty title={say('noneTitle')} text={say('noneText', { userName: user.userName })} />
      )}
      {software.length > 0 && (
        <div className={css.counted}>
          <p className={css.count} role="status">
            {say('count', { count: shown.length })}
          </p>
          {LISTS.map(
            ([code, to, title]) =>
              software.some(({ webCode }) => webCode === code) && (
                <Link key={to} className={css.list} to={to}>
                  {t(title)}
                </Link>
              ),
          )}
        </div>
      )}
      <ul className={css.cards}>
        {admin && search === '' && tenant === '' && <AdminCard />}
        {shown.map((entry) => (
          <SoftwareCard
            key={`${entry.tenantId}/${entry.id}/${entry.tenantUrlId}`}
            software={entry}
            several={isSeveral(entry, software)}
          />
        ))}
      </ul>
      {software.length > 0 && shown.length === 0 && (
        <Empty title={say('noMatchTitle')} text={say('noMatchText')}>
          <Button onClick={clear}>{say('clear')}</Button>
        </Empty>
      )}
    </>
  )
}

import { useEffect, useState } from 'react'
import { type CallError, request } from '../../shared/http'
import { t, useLocale } from '../../shared/i18n'
import { type UserInfo, type UserSoftware, userInfo, userSoftware } from '../../shared/session'
import { Button, FormAlert, TopBar } from '../../shared/shell'
import { navigate } from '../router'
import { AdminCard, Empty, Skeleton, SoftwareCard } from './Cards'
import { Filters } from './Filters'
import { type Choice, filterSoftware, tenantsOf } from './filter'
import css from './soft.module.css'
import { t as say } from './texts'

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

/** /softIndex: the tenants and systems the person may open. */
export default function SoftIndex() {
  const locale = useLocale()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [problem, setProblem] = useState<CallError | null>(null)
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: names come in the language in use.
  useEffect(() => {
    let wanted = true
    setProblem(null)
    load().then(
      (value) => wanted && setLoaded(value),
      (error) => wanted && setProblem(error),
    )
    return () => {
      wanted = false
    }
  }, [locale, round])

  return (
    <>
      <TopBar user={loaded?.user ?? null} onNavigate={navigate} />
      <main className={css.page}>
        {problem && (
          <div className={css.problem}>
            <FormAlert text={problem.message || t('error.unexpected')} />
            <Button onClick={() => setRound(round + 1)}>{t('common.retry')}</Button>
          </div>
        )}
        {!problem && (loaded ? <Chooser {...loaded} /> : <Skeleton />)}
      </main>
    </>
  )
}

function Chooser({ user, software, tenants }: Loaded) {
  const [tenant, setTenant] = useState('')
  const [search, setSearch] = useState('')
  const shown = filterSoftware(software, tenant, search)
  const clear = () => {
    setTenant('')
    setSearch('')
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
            onTenant={setTenant}
            onSearch={setSearch}
          />
        )}
      </header>
      {software.length === 0 && !admin && (
        <Empty title={say('noneTitle')} text={say('noneText', { userName: user.userName })} />
      )}
      {software.length > 0 && (
        <p className={css.count} role="status">
          {say('count', { count: shown.length })}
        </p>
      )}
      <ul className={css.cards}>
        {admin && search === '' && tenant === '' && <AdminCard />}
        {shown.map((entry) => (
          <SoftwareCard key={`${entry.tenantId}/${entry.id}`} software={entry} />
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

import { useRef, useState } from 'react'
import { type UserSoftware, userSoftware } from '../../shared/session'
import { Button } from '../../shared/shell'
import { Link } from '../router'
import { Empty, SoftwareCard } from './Cards'
import { Filters } from './Filters'
import { Frame } from './Frame'
import { filterSoftware, isSeveral } from './filter'
import css from './soft.module.css'
import { t as say } from './texts'
import { useLoaded } from './useLoaded'

interface SystemListProps {
  /** Web code of the system. */
  webCode: string
  title: string
  text: string
  noneText: string
  /** The tenant where it was opened last; it comes first. */
  last?: string | null
}

/** The places where the person may open one system. */
export function SystemList({ webCode, ...texts }: SystemListProps) {
  const loading = useLoaded(userSoftware)
  return (
    <Frame loading={loading}>
      {(all) => <Places software={all.filter((entry) => entry.webCode === webCode)} {...texts} />}
    </Frame>
  )
}

interface PlacesProps extends Omit<SystemListProps, 'webCode'> {
  software: readonly UserSoftware[]
}

function Places({ software, title, text, noneText, last = null }: PlacesProps) {
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    setSearch('')
    // The button is gone then.
    field.current?.focus()
  }
  const found = filterSoftware(software, '', search)
  const shown = [
    ...found.filter(({ tenantId }) => tenantId === last),
    ...found.filter(({ tenantId }) => tenantId !== last),
  ]
  return (
    <>
      <header className={css.head}>
        <div>
          <h1>{title}</h1>
          {software.length > 0 && <p>{text}</p>}
        </div>
        {software.length > 1 && (
          <Filters
            tenants={[]}
            tenant=""
            search={search}
            field={field}
            onTenant={() => undefined}
            onSearch={setSearch}
          />
        )}
      </header>
      {software.length === 0 && (
        <Empty title={say('noneTitle')} text={noneText}>
          <Link className={css.back} to="/softIndex">
            {say('back')}
          </Link>
        </Empty>
      )}
      {software.length > 0 && (
        <p className={css.count} role="status">
          {say('places', { count: shown.length })}
        </p>
      )}
      <ul className={css.cards}>
        {shown.map((entry) => (
          <SoftwareCard
            key={`${entry.tenantId}/${entry.tenantUrlId}`}
            software={entry}
            several={isSeveral(entry, software)}
            mark={entry.tenantId === last ? say('last') : undefined}
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

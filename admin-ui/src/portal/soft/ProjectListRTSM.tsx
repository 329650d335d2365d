import { useRef, useState } from 'react'
import { WEB_CODES } from '../../shared/constants'
import { Button } from '../../shared/shell'
import { Link } from '../router'
import { Empty, StudyCard } from './Cards'
import { Filters } from './Filters'
import { Frame } from './Frame'
import css from './soft.module.css'
import { filterStudies, type UserStudy, userStudies } from './studies'
import { t as say } from './texts'
import { useLoaded } from './useLoaded'

const load = () => userStudies(WEB_CODES.rtsm)

/** /projectListRTSM: the studies that the person may open in the randomisation system. */
export default function ProjectListRTSM() {
  return <Frame loading={useLoaded(load)}>{(studies) => <Studies studies={studies} />}</Frame>
}

function Studies({ studies }: { studies: readonly UserStudy[] }) {
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    setSearch('')
    // The button is gone then.
    field.current?.focus()
  }
  const shown = filterStudies(studies, search)
  const any = studies.length > 0
  return (
    <>
      <header className={css.head}>
        <div>
          <h1>{say('projectsTitle')}</h1>
          {any && <p>{say('projectsText')}</p>}
        </div>
        {studies.length > 1 && (
          <Filters
            tenants={[]}
            tenant=""
            search={search}
            field={field}
            label={say('searchStudies')}
            onTenant={() => undefined}
            onSearch={setSearch}
          />
        )}
      </header>
      {!any && (
        <Empty title={say('noStudyTitle')} text={say('projectsNone')}>
          <Link className={css.back} to="/softIndex">
            {say('back')}
          </Link>
        </Empty>
      )}
      {any && (
        <p className={css.count} role="status">
          {say('studies', { count: shown.length })}
        </p>
      )}
      <ul className={css.cards}>
        {shown.map((study) => (
          <StudyCard key={`${study.softwareId}/${study.id}`} study={study} />
        ))}
      </ul>
      {any && shown.length === 0 && (
        <Empty title={say('noStudyMatch')} text={say('noStudyMatchText')}>
          <Button onClick={clear}>{say('clear')}</Button>
        </Empty>
      )}
    </>
  )
}

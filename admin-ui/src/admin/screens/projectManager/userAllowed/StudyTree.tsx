import ChevronRight from '@mui/icons-material/ChevronRight'
import ExpandMore from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { useSearch } from '../../../widgets/list/useSearch'
import { Waiting } from '../../../widgets/list/Waiting'
import styles from './StudyTree.module.css'

export type Study = Schemas['AllowedStudy']
export type Site = Schemas['AllowedSite']

/** What the list beside the tree is of: a study, or one of its sites. */
export interface Place {
  study: Study
  site?: Site
}

interface TreeProps {
  softwareId: string
  tenantId: string
  place: Place | undefined
  onPlace(place: Place | undefined): void
}

/** The studies that are connected to a system, each with its sites once it is opened. */
export function StudyTree({ softwareId, tenantId, place, onPlace }: TreeProps) {
  const text = useText('grants')
  const call = useCall()
  const { q, field } = useSearch(text('search_studies'), { fullWidth: true, size: 'small' })
  const studies = useInfiniteQuery({
    queryKey: ['allowed-studies', softwareId, tenantId, q],
    queryFn: ({ pageParam: after, signal }) =>
      call('GET /allowed-studies', {
        query: { tenantId, softId: softwareId, studyName: q, after },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    retry: false,
  })
  const all = studies.data?.pages.flatMap(({ list }) => list)
  const first = all?.[0]
  // Something is shown from the beginning, and where a search took away what was.
  useEffect(() => {
    if (!all || all.some(({ id }) => id === place?.study.id)) return
    if (first?.id !== place?.study.id) onPlace(first && { study: first })
  }, [all, first, place, onPlace])
  return (
    <nav className={styles.tree} aria-label={text('studies')}>
      {field}
      {studies.error && <Failure error={studies.error} onRetry={studies.refetch} />}
      {studies.isPending && <Waiting />}
      {all?.length === 0 && <p role="status">{text('no_studies')}</p>}
      <ul>
        {all?.map((study) => (
          <Branch key={study.id} {...{ study, place, onPlace }} />
        ))}
      </ul>
      {studies.hasNextPage && (
        <Button onClick={() => studies.fetchNextPage()} loading={studies.isFetchingNextPage}>
          {text('more')}
        </Button>
      )}
    </nav>
  )
}

interface BranchProps extends Pick<TreeProps, 'place' | 'onPlace'> {
  study: Study
}

function Branch({ study, place, onPlace }: BranchProps) {
  const text = useText('grants')
  const id = useId()
  const [open, setOpen] = useState(false)
  const current = place?.study.id === study.id && !place.site
  return (
    <li>
      <div className={styles.study}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          aria-label={text('sites_of', { study: study.studyCode })}
          onClick={() => setOpen(!open)}
        >
          {open ? <ExpandMore fontSize="small" /> : <ChevronRight fontSize="small" />}
        </button>
        <button
          type="button"
          className={styles.node}
          aria-pressed={current}
          onClick={() => onPlace({ study })}
        >
          {study.studyName} <small>{study.studyCode}</small>
        </button>
      </div>
      <div id={id}>{open && <Sites {...{ study, place, onPlace }} />}</div>
    </li>
  )
}

function Sites({ study, place, onPlace }: BranchProps) {
  const text = useText('grants')
  const translate = useTranslate()
  const sites = useSites(study.id)
  if (sites.error) return <Failure error={sites.error} onRetry={sites.refetch} />
  if (!sites.all) return <p role="status">{translate('ra.page.loading')}</p>
  if (sites.all.length === 0) return <p className={styles.none}>{text('no_sites')}</p>
  return (
    <>
      <ul>
        {sites.all.map((site) => (
          <li key={site.id}>
            <button
              type="button"
              className={styles.node}
              aria-pressed={place?.site?.id === site.id}
              onClick={() => onPlace({ study, site })}
            >
              {site.name} <small>{site.code}</small>
            </button>
          </li>
        ))}
      </ul>
      {sites.hasNextPage && (
        <Button onClick={() => sites.fetchNextPage()} loading={sites.isFetchingNextPage}>
          {text('more')}
        </Button>
      )}
    </>
  )
}

/** The sites of a study, part by part. */
export function useSites(studyUrlId: string) {
  const call = useCall()
  const sites = useInfiniteQuery({
    queryKey: ['allowed-studies', 'sites', studyUrlId],
    queryFn: ({ pageParam: after, signal }) =>
      call('GET /allowed-studies/{id}/sites', {
        path: { id: studyUrlId },
        query: { after },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    retry: false,
  })
  return { ...sites, all: sites.data?.pages.flatMap(({ list }) => list) }
}

import Button from '@mui/material/Button'
import { useCallback, useId, useState } from 'react'
import { useReader } from '../../../widgets/access/reach'
import { useMayEdit } from '../../../widgets/access/useMayEdit'
import { useRenew } from '../../../widgets/data/useRenew'
import { useText } from '../../../widgets/data/useText'
import { HeldDialog } from '../../../widgets/held/LazyHeldDialog'
import { DialogButton } from '../../../widgets/list/DialogButton'
import side from '../../../widgets/list/SideTables.module.css'
import { AllowedUsers } from './AllowedUsers'
import { DriftDialog } from './DriftDialog'
import type { Allowed } from './model'
import { ResultDialog } from './ResultDialog'
import { RevokeDialog } from './RevokeDialog'
import { SitesDialog } from './SitesDialog'
import { type Place, StudyTree } from './StudyTree'
import styles from './userAllowed.module.css'

interface GrantedProps {
  softwareId: string
  tenantId: string
  /** Leads to where people are authorised; absent while that is not possible. */
  onAdd?: (() => void) | undefined
  /** Opens the panel with what somebody has by a grant. */
  onChange?: ((grant: string) => void) | undefined
}

/** What is asked of authorised users in a study names them. */
const named = (grants: Allowed[], { study }: Place) =>
  grants.map(({ id, fullName, userName }) => ({
    id,
    label: `${fullName} (${userName})`,
    studyCode: study.studyCode,
  }))

/** The users who are authorised in a system of a tenant: of a study or a site, and what can be done with them. */
export function Granted({ softwareId, tenantId, onAdd, onChange }: GrantedProps) {
  const text = useText('grants')
  const mayEdit = useMayEdit()
  const title = useId()
  const renew = useRenew('allowed-users')
  const [place, setPlace] = useState<Place>()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Allowed>>(new Map())
  const [asked, setAsked] = useState<'revoke' | 'site' | 'sites' | 'drift'>()
  const [batches, setBatches] = useState<string[]>([])
  const goTo = useCallback((next: Place | undefined) => {
    setPlace(next)
    setChosen(new Map())
  }, [])
  const grants = [...chosen.values()]
  const own = useReader()?.id
  const [only] = grants.length === 1 ? grants : []
  const changeable = only && only.userId !== own && !only.suspendedAt ? only : undefined
  const started = (ids: string[]) => {
    setAsked(undefined)
    setChosen(new Map())
    setBatches(ids)
  }
  const common = {
    softwareId,
    tenantId,
    grants,
    onClose: () => setAsked(undefined),
    onStarted: started,
  }
  return (
    <section className={styles.granted} aria-labelledby={title}>
      <header>
        <h2 id={title}>{text('granted')}</h2>
        {place && (
          <DialogButton
            looking
            dialog={(onClose) => (
              <HeldDialog
                study={{ id: place.study.studyId, code: place.study.studyCode }}
                softwareId={softwareId}
                at={new Date().toISOString()}
                onClose={onClose}
              />
            )}
          >
            {text('held')}
          </DialogButton>
        )}
        {place && onChange && (
          <Button onClick={() => setAsked('drift')}>{text('drift.open')}</Button>
        )}
        {mayEdit && (
          <>
            {onAdd && <Button onClick={onAdd}>{text('add_member')}</Button>}
            <span aria-live="polite">{text('chosen', { count: grants.length })}</span>
            {onChange && (
              <Button disabled={!changeable} onClick={() => changeable && onChange(changeable.id)}>
                {text('change')}
              </Button>
            )}
            <Button disabled={grants.length === 0} onClick={() => setAsked('sites')}>
              {text('add_sites')}
            </Button>
            {place?.site && (
              <Button color="error" disabled={grants.length === 0} onClick={() => setAsked('site')}>
                {text('take_site')}
              </Button>
            )}
            <Button
              variant="outlined"
              color="error"
              disabled={grants.length === 0}
              onClick={() => setAsked('revoke')}
            >
              {text('revoke')}
            </Button>
          </>
        )}
      </header>
      <div className={side.two}>
        <StudyTree {...{ softwareId, tenantId, place }} onPlace={goTo} />
        {place && (
          <AllowedUsers
            key={`${place.study.id} ${place.site?.id}`}
            {...{ tenantId, place, chosen, mayEdit }}
            onChange={setChosen}
          />
        )}
      </div>
      {place && asked === 'revoke' && <RevokeDialog {...common} grants={named(grants, place)} />}
      {place?.site && asked === 'site' && (
        <RevokeDialog {...common} grants={named(grants, place)} site={place.site} />
      )}
      {place && asked === 'drift' && (
        <DriftDialog
          {...{ softwareId, tenantId, mayEdit }}
          study={place.study}
          onClose={common.onClose}
          onStarted={started}
        />
      )}
      {place && asked === 'sites' && <SitesDialog {...common} study={place.study} />}
      {batches[0] && (
        <ResultDialog
          key={batches[0]}
          batchId={batches[0]}
          onClose={() => {
            setBatches(batches.slice(1))
            renew()
          }}
        />
      )}
    </section>
  )
}

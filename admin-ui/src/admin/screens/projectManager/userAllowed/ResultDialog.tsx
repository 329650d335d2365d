import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { useAnswer } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import type { Batch } from './model'
import styles from './userAllowed.module.css'

const POLL_MS = 500

/** What is said of batches that do not authorise, by their kind. */
const HEADINGS: Readonly<Record<string, { running: string; done: string }>> = {
  revoke: { running: 'revoke_running', done: 'revoked' },
  reconcile: { running: 'reconcile_running', done: 'reconciled' },
}

/** Whether there is nothing to wait for: all of it is done, or a trial system is away for a while. */
const settled = (state: Batch | undefined) =>
  state?.state === 'done' || (state?.pending.length ?? 0) > 0

/** Follows an authorisation to its end and shows who succeeded and who did not, and why. */
export function ResultDialog({ batchId, onClose }: { batchId: string; onClose(): void }) {
  const translate = useTranslate()
  const title = useId()
  const { data, error, refetch } = useAnswer(
    'GET /panels/batches/{batchId}',
    { path: { batchId } },
    {
      refetchInterval: ({ state }) => (settled(state.data) || state.error ? false : POLL_MS),
      refetchIntervalInBackground: true,
    },
  )
  const text = useText('grants')
  const done = settled(data)
  const heading = HEADINGS[data?.kind ?? '']
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={title}
      slotProps={{ paper: { className: styles.result } }}
    >
      <DialogTitle id={title}>
        {heading ? text(heading.done) : translate('resources.grants.result.title')}
      </DialogTitle>
      <DialogContent dividers>
        {error ? <Failure error={error} onRetry={refetch} /> : !done && <Progress batch={data} />}
        {data && done && <Outcome batch={data} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} variant={done ? 'contained' : 'text'} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Progress({ batch: state }: { batch: Batch | undefined }) {
  const translate = useTranslate()
  const total = state?.total ?? 0
  const finished = state?.finished ?? 0
  const text = useText('grants')
  const heading = HEADINGS[state?.kind ?? '']
  const label = heading
    ? text(heading.running, { finished, total })
    : translate('resources.grants.result.running', { finished, total })
  return (
    <div role="status">
      <LinearProgress
        aria-label={label}
        {...(total > 0 ? { variant: 'determinate' as const, value: (100 * finished) / total } : {})}
      />
      <p>{label}</p>
    </div>
  )
}

function Outcome({ batch: { succeeded, failed, pending } }: { batch: Batch }) {
  const translate = useTranslate()
  const text = useText('grants')
  const lists = [
    { name: 'succeeded', people: succeeded.map((each) => ({ ...each, message: '' })) },
    { name: 'failed', people: failed.map((each) => ({ ...each, study: null })) },
  ]
  return (
    <div role="status">
      {pending.length > 0 && (
        <section className={styles.outcome} data-outcome="pending">
          <h3>{text('pending', { count: pending.length })}</h3>
          <p>{text('pending_text')}</p>
          <ul>
            {pending.map(({ userId, label, message }) => (
              <li key={`${userId} ${label}`}>
                {label}
                <small>{message}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
      {lists.map(({ name, people }) => (
        <section key={name} className={styles.outcome} data-outcome={name}>
          <h3>{translate(`resources.grants.result.${name}`, { count: people.length })}</h3>
          {people.length > 0 && (
            <ul>
              {people.map(({ userId, label, message, study }) => (
                // Somebody is in a batch once for each study.
                <li key={`${userId} ${label} ${study?.studyCode}`}>
                  {label}
                  {message && <small>{message}</small>}
                  {study && <InStudy {...{ study }} />}
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  )
}

/** What somebody has in a study now, and what they had before where that was something else. */
function InStudy({ study }: { study: NonNullable<Batch['succeeded'][number]['study']> }) {
  const text = useText('grants')
  const now = [study.siteNames, study.roleNames].filter(Boolean).join(' · ')
  const before = [study.sitesBefore, study.rolesBefore].filter(Boolean).join(' · ')
  return (
    <>
      <small>{text('has_now', { study: study.studyCode, what: now || '–' })}</small>
      {before && before !== now && <small>{text('had_before', { what: before })}</small>}
    </>
  )
}

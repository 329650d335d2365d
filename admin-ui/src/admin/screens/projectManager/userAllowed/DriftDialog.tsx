import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useReader } from '../../../widgets/access/reach'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { useSay } from '../../../widgets/feedback/say'
import { Badge } from '../../../widgets/list/Badge'
import { CheckAll, withIds } from './CheckAll'
import type { Study } from './StudyTree'
import styles from './userAllowed.module.css'

type Row = Schemas['DriftRow']

/** Differences after which it is not compared further by itself, and most that are put right at once. */
const ENOUGH = 500

interface DriftDialogProps {
  softwareId: string
  tenantId: string
  study: Study
  mayEdit: boolean
  onClose(): void
  onStarted(batchIds: string[]): void
}

/** Compares what was granted in a study with what the system holds, and puts the system right. */
export function DriftDialog(props: DriftDialogProps) {
  const { softwareId, tenantId, study, mayEdit, onClose, onStarted } = props
  const text = useText('grants')
  const translate = useTranslate()
  const say = useSay()
  const call = useCall()
  const title = useId()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const drift = useDrift(softwareId, tenantId, study.id)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call('POST /panels/{softwareId}/reconcile', {
        path: { softwareId },
        body: { tenantId, studyUrlId: study.id, subjects: [...chosen], reason: reason.trim() },
      }),
    onSuccess: ({ batchId }) => onStarted([batchId]),
    onError: say.failed,
  })
  const ready = chosen.size > 0 && chosen.size <= ENOUGH && reason.trim() !== ''
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} maxWidth="lg" fullWidth>
      <DialogTitle id={title}>{text('drift.title', { study: study.studyCode })}</DialogTitle>
      <DialogContent dividers>
        <p>{text('drift.text')}</p>
        <p role="status">
          {text(drift.isOver ? 'drift.over' : 'drift.running', {
            compared: drift.compared,
            found: drift.rows.length,
          })}
        </p>
        {drift.error && <Failure error={drift.error} onRetry={drift.goOn} />}
        {drift.rows.length > 0 && <Rows rows={drift.rows} {...{ chosen, mayEdit, setChosen }} />}
        {drift.isPaused && <Button onClick={drift.goOn}>{text('drift.further')}</Button>}
        {mayEdit && drift.rows.length > 0 && (
          <TextField
            label={text('reason')}
            helperText={text('reason_hint')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            error={tried && reason.trim() === ''}
            slotProps={{ htmlInput: { maxLength: 200 } }}
            required
            fullWidth
            margin="normal"
          />
        )}
        {tried && !ready && (
          <p className={styles.problem} role="alert">
            {text('drift.needed', { most: ENOUGH })}
          </p>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        {mayEdit && drift.rows.length > 0 && (
          <Button
            variant="contained"
            loading={isPending}
            onClick={() => (ready ? mutate() : setTried(true))}
          >
            {text('drift.reconcile')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** The differences, page after page, until there are enough of them. */
function useDrift(softwareId: string, tenantId: string, studyUrlId: string) {
  const call = useCall()
  const [most, setMost] = useState(ENOUGH)
  const pages = useInfiniteQuery({
    queryKey: ['panels', 'drift', softwareId, tenantId, studyUrlId],
    queryFn: ({ pageParam: after, signal }) =>
      call('GET /panels/{softwareId}/drift', {
        path: { softwareId },
        query: { tenantId, studyUrlId, after },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    retry: false,
    // What the system holds is asked anew each time.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const all = pages.data?.pages ?? []
  const rows = all.flatMap((page) => page.rows)
  const { hasNextPage, isFetching, fetchNextPage, isError } = pages
  const wanted = hasNextPage && rows.length < most && !isError
  useEffect(() => {
    if (wanted && !isFetching) void fetchNextPage()
  }, [wanted, isFetching, fetchNextPage])
  return {
    rows,
    compared: all.reduce((sum, page) => sum + page.compared, 0),
    isOver: pages.isSuccess && !hasNextPage,
    isPaused: hasNextPage && rows.length >= most,
    error: pages.error,
    goOn: () => {
      setMost(rows.length + ENOUGH)
      void (pages.data ? fetchNextPage() : pages.refetch())
    },
  }
}

interface RowsProps {
  rows: Row[]
  chosen: ReadonlySet<string>
  mayEdit: boolean
  setChosen(chosen: ReadonlySet<string>): void
}

function Rows({ rows, chosen, mayEdit, setChosen }: RowsProps) {
  const text = useText('grants')
  const own = useReader()?.id
  const others = rows.filter(({ subject }) => subject !== own)
  const has = (sites: string, roles: string) => [sites, roles].filter(Boolean).join(' · ') || '–'
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {mayEdit && (
              <th scope="col">
                <CheckAll
                  label={text('drift.all')}
                  ids={others.map(({ subject }) => subject)}
                  chosen={chosen}
                  onChange={setChosen}
                />
              </th>
            )}
            <th scope="col">{text('drift.who')}</th>
            <th scope="col">{text('drift.what')}</th>
            <th scope="col">{text('drift.granted')}</th>
            <th scope="col">{text('drift.found')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.subject} aria-selected={chosen.has(row.subject)}>
              {mayEdit && (
                <td>
                  <input
                    type="checkbox"
                    aria-label={row.label}
                    disabled={row.subject === own}
                    checked={chosen.has(row.subject)}
                    onChange={({ target }) =>
                      setChosen(withIds(chosen, [row.subject], target.checked))
                    }
                  />
                </td>
              )}
              <td>
                {row.label}
                {!row.isKnown && <small> {text('drift.unknown')}</small>}
              </td>
              <td>
                <Badge tone={row.kind === 'different' ? 'warning' : 'danger'}>
                  {text(`drift.${row.kind}`)}
                </Badge>
                {row.kind === 'different' && <small> {row.columns.join(', ')}</small>}
              </td>
              <td>{has(row.grantedSites, row.grantedRoles)}</td>
              <td>{has(row.foundSites, row.foundRoles)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { useSay } from '../../../widgets/feedback/say'
import { Waiting } from '../../../widgets/list/Waiting'
import { CheckAll, withIds } from './CheckAll'
import type { Allowed } from './model'
import { type Study, useSites } from './StudyTree'
import styles from './userAllowed.module.css'

interface SitesDialogProps {
  softwareId: string
  tenantId: string
  study: Study
  grants: Allowed[]
  onClose(): void
  onStarted(batchIds: string[]): void
}

/** Gives more sites of a study to users who are authorised in it, with their roles as they are. */
export function SitesDialog(props: SitesDialogProps) {
  const { softwareId, tenantId, study, grants, onClose, onStarted } = props
  const text = useText('grants')
  const translate = useTranslate()
  const say = useSay()
  const call = useCall()
  const title = useId()
  const sites = useSites(study.id)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [needed, setNeeded] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call('POST /panels/{softwareId}/sites', {
        path: { softwareId },
        body: {
          tenantId,
          studyUrlId: study.id,
          studySiteIds: [...chosen],
          tenantUserIds: grants.map(({ userId }) => userId),
        },
      }),
    onSuccess: ({ batchIds }) => onStarted(batchIds),
    onError: say.failed,
  })
  const all = sites.all ?? []
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={title}
      slotProps={{ paper: { className: styles.dialog } }}
    >
      <DialogTitle id={title}>{text('add_sites')}</DialogTitle>
      <DialogContent dividers>
        <p>{text('add_sites_text', { count: grants.length, study: study.studyCode })}</p>
        {sites.error && <Failure error={sites.error} onRetry={sites.refetch} />}
        {sites.isPending && <Waiting />}
        {sites.all?.length === 0 && <p role="status">{text('no_sites')}</p>}
        {all.length > 0 && (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">
                  <CheckAll
                    label={text('all_sites')}
                    ids={all.map(({ id }) => id)}
                    {...{ chosen }}
                    onChange={setChosen}
                  />
                </th>
                <th scope="col">{text('site')}</th>
                <th scope="col">{text('code')}</th>
              </tr>
            </thead>
            <tbody>
              {all.map((site) => (
                <tr key={site.id}>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={site.name}
                      checked={chosen.has(site.id)}
                      onChange={({ target }) =>
                        setChosen(withIds(chosen, [site.id], target.checked))
                      }
                    />
                  </td>
                  <td>{site.name}</td>
                  <td>{site.code}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {needed && chosen.size === 0 && (
          <p className={styles.problem} role="alert">
            {text('site_required')}
          </p>
        )}
        {sites.hasNextPage && (
          <Button onClick={() => sites.fetchNextPage()} loading={sites.isFetchingNextPage}>
            {text('more')}
          </Button>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          loading={isPending}
          onClick={() => (chosen.size > 0 ? mutate() : setNeeded(true))}
        >
          {translate('resources.grants.authorise.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

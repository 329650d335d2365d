import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useAnswer, useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { TimeText } from '../../../widgets/list/TimeText'
import styles from './client.module.css'
import { ShownOnce } from './ShownOnce'

type Secret = Schemas['SecretRecord']

const DAY = 86_400
const OVERLAPS = [
  { seconds: 0, text: 'overlap_now' },
  { seconds: DAY, text: 'overlap_day' },
  { seconds: 7 * DAY, text: 'overlap_week' },
  { seconds: 30 * DAY, text: 'overlap_month' },
] as const

/** The secrets of the client of this form: a new one, the end of the old ones. */
export function Secrets() {
  const client = useRecordContext<Schemas['ClientRecord']>()
  const text = useText('clients')
  const [making, setMaking] = useState(false)
  const [removing, setRemoving] = useState<Secret>()
  const [made, setMade] = useState<string>()
  const id = client?.id ?? ''
  const found = useAnswer('GET /clients/{id}/secrets', { path: { id } }, { enabled: id !== '' })
  if (!client?.token_endpoint_auth_method.startsWith('client_secret')) return null
  const done = () => {
    setMaking(false)
    setRemoving(undefined)
  }
  return (
    <div className={styles.panel}>
      <h3>{text('secrets')}</h3>
      {found.error && <Failure error={found.error} onRetry={found.refetch} />}
      <ul>
        {found.data?.map((secret) => (
          <li key={secret.id}>
            <TimeText at={secret.createdAt} />
            <span className={styles.soft}>
              <Ending secret={secret} />
            </span>
            <Button
              size="small"
              color="error"
              onClick={() => setRemoving(secret)}
              aria-label={text('secret_delete', { time: secret.createdAt })}
            >
              {text('secret_delete_short')}
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="outlined" onClick={() => setMaking(true)}>
        {text('secret_new')}
      </Button>
      {making && (
        <NewSecret
          client={id}
          onClose={() => setMaking(false)}
          onMade={(secret) => {
            done()
            setMade(secret)
          }}
        />
      )}
      {removing && (
        <RemoveSecret
          client={id}
          secret={removing}
          onClose={() => setRemoving(undefined)}
          onRemoved={done}
        />
      )}
      {made && <ShownOnce label="once_secret" value={made} onDone={() => setMade(undefined)} />}
    </div>
  )
}

function Ending({ secret }: { secret: Secret }) {
  const text = useText('clients')
  if (!secret.expiresAt) return text('secret_stays')
  const [before, after] = text('secret_ends', { time: '\u0000' }).split('\u0000')
  return (
    <>
      {before}
      <TimeText at={secret.expiresAt} />
      {after}
    </>
  )
}

interface NewSecretProps {
  client: string
  onClose(): void
  onMade(secret: string): void
}

function NewSecret({ client, onClose, onMade }: NewSecretProps) {
  const text = useText('clients')
  const translate = useTranslate()
  const title = useId()
  const field = useId()
  const [overlap, setOverlap] = useState<number>(7 * DAY)
  const call = useCall()
  const making = useMutation({
    mutationFn: () =>
      call('POST /clients/{id}/secrets', {
        path: { id: client },
        body: { overlapSeconds: overlap },
      }),
    onSuccess: ({ clientSecret }) => onMade(String(clientSecret)),
  })
  return (
    <Dialog
      open
      onClose={() => !making.isPending && onClose()}
      aria-labelledby={title}
      slotProps={{ paper: { className: styles.dialog } }}
    >
      <DialogTitle id={title}>{text('secret_new')}</DialogTitle>
      <DialogContent dividers>
        <div className={styles.form}>
          <p>{text('secret_new_hint')}</p>
          <TextField
            select
            fullWidth
            id={field}
            label={text('secret_overlap')}
            value={overlap}
            onChange={(event) => setOverlap(Number(event.target.value))}
          >
            {OVERLAPS.map(({ seconds, text: name }) => (
              <MenuItem key={seconds} value={seconds}>
                {text(name)}
              </MenuItem>
            ))}
          </TextField>
          {making.error && <Failure error={making.error} />}
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={making.isPending}>
          {translate('ra.action.cancel')}
        </Button>
        <Button variant="contained" loading={making.isPending} onClick={() => making.mutate()}>
          {text('secret_make')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface RemoveSecretProps {
  client: string
  secret: Secret
  onClose(): void
  onRemoved(): void
}

function RemoveSecret({ client, secret, onClose, onRemoved }: RemoveSecretProps) {
  const text = useText('clients')
  const translate = useTranslate()
  const title = useId()
  const call = useCall()
  const removing = useMutation({
    mutationFn: () =>
      call('DELETE /clients/{id}/secrets/{secretId}', {
        path: { id: client, secretId: secret.id },
      }),
    onSuccess: onRemoved,
  })
  return (
    <Dialog
      open
      onClose={() => !removing.isPending && onClose()}
      aria-labelledby={title}
      slotProps={{ paper: { className: styles.dialog } }}
    >
      <DialogTitle id={title}>
        {text('secret_delete_short')} <TimeText at={secret.createdAt} />
      </DialogTitle>
      <DialogContent dividers>
        <p>{text('secret_delete_sure')}</p>
        {removing.error && <Failure error={removing.error} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={removing.isPending}>
          {translate('ra.action.cancel')}
        </Button>
        <Button
          variant="contained"
          color="error"
          loading={removing.isPending}
          onClick={() => removing.mutate()}
        >
          {text('secret_delete_short')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

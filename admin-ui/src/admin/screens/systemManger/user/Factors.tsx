import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useNotify, useRecordContext, useTranslate } from 'react-admin'
import { useAnswer, useCall } from '../../../widgets/data/useCall'
import { Failure, messageOf } from '../../../widgets/feedback/Failure'
import styles from './user.module.css'

const MOST = 200

/** The second factors of the user of this form, and their reset. */
export function Factors() {
  const user = useRecordContext()
  const translate = useTranslate()
  const notify = useNotify()
  const [asking, setAsking] = useState(false)
  const id = user ? String(user.id) : ''
  const found = useAnswer('GET /users/{id}/factors', { path: { id } }, { enabled: id !== '' })
  const has = found.data
  if (found.error) return <Failure error={found.error} onRetry={found.refetch} />
  if (!user || !has) return null
  const any = has.totp || has.passkeys > 0
  const say = (key: string, values = {}) => translate(`resources.users.factors.${key}`, values)
  return (
    <section className={styles.factors} aria-label={say('title')}>
      <h2>{say('title')}</h2>
      <p>
        {any
          ? say('has', {
              totp: say(has.totp ? 'yes' : 'no'),
              passkeys: has.passkeys,
              codes: has.recoveryCodes,
            })
          : say('none')}
        {has.required && <span> {say('is_required')}</span>}
      </p>
      {any && (
        <Button variant="outlined" onClick={() => setAsking(true)}>
          {say('reset')}
        </Button>
      )}
      {asking && (
        <Reset
          user={id}
          name={String(user.fullName ?? user.userName)}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            notify('resources.users.factors.was_reset', { type: 'success' })
          }}
        />
      )}
    </section>
  )
}

interface ResetProps {
  user: string
  name: string
  onClose(): void
  onDone(): void
}

/** Says what a reset does, and asks for its reason. */
function Reset({ user, name, onClose, onDone }: ResetProps) {
  const translate = useTranslate()
  const call = useCall()
  const title = useId()
  const field = useId()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('POST /users/{id}/factors/reset', {
        path: { id: user },
        body: { reason: reason.trim() },
      }),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The form of the record lies around this one in the tree: it must not be saved with it.
    event.stopPropagation()
    if (reason.trim() === '') return setMissing(true)
    mutate()
  }
  const say = (key: string, values = {}) => translate(`resources.users.factors.${key}`, values)
  const problem = missing && reason.trim() === '' ? say('reason_missing') : messageOf(error)
  return (
    // While it is asked who is there, that dialog alone has the focus.
    <Dialog open={!isPending} onClose={onClose} aria-labelledby={title}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={title}>{say('reset_title', { name })}</DialogTitle>
        <DialogContent>
          <DialogContentText>{say('reset_text')}</DialogContentText>
          <TextField
            id={field}
            label={say('reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={problem !== undefined}
            helperText={problem ?? say('reason_hint')}
            slotProps={{ htmlInput: { maxLength: MOST } }}
            fullWidth
            autoFocus
            required
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" color="error">
            {say('reset')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

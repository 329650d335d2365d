import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useId, useState } from 'react'
import { useRefresh, useTranslate } from 'react-admin'
import { Failure } from '../../../widgets/Failure'
import { fieldErrors, useSay } from '../../../widgets/say'
import { type ImportResult, importUsers } from './api'
import { useTexts } from './texts'
import styles from './user.module.css'

/** A file's octets in base64. */
async function base64Of(file: File): Promise<string> {
  const octets = new Uint8Array(await file.arrayBuffer())
  const parts: string[] = []
  // In pieces: a call has no room for a whole file's arguments.
  for (let at = 0; at < octets.length; at += 0x8000) {
    parts.push(String.fromCharCode(...octets.subarray(at, at + 0x8000)))
  }
  return btoa(parts.join(''))
}

/** Users out of a file: tried first, and made when nothing is wrong with it. */
export function Import({ onClose }: { onClose(): void }) {
  const text = useTexts()
  const translate = useTranslate()
  const say = useSay()
  const refresh = useRefresh()
  const id = useId()
  const [content, setContent] = useState<string>()
  const trying = useMutation({ mutationFn: (file: string) => importUsers(file, true) })
  const applying = useMutation({
    mutationFn: (file: string) => importUsers(file, false),
    onSuccess: (result) => {
      if (!result.applied) return trying.mutate(content ?? '')
      onClose()
      say.done(text('imported', { count: result.created }))
      refresh()
    },
  })
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // The same file can be chosen again once it was corrected.
    event.target.value = ''
    if (!file) return
    const chosen = await base64Of(file)
    setContent(chosen)
    applying.reset()
    trying.mutate(chosen)
  }
  const found = trying.data
  const error = applying.error ?? trying.error
  const [problem] = Object.values(fieldErrors(error))
  const ready = content !== undefined && found?.errorCount === 0 && found.created > 0
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={`${id}title`}
      slotProps={{ paper: { className: styles.import ?? '' } }}
    >
      <DialogTitle id={`${id}title`}>{text('import_title')}</DialogTitle>
      <DialogContent>
        <p className={styles.hint}>{text('import_hint')}</p>
        <Button component="label" variant="outlined" loading={trying.isPending}>
          {text('import_choose')}
          <input className={styles.file} type="file" accept=".csv,.xlsx" onChange={choose} />
        </Button>
        {problem && <Alert severity="error">{problem}</Alert>}
        {Boolean(error) && !problem && <Failure error={error} />}
        {found && !error && <Outcome found={found} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          disabled={!ready}
          loading={applying.isPending}
          onClick={() => applying.mutate(content ?? '')}
        >
          {text('import_act', { count: found?.created ?? 0 })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Outcome({ found }: { found: ImportResult }) {
  const text = useTexts()
  const { total, created, unchanged, errorCount, errors } = found
  return (
    <section aria-live="polite">
      <p>{text('import_found', { total, created, unchanged, errors: errorCount })}</p>
      {errors.length > 0 && (
        <table className={styles.errors}>
          <thead>
            <tr>
              <th scope="col">{text('import_row')}</th>
              <th scope="col">{text('import_field')}</th>
              <th scope="col">{text('import_problem')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, field, message }) => (
              <tr key={`${row} ${field} ${message}`}>
                <td>{row}</td>
                <td>{field}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

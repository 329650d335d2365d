import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Asked, CallName, Schemas } from '../../../shared/api'
import { useCall } from '../data/useCall'
import { useOwnText, useText } from '../data/useText'
import { Failure } from '../feedback/Failure'
import { fieldErrors, useSay } from '../feedback/say'
import { save } from './download'
import { FileButton } from './FileButton'
import styles from './ImportDialog.module.css'
import { base64Of, templateOf } from './importing'

/** The calls that make records out of a file. */
type Importing = Extract<CallName, `POST ${string}/import`>

/** What is made of a file. Its texts are below `importing` of the noun. */
export interface ImportDialogProps {
  /** The noun of the records. */
  noun: Importing extends `POST /${infer N}/import` ? N : never
  /** The columns of a file, in the order of its template. */
  columns: readonly string[]
  /** What goes along with the file. */
  along?: { tenantId: string }
  onClose(): void
}

/** A file, as it goes to the server. */
interface Chosen {
  content: string
  fileName: string
}

/** Records out of a file: tried first, and made when nothing is wrong with it. */
export function ImportDialog({ noun, columns: fields, along, onClose }: ImportDialogProps) {
  const text = useOwnText('importing')
  const own = useText(noun)
  const columns = Object.fromEntries(
    fields.map((field) => [
      field,
      own(`importing.columns.${field}`, { _: own(`fields.${field}`) }),
    ]),
  )
  const translate = useTranslate()
  const say = useSay()
  const call = useCall()
  const id = useId()
  const [chosen, setChosen] = useState<Chosen>()
  const send = (dryRun: boolean) => (file: Chosen) =>
    call(`POST /${noun}/import`, { body: { ...along, ...file, dryRun } } as Asked<Importing>)
  const trying = useMutation({ mutationFn: send(true) })
  const applying = useMutation({
    mutationFn: send(false),
    onSuccess: (result) => {
      if (!result.applied) return chosen && trying.mutate(chosen)
      onClose()
      say.done(own('importing.done', { count: result.created }))
    },
  })
  const choose = async (file: File) => {
    const read = { content: await base64Of(file), fileName: file.name }
    setChosen(read)
    applying.reset()
    trying.mutate(read)
  }
  const found = trying.data
  const error = applying.error ?? trying.error
  const [problem] = Object.values(fieldErrors(error))
  const ready = chosen !== undefined && found?.errorCount === 0 && found.created > 0
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={`${id}title`}
      slotProps={{ paper: { className: styles.paper ?? '' } }}
    >
      <DialogTitle id={`${id}title`}>{own('importing.title')}</DialogTitle>
      <DialogContent>
        <p className={styles.hint}>{own('importing.hint')}</p>
        <div className={styles.choices}>
          <FileButton
            label={text('choose')}
            accept=".csv,.xlsx"
            loading={trying.isPending}
            onChoose={choose}
          />
          <Button onClick={() => save(templateOf(columns), own('importing.template'))}>
            {text('template')}
          </Button>
        </div>
        {problem && <Alert severity="error">{problem}</Alert>}
        {Boolean(error) && !problem && <Failure error={error} />}
        <section aria-live="polite">
          {found && !error && <Outcome found={found} labels={columns} />}
        </section>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          disabled={!ready}
          loading={applying.isPending}
          onClick={() => chosen && applying.mutate(chosen)}
        >
          {own('importing.act', { count: found?.created ?? 0 })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface OutcomeProps {
  found: Schemas['ImportResult']
  labels: Readonly<Record<string, string>>
}

function Outcome({ found, labels }: OutcomeProps) {
  const text = useOwnText('importing')
  const { total, created, unchanged, errorCount, errors } = found
  return (
    <>
      <p>{text('found', { total, created, unchanged, errors: errorCount })}</p>
      {errorCount === 0 && created === 0 && <p>{text('nothing')}</p>}
      {errors.length > 0 && (
        <table className={styles.errors} aria-label={text('errors')}>
          <thead>
            <tr>
              <th scope="col">{text('row')}</th>
              <th scope="col">{text('field')}</th>
              <th scope="col">{text('problem')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, field, message }) => (
              <tr key={`${row} ${field} ${message}`}>
                <td>{row}</td>
                <td>{labels[field] ?? field}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {errorCount > errors.length && <p>{text('told', { count: errors.length })}</p>}
    </>
  )
}

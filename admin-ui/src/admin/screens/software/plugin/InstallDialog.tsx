import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { fieldErrors, useSay } from '../../../widgets/feedback/say'
import { FileButton } from '../../../widgets/files/FileButton'
import { base64Of } from '../../../widgets/files/importing'
import styles from './plugin.module.css'

type Checked = Schemas['CheckResult']

/** A bundle is chosen, checked, and installed once somebody has read what was found. */
export function InstallDialog({ onClose }: { onClose(): void }) {
  const id = useId()
  const text = useText('plugins')
  const translate = useTranslate()
  const say = useSay()
  const call = useCall()
  const checking = useMutation({
    mutationFn: async (file: File) => {
      const content = await base64Of(file)
      return { content, found: await call('POST /plugins/check', { body: { content } }) }
    },
  })
  const checked = checking.data
  const installing = useMutation({
    mutationFn: ({ content, found }: NonNullable<typeof checked>) =>
      call('POST /plugins', { body: { content, changePublisher: found.changesPublisher } }),
    onSuccess: ({ name, version }) => {
      say.done(text('installed', { name, version }))
      onClose()
    },
  })
  const error = installing.error ?? checking.error
  const [problem] = Object.values(fieldErrors(error))
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{text('install_title')}</DialogTitle>
      <DialogContent dividers>
        <p className={styles.hint}>{text('install_hint')}</p>
        <FileButton
          label={text('choose')}
          accept=".cardea"
          loading={checking.isPending}
          onChoose={(file) => {
            installing.reset()
            checking.mutate(file)
          }}
        />
        <section aria-live="polite" className={styles.found}>
          {problem && <Alert severity="error">{problem}</Alert>}
          {Boolean(error) && !problem && <Failure error={error} />}
          {checked && !checking.isPending && <Found found={checked.found} />}
        </section>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          disabled={!checked?.found.admitted || checking.isPending}
          loading={installing.isPending}
          onClick={() => checked && installing.mutate(checked)}
        >
          {text(checked?.found.changesPublisher ? 'install_other' : 'install')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** What a bundle is, and what is to be said of it. */
function Found({ found }: { found: Checked }) {
  const text = useText('plugins')
  const { plugin, findings } = found
  return (
    <>
      {plugin && (
        <dl className={styles.facts}>
          <dt>{text('fields.name')}</dt>
          <dd>{plugin.name}</dd>
          <dt>{text('fields.version')}</dt>
          <dd>
            {plugin.version} <span data-muted>{text('release', { number: plugin.sequence })}</span>
          </dd>
          <dt>{text('fields.webCode')}</dt>
          <dd>
            {plugin.softwareName ?? plugin.webCode}{' '}
            {plugin.softwareName && <span data-muted>{plugin.webCode}</span>}
          </dd>
          <dt>{text('fields.publisherId')}</dt>
          <dd>{plugin.publisherId}</dd>
        </dl>
      )}
      {findings.map(({ code, severity, message, detail }) => (
        <Alert key={code} severity={severity}>
          {message}
          {detail && <small className={styles.detail}>{detail}</small>}
        </Alert>
      ))}
      {found.admitted && findings.length === 0 && (
        <Alert severity="success">{text('nothing_found')}</Alert>
      )}
    </>
  )
}

import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useText } from '../../../widgets/data/useText'
import panel from '../userAllowed/userAllowed.module.css'

interface OutcomeProps {
  result: Schemas['PreauthorisationResult']
  onClose(): void
}

/** To whom it was sent, and to whom not, and why. */
export function Outcome({ result: { success, failure }, onClose }: OutcomeProps) {
  const text = useText('preauthorisations')
  const translate = useTranslate()
  const title = useId()
  const lists = [
    { name: 'success', people: success.map(({ id, label }) => ({ id, label, message: '' })) },
    { name: 'failure', people: failure.map((each) => ({ id: each.label, ...each })) },
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={title}
      slotProps={{ paper: { className: panel.result ?? '' } }}
    >
      <DialogTitle id={title}>{translate('resources.grants.result.title')}</DialogTitle>
      <DialogContent dividers>
        <div role="status">
          {lists.map(({ name, people }) => (
            <section key={name} className={panel.outcome} data-outcome={name}>
              <h3>{text(name, { count: people.length })}</h3>
              {people.length > 0 && (
                <ul>
                  {people.map(({ id, label, message }) => (
                    <li key={id}>
                      {label}
                      {message && <small>{message}</small>}
                    </li>
                  ))}
                </ul>
              )}
            </section>
          ))}
          {success.length > 0 && <p>{text('nothing_before')}</p>}
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} variant="contained" autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

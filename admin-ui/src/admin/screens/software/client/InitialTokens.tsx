import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { firstRows, useAnswer, useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { ChoiceInput, LineInput } from '../../../widgets/form/dialogInputs'
import { InlineForm } from '../../../widgets/form/InlineForm'
import { text as trimmed } from '../../../widgets/form/rules'
import { TimeText } from '../../../widgets/list/TimeText'
import styles from './client.module.css'
import { ShownOnce } from './ShownOnce'

const LIVES = [
  { seconds: 3600, text: 'life_hour' },
  { seconds: 86_400, text: 'life_day' },
  { seconds: 7 * 86_400, text: 'life_week' },
  { seconds: 30 * 86_400, text: 'life_month' },
] as const

/** As many are shown. */
const SHOWN = 100

/** What lets programs register clients: made, shown once, taken back. */
export function InitialTokens({ onClose }: { onClose(): void }) {
  const text = useText('clients')
  const translate = useTranslate()
  const title = useId()
  const [made, setMade] = useState<string>()
  const call = useCall()
  const newest = { query: firstRows(SHOWN, {}, ['createdAt', 'DESC']) }
  const found = useAnswer('GET /initial-access-tokens', newest)
  const revoking = useMutation({
    mutationFn: (id: string) => call('DELETE /initial-access-tokens/{id}', { path: { id } }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={title}
      slotProps={{ paper: { className: styles.dialog } }}
    >
      <DialogTitle id={title}>{text('initial')}</DialogTitle>
      <DialogContent dividers>
        <p className={styles.soft}>{text('initial_hint')}</p>
        {found.error && <Failure error={found.error} onRetry={found.refetch} />}
        {revoking.error && <Failure error={revoking.error} />}
        {found.data?.length === 0 && <p>{text('initial_none')}</p>}
        <div className={styles.panel}>
          <ul>
            {found.data?.map((token) => (
              <Token key={token.id} token={token} onRevoke={() => revoking.mutate(token.id)} />
            ))}
          </ul>
        </div>
        <NewToken onMade={setMade} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
      {made && <ShownOnce label="once_token" value={made} onDone={() => setMade(undefined)} />}
    </Dialog>
  )
}

function Token({ token, onRevoke }: { token: Schemas['InitialAccessToken']; onRevoke(): void }) {
  const text = useText('clients')
  const { used, uses, note, revokedAt, expiresAt } = token
  const over = Boolean(revokedAt) || new Date(expiresAt).getTime() <= Date.now()
  return (
    <li>
      <strong>{note || token.id}</strong>
      <span>{text('initial_used', { used, uses })}</span>
      <span className={styles.soft}>
        {revokedAt && text('initial_revoked')}
        {!revokedAt && over && text('initial_expired')}
        {!over && <TimeText at={expiresAt} />}
      </span>
      {!over && (
        <Button
          size="small"
          onClick={onRevoke}
          aria-label={text('initial_revoke_of', { note: note || token.id })}
        >
          {text('initial_revoke')}
        </Button>
      )}
    </li>
  )
}

function NewToken({ onMade }: { onMade(token: string): void }) {
  const text = useText('clients')
  const call = useCall()
  const named = (names: readonly string[]) => names.map((id) => ({ id, name: text(id) }))
  const lives = LIVES.map(({ seconds, text: name }) => ({ id: String(seconds), name: text(name) }))
  return (
    <InlineForm
      resource="clients"
      submit={text('initial_new')}
      defaultValues={{ uses: 1, life: '86400', pkce: 'required' }}
      clears={['note']}
      act={({ note, uses, life, pkce }) =>
        call('POST /initial-access-tokens', {
          body: {
            note: trimmed(note),
            uses: Number(uses),
            expiresInSeconds: Number(life),
            pkce: pkce as 'required' | 'optional',
          },
        })
      }
      done={() => undefined}
      onSaved={({ initialAccessToken }) => onMade(initialAccessToken)}
      className={styles.form}
    >
      <LineInput source="note" label={text('initial_note')} autoComplete="off" />
      <LineInput source="uses" label={text('initial_uses')} type="number" />
      <ChoiceInput source="life" label={text('initial_life')} choices={lives} />
      <ChoiceInput
        source="pkce"
        label={text('fields.cardea_pkce')}
        choices={named(['required', 'optional'])}
      />
    </InlineForm>
  )
}

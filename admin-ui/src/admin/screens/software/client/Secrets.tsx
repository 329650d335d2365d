import { useState } from 'react'
import { useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { moment } from '../../../../shared/format'
import { useAnswer, useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { ChoiceInput } from '../../../widgets/form/dialogInputs'
import { FormDialog } from '../../../widgets/form/FormDialog'
import type { Act } from '../../../widgets/list/ActsMenu'
import { Asking } from '../../../widgets/list/Asking'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { RowMenu } from '../../../widgets/list/RowMenu'
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
  const call = useCall()
  const [made, setMade] = useState<string>()
  const id = client?.id ?? ''
  const found = useAnswer('GET /clients/{id}/secrets', { path: { id } }, { enabled: id !== '' })
  if (!client?.token_endpoint_auth_method.startsWith('client_secret')) return null
  const removal = (secret: Secret): Act => ({
    key: 'remove',
    label: text('secret_delete_short'),
    dialog: (onClose) => (
      <Asking
        title={text('secret_delete', { time: moment(secret.createdAt, true) })}
        content={text('secret_delete_sure')}
        confirm={text('secret_delete_short')}
        confirmColor="warning"
        act={() =>
          call('DELETE /clients/{id}/secrets/{secretId}', { path: { id, secretId: secret.id } })
        }
        onClose={onClose}
      />
    ),
  })
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
            <RowMenu name={moment(secret.createdAt, true)} acts={[removal(secret)]} />
          </li>
        ))}
      </ul>
      <DialogButton
        variant="outlined"
        dialog={(onClose) => <NewSecret client={id} onClose={onClose} onMade={setMade} />}
      >
        {text('secret_new')}
      </DialogButton>
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
  const call = useCall()
  const choices = OVERLAPS.map(({ seconds, text: name }) => ({
    id: String(seconds),
    name: text(name),
  }))
  return (
    <FormDialog
      resource="clients"
      title={text('secret_new')}
      text={text('secret_new_hint')}
      submit={text('secret_make')}
      defaultValues={{ overlap: String(7 * DAY) }}
      act={({ overlap }) =>
        call('POST /clients/{id}/secrets', {
          path: { id: client },
          body: { overlapSeconds: Number(overlap) },
        })
      }
      done={() => undefined}
      onSaved={({ clientSecret }) => onMade(String(clientSecret))}
      onClose={onClose}
    >
      <ChoiceInput source="overlap" label={text('secret_overlap')} choices={choices} />
    </FormDialog>
  )
}

import { DataTable, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useSay } from '../../../widgets/feedback/say'
import { Asking } from '../../../widgets/list/Asking'
import { ChoiceFilter } from '../../../widgets/list/ChoiceFilter'
import { CopyText } from '../../../widgets/list/CopyText'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { TimeField, TimeText } from '../../../widgets/list/TimeText'

type SigningKey = Schemas['SigningKey']

const STATES = ['next', 'current', 'retired', 'removed'].map((id) => ({
  id,
  name: `resources.signing-keys.${id}`,
}))
const ALGS = ['ES256', 'RS256', 'PS256', 'EdDSA'].map((id) => ({ id, name: id }))
const filters = [
  <ChoiceFilter key="state" source="state" choices={STATES} alwaysOn />,
  <ChoiceFilter key="alg" source="alg" choices={ALGS} translateChoice={false} alwaysOn />,
]
/** Enough of a thumbprint to tell keys apart. */
const SHOWN = 12

function KeyId() {
  const key = useRecordContext<SigningKey>()
  return key ? <CopyText text={key.id} shown={SHOWN} /> : null
}

function StateField() {
  const key = useRecordContext<SigningKey>()
  const text = useText('signing-keys')
  if (!key) return null
  return <span data-muted={key.state === 'removed' || undefined}>{text(key.state)}</span>
}

/** When it left the key set, or will. */
function RemovedAt() {
  const key = useRecordContext<SigningKey>()
  return <TimeText at={key?.removedAt ?? key?.removeAt} />
}

/** A key that signs is replaced, once somebody has read what that means. */
function Acts() {
  const text = useText('signing-keys')
  const call = useCall()
  const say = useSay()
  const rotate = ({ alg }: SigningKey) => ({
    key: 'rotate',
    label: text('rotate'),
    dialog: (onClose: () => void) => (
      <Asking
        title={text('rotate_title', { alg })}
        content={text('rotate_text')}
        confirm={text('rotate')}
        act={() => call('POST /signing-keys/rotate', { body: { alg } })}
        onDone={(made) => say.done(text('rotated', { alg: made.alg }))}
        onClose={onClose}
      />
    ),
  })
  return (
    <RowActs<SigningKey>
      name="alg"
      acts={(key) => (key.state === 'current' ? [rotate(key)] : [])}
    />
  )
}

/** The keys that tokens are signed with, those before them and those after. */
export function SigningKeyList() {
  return (
    <Listing filters={filters}>
      <DataTable.Col source="id" disableSort field={KeyId} />
      <DataTable.Col source="alg" disableSort />
      <DataTable.Col source="state" disableSort field={StateField} />
      <DataTable.Col source="publishedAt" field={TimeField} />
      <DataTable.Col source="currentAt" disableSort field={TimeField} />
      <DataTable.Col source="retiredAt" disableSort field={TimeField} />
      <DataTable.Col source="removedAt" disableSort field={RemovedAt} />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
    </Listing>
  )
}

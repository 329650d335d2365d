import { DataTable, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useSay } from '../../../widgets/feedback/say'
import { Asking } from '../../../widgets/list/Asking'
import { Badge } from '../../../widgets/list/Badge'
import { ChoiceFilter } from '../../../widgets/list/ChoiceFilter'
import { CopyText } from '../../../widgets/list/CopyText'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { TimeField } from '../../../widgets/list/TimeText'

type Publisher = Schemas['Publisher']

const STATES = [
  { id: false, name: 'resources.publishers.trusted' },
  { id: true, name: 'resources.publishers.revoked' },
]
const filters = [<ChoiceFilter key="revoked" source="revoked" choices={STATES} alwaysOn />]

function Name() {
  const publisher = useRecordContext<Publisher>()
  const text = useText('publishers')
  if (!publisher) return null
  return (
    <span>
      {publisher.name} {publisher.shipped && <span data-muted>{text('shipped')}</span>}{' '}
      {publisher.revokedAt && <Badge tone="danger">{text('revoked')}</Badge>}
    </span>
  )
}

function WebCodes() {
  return <span>{useRecordContext<Publisher>()?.webCodes.join(', ')}</span>
}

function Key() {
  const publisher = useRecordContext<Publisher>()
  return publisher ? <CopyText text={publisher.publicKey} shown={12} /> : null
}

function Acts() {
  const text = useText('publishers')
  const call = useCall()
  const say = useSay()
  const revoke = ({ id, name }: Publisher) => ({
    key: 'revoke',
    label: text('revoke'),
    dialog: (onClose: () => void) => (
      <Asking
        title={text('revoke_title', { name })}
        content={text('revoke_text')}
        confirm={text('revoke')}
        confirmColor="warning"
        act={() => call('POST /publishers/{id}/revoke', { path: { id } })}
        onDone={() => say.done(text('revoke_done', { name }))}
        onClose={onClose}
      />
    ),
  })
  return (
    <RowActs<Publisher>
      name="name"
      acts={(publisher) => (publisher.revokedAt ? [] : [revoke(publisher)])}
    />
  )
}

/** Whose plugins are trusted, and for which systems. */
export function PublisherList() {
  return (
    <Listing filters={filters}>
      <DataTable.Col source="name" field={Name} />
      <DataTable.Col source="webCodes" disableSort field={WebCodes} />
      <DataTable.Col source="id" disableSort />
      <DataTable.Col source="publicKey" disableSort field={Key} />
      <DataTable.Col source="createdAt" field={TimeField} />
      <DataTable.Col source="revokedAt" disableSort field={TimeField} />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
    </Listing>
  )
}

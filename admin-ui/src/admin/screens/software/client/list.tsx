import { DataTable, useRecordContext } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { lazyPart } from '../../../widgets/lazyPart'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { TimeField } from '../../../widgets/list/TimeText'

const InitialTokens = lazyPart(async () => (await import('./InitialTokens')).InitialTokens)

const filters = [<SearchFilter key="q" source="q" alwaysOn />]

interface Row {
  token_endpoint_auth_method: string
  cardea_profile: string
}

function Method() {
  const row = useRecordContext<Row>()
  return <code>{row?.token_endpoint_auth_method}</code>
}

function Profile() {
  const text = useText('clients')
  const profile = useRecordContext<Row>()?.cardea_profile ?? ''
  return text(profile, { _: profile })
}

/** The clients, and the tokens that let programs register more. */
export function ClientList() {
  const text = useText('clients')
  return (
    <Listing
      filters={filters}
      actions={
        <DialogButton looking dialog={(onClose) => <InitialTokens onClose={onClose} />}>
          {text('initial')}
        </DialogButton>
      }
    >
      <DataTable.Col source="client_name" label={text('fields.client_name')} field={EditLink} />
      <DataTable.Col source="id" label={text('fields.client_id')} />
      <DataTable.Col
        source="token_endpoint_auth_method"
        label={text('fields.token_endpoint_auth_method')}
        disableSort
        field={Method}
      />
      <DataTable.Col
        source="cardea_profile"
        label={text('fields.cardea_profile')}
        disableSort
        field={Profile}
      />
      <DataTable.Col source="updated_at" field={TimeField} />
    </Listing>
  )
}

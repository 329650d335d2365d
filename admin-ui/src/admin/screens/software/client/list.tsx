import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { DataTable, useRecordContext } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { TimeText } from '../../../widgets/list/TimeText'

const InitialTokens = lazy(async () => ({
  default: (await import('./InitialTokens')).InitialTokens,
}))

const filters = [<SearchFilter key="q" source="q" alwaysOn />]

interface Row {
  token_endpoint_auth_method: string
  cardea_profile: string
  updated_at: string
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

function UpdatedAt() {
  return <TimeText at={useRecordContext<Row>()?.updated_at} />
}

/** The clients, and the tokens that let programs register more. */
export function ClientList() {
  const text = useText('clients')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Listing
        filters={filters}
        sort={{ field: 'client_name', order: 'ASC' }}
        actions={<Button onClick={() => setOpen(true)}>{text('initial')}</Button>}
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
        <DataTable.Col source="updated_at" field={UpdatedAt} />
      </Listing>
      {open && (
        <Suspense>
          <InitialTokens onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

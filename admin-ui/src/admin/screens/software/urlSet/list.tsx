import { DataTable, TextInput, useNotify, useRefresh } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { PlatformEdits } from '../../../widgets/access/PlatformEdits'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import type { Act } from '../../../widgets/list/ActsMenu'
import { Asking } from '../../../widgets/list/Asking'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { SystemFilter } from '../../../widgets/system/SystemFilter'
import { TenantFilter } from '../../../widgets/tenant/TenantFilter'

const filters = [
  <SearchFilter key="q" source="q" alwaysOn />,
  <TenantFilter key="tenant" source="tenantId" alwaysOn />,
  <SystemFilter key="software" source="softwareId" alwaysOn />,
  <TextInput key="url" source="url" alwaysOn />,
]

type Domain = Schemas['TenantDomain']

/** Has the system of a domain prepared for its tenant, once, after a question. */
function useInitialising() {
  const text = useText('domains')
  const call = useCall()
  const notify = useNotify()
  const refresh = useRefresh()
  return ({ id, urlName, tenantName }: Domain): Act => ({
    key: 'initialise',
    label: text('initialise'),
    dialog: (onClose) => (
      <Asking
        title={urlName}
        content={text('initialise_ask', { tenant: tenantName })}
        act={() => call('POST /domains/{id}/initialise', { path: { id } })}
        onDone={() => {
          notify('resources.domains.initialised', { type: 'success' })
          refresh()
        }}
        onClose={onClose}
      />
    ),
  })
}

function Acts() {
  const removal = useRemoval('domains')
  const initialising = useInitialising()
  return (
    <RowActs<Domain>
      name="urlName"
      acts={(domain) => [
        ...(domain.canInit ? [initialising(domain)] : []),
        removal(domain, domain.urlName),
      ]}
    />
  )
}

/** The addresses of tenants' systems. */
export function DomainList() {
  return (
    <PlatformEdits path="software/urlSet">
      <Listing filters={filters} keepsFilters>
        <DataTable.Col source="urlName" field={EditLink} />
        <DataTable.Col source="tenantName" disableSort />
        <DataTable.Col source="softName" disableSort />
        <DataTable.Col source="url" disableSort />
        <DataTable.Col source="websiteUrl" disableSort />
        <DataTable.Col source="mobileUrl" disableSort />
        <DataTable.Col source="apiUrl" disableSort />
        <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
      </Listing>
    </PlatformEdits>
  )
}

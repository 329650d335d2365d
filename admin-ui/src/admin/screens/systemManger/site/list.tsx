import { lazy, Suspense, useState } from 'react'
import {
  DataTable,
  type RaRecord,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { RemoveButton } from '../../../widgets/list/RemoveButton'
import { SearchFilter } from '../../../widgets/list/SearchFilter'

const Import = lazy(async () => ({ default: (await import('./Import')).Import }))

const filters = [<SearchFilter key="q" source="q" alwaysOn />]

/** What came with the platform (`isUserAdd` 0) stays. */
function Remove() {
  const site = useRecordContext<RaRecord>()
  const resource = useResourceContext()
  if (!site || !resource || site.isUserAdd === 0) return null
  return <RemoveButton resource={resource} record={site} name={String(site.siteName)} />
}

/** The research centres of the platform. */
export function SiteList() {
  const translate = useTranslate()
  const [importing, setImporting] = useState(false)
  return (
    <>
      <Listing
        filters={filters}
        sort={{ field: 'siteName', order: 'ASC' }}
        more={[{ key: 'import', label: translate('cardea.import'), act: () => setImporting(true) }]}
      >
        <DataTable.Col source="siteName" field={EditLink} />
        <DataTable.Col source="areaName" disableSort />
        <DataTable.Col source="levelDesc" disableSort />
        <DataTable.Col source="typeDesc" disableSort />
        <DataTable.Col source="address" disableSort />
        <DataTable.Col label="cardea.dialog.actions" disableSort field={Remove} />
      </Listing>
      {importing && (
        <Suspense>
          <Import onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}

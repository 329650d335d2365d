import { lazy, Suspense, useState } from 'react'
import { DataTable, type RaRecord, useRecordContext, useTranslate } from 'react-admin'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { useRemoval } from '../../../widgets/list/RemoveButton'
import { RowMenu } from '../../../widgets/list/RowMenu'
import { SearchFilter } from '../../../widgets/list/SearchFilter'

const Import = lazy(async () => ({ default: (await import('./Import')).Import }))

const filters = [<SearchFilter key="q" source="q" alwaysOn />]

/** What came with the platform (`isUserAdd` 0) stays. */
function Acts() {
  const site = useRecordContext<RaRecord>()
  return site && site.isUserAdd !== 0 ? <Remove site={site} /> : null
}

function Remove({ site }: { site: RaRecord }) {
  const translate = useTranslate()
  const name = String(site.siteName)
  const { act, question } = useRemoval({ resource: 'sites', record: site, name })
  return (
    <>
      <RowMenu label={translate('cardea.list.acts', { name })} acts={[act]} />
      {question}
    </>
  )
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
        <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
      </Listing>
      {importing && (
        <Suspense>
          <Import onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}

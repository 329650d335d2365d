import { lazy, Suspense, useState } from 'react'
import {
  DataTable,
  type RaRecord,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { HintedButton } from '../../../widgets/form/HintedButton'
import { Listing } from '../../../widgets/list/Listing'
import { useRemoval } from '../../../widgets/list/RemoveButton'
import { RowMenu } from '../../../widgets/list/RowMenu'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { TenantFilter } from '../../../widgets/tenant/TenantFilter'

const AddDialog = lazy(async () => ({ default: (await import('./AddDialog')).AddDialog }))
const NickDialog = lazy(async () => ({ default: (await import('./NickDialog')).NickDialog }))

/** Adding needs a tenant to add to. */
function Add() {
  const text = useText('tenant-sites')
  const { filterValues } = useListContext()
  const [open, setOpen] = useState(false)
  const tenantId: string = filterValues?.tenantId ?? ''
  return (
    <>
      <HintedButton
        variant="contained"
        hint={tenantId === '' ? text('choose_tenant') : undefined}
        onClick={() => setOpen(true)}
      >
        {text('add')}
      </HintedButton>
      <Suspense>
        {open && (
          <AddDialog title={text('add')} tenantId={tenantId} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}

function Acts() {
  const site = useRecordContext<RaRecord>()
  return site ? <SiteActs site={site} /> : null
}

function SiteActs({ site }: { site: RaRecord }) {
  const text = useText('tenant-sites')
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const name = String(site.nickName)
  const removal = useRemoval({ resource: 'tenant-sites', record: site, name })
  const edit = { key: 'edit', label: text('edit'), act: () => setOpen(true) }
  return (
    <>
      <RowMenu label={translate('cardea.list.acts', { name })} acts={[edit, removal.act]} />
      {removal.question}
      <Suspense>
        {open && (
          <NickDialog
            title={text('edit_of', { name })}
            site={site}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}

/** The sites of tenants, each under its tenant's own name for it. */
export function TenantSiteList() {
  const text = useText('tenant-sites')
  const filters = [
    <TenantFilter key="tenantId" source="tenantId" none={text('all')} width={360} alwaysOn />,
    <SearchFilter key="nickName" source="nickName" alwaysOn />,
  ]
  return (
    <Listing
      filters={filters}
      sort={{ field: 'nickName', order: 'ASC' }}
      adding={<Add />}
      keepsFilters
    >
      <DataTable.Col source="nickName" />
      <DataTable.Col source="siteName" disableSort />
      <DataTable.Col source="areaName" disableSort />
      <DataTable.Col source="tenantName" disableSort />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
    </Listing>
  )
}

import { DataTable, type RaRecord, useListContext } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { lazyPart } from '../../../widgets/lazyPart'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { TenantFilter } from '../../../widgets/tenant/TenantFilter'

const AddDialog = lazyPart(async () => (await import('./AddDialog')).AddDialog)
const NickDialog = lazyPart(async () => (await import('./NickDialog')).NickDialog)

/** Adding needs a tenant to add to. */
function Add() {
  const text = useText('tenant-sites')
  const tenantId: string = useListContext().filterValues?.tenantId ?? ''
  return (
    <DialogButton
      variant="contained"
      hint={tenantId === '' ? text('choose_tenant') : undefined}
      dialog={(onClose) => <AddDialog title={text('add')} {...{ tenantId, onClose }} />}
    >
      {text('add')}
    </DialogButton>
  )
}

function Acts() {
  const text = useText('tenant-sites')
  const removal = useRemoval('tenant-sites')
  const acts = (site: RaRecord) => {
    const title = text('edit_of', { name: site.nickName })
    return [
      {
        key: 'edit',
        label: text('edit'),
        dialog: (onClose: () => void) => <NickDialog {...{ title, site, onClose }} />,
      },
      removal(site, String(site.nickName)),
    ]
  }
  return <RowActs name="nickName" acts={acts} />
}

/** The sites of tenants, each under its tenant's own name for it. */
export function TenantSiteList() {
  const text = useText('tenant-sites')
  const filters = [
    <TenantFilter key="tenantId" source="tenantId" none={text('all')} width={360} alwaysOn />,
    <SearchFilter key="nickName" source="nickName" alwaysOn />,
  ]
  return (
    <Listing filters={filters} adding={<Add />} keepsFilters>
      <DataTable.Col source="nickName" />
      <DataTable.Col source="siteName" disableSort />
      <DataTable.Col source="areaName" disableSort />
      <DataTable.Col source="tenantName" disableSort />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
    </Listing>
  )
}

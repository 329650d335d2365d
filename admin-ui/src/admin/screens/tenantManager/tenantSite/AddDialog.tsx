import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { DataTable, type RaRecord, useTranslate } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { Pick, SideTable } from '../../../widgets/list/SideTable'
import { useSettled } from '../../../widgets/list/useSettled'
import { NickDialog } from './NickDialog'

interface AddDialogProps {
  title: string
  tenantId: string
  onClose(): void
}

/** Chooses a site that the tenant does not have yet, and then what the tenant calls it. */
export function AddDialog({ title, tenantId, onClose }: AddDialogProps) {
  const text = useText('tenant-sites')
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const [site, setSite] = useState<RaRecord>()
  const q = useSettled(search.trim())
  if (site) {
    // The tenant's name for it begins as the platform's.
    const made = { tenantId, siteId: site.id, nickName: site.siteName }
    return <NickDialog title={title} site={site} made={made} onClose={onClose} />
  }
  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': text('choose') } }}
      fullWidth
      maxWidth="md"
    >
      <DialogContent>
        <TextField
          type="search"
          label={text('search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 100 } }}
          sx={{ my: 1, width: 360, maxWidth: '100%' }}
          autoFocus
        />
        <SideTable
          title={text('choose')}
          resource={`tenants/${encodeURIComponent(tenantId)}/unselected-sites`}
          filter={q ? { q } : {}}
          sort={{ field: 'siteName', order: 'ASC' }}
          empty={text('none')}
          onSelect={setSite}
          byHand
        >
          <DataTable.Col source="siteName" label={text('fields.siteName')} disableSort>
            <Pick source="siteName" selected={site} onSelect={setSite} />
          </DataTable.Col>
          <DataTable.Col source="areaName" label={text('fields.areaName')} disableSort />
          <DataTable.Col source="levelDesc" label={text('fields.levelDesc')} disableSort />
          <DataTable.Col source="address" label={text('fields.address')} disableSort />
        </SideTable>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}

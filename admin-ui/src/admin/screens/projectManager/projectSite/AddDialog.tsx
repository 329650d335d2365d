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
import { CodeDialog } from './CodeDialog'

interface AddDialogProps {
  study: RaRecord
  onClose(): void
}

/** Chooses a site that the study does not have yet, and then its code there. */
export function AddDialog({ study, onClose }: AddDialogProps) {
  const text = useText('study-sites')
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const [site, setSite] = useState<RaRecord>()
  const q = useSettled(search.trim())
  if (site) {
    const made = { tenantId: study.tenantId, studyId: study.id, tenantSiteId: site.id }
    return <CodeDialog title={text('add')} site={site} made={made} onClose={onClose} />
  }
  return (
    <Dialog
      open
      onClose={onClose}
      // As wide as the specification has it (9).
      slotProps={{ paper: { 'aria-label': text('choose'), sx: { width: 1000 } } }}
      maxWidth={false}
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
          resource={`studies/${encodeURIComponent(study.id)}/unselected-sites`}
          filter={q ? { q } : {}}
          sort={{ field: 'nickName', order: 'ASC' }}
          empty={text('none')}
          onSelect={setSite}
          byHand
        >
          <DataTable.Col source="nickName" label={text('fields.nickName')} disableSort>
            <Pick source="nickName" selected={site} onSelect={setSite} />
          </DataTable.Col>
          <DataTable.Col source="siteName" label={text('fields.siteName')} disableSort />
          <DataTable.Col source="levelDesc" label={text('fields.levelDesc')} disableSort />
          <DataTable.Col source="areaName" label={text('fields.areaName')} disableSort />
          <DataTable.Col source="remark" label={text('fields.remark')} disableSort />
        </SideTable>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}

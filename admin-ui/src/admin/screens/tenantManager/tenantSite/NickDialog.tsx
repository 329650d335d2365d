import TextField from '@mui/material/TextField'
import { type RaRecord, TextInput } from 'react-admin'
import { RecordDialog } from '../../../widgets/RecordDialog'
import wide from '../../../widgets/RecordForm.module.css'
import { filled } from '../../../widgets/rules'
import { useTexts } from './dialogTexts'

interface NickDialogProps {
  title: string
  /** What the platform knows of it; without `made` the tenant's site itself. */
  site: RaRecord
  /** What a new one begins with. */
  made?: Record<string, unknown>
  onClose(): void
}

/** What a tenant calls a site. */
export function NickDialog({ title, site, made, onClose }: NickDialogProps) {
  const text = useTexts()
  const labels = { nickName: text('nickName') }
  return (
    <RecordDialog
      resource="tenant-sites"
      title={title}
      {...(made ? { defaultValues: made } : { record: site })}
      labels={labels}
      onClose={onClose}
    >
      {(['siteName', 'areaName', 'levelDesc', 'address'] as const).map((field) => (
        <TextField
          key={field}
          label={text(field)}
          value={String(site[field] ?? '')}
          slotProps={{ htmlInput: { readOnly: true } }}
        />
      ))}
      <TextInput
        source="nickName"
        label={labels.nickName}
        validate={filled(text('need_nick'))}
        isRequired
        autoFocus
        className={wide.wide ?? ''}
      />
    </RecordDialog>
  )
}

import type { RaRecord } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { Fixed, LineInput } from '../../../widgets/form/dialogInputs'
import { RecordDialog } from '../../../widgets/form/RecordDialog'

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
  const text = useText('tenant-sites')
  return (
    <RecordDialog
      resource="tenant-sites"
      title={title}
      {...(made ? { defaultValues: made } : { record: site })}
      fields={['nickName']}
      onClose={onClose}
    >
      {(['siteName', 'areaName', 'levelDesc', 'address'] as const).map((field) => (
        <Fixed key={field} label={text(`fields.${field}`)} value={String(site[field] ?? '')} />
      ))}
      <LineInput source="nickName" need={text('need_nick')} autoFocus isWide />
    </RecordDialog>
  )
}

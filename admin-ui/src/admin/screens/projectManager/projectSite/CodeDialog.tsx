import type { RaRecord } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { Fixed, LineInput } from '../../../widgets/form/dialogInputs'
import { RecordDialog } from '../../../widgets/form/RecordDialog'

interface CodeDialogProps {
  title: string
  /** What is known of the site; without `made` the study's site itself. */
  site: RaRecord
  /** What a new one begins with. */
  made?: Record<string, unknown>
  onClose(): void
}

/** The business code of a site in a study. */
export function CodeDialog({ title, site, made, onClose }: CodeDialogProps) {
  const text = useText('study-sites')
  return (
    <RecordDialog
      resource="study-sites"
      title={title}
      {...(made ? { defaultValues: made } : { record: site })}
      fields={['code']}
      onClose={onClose}
    >
      <LineInput source="code" need={text('need_code')} autoFocus isWide />
      {(['nickName', 'siteName', 'levelDesc', 'areaName'] as const).map((field) => (
        <Fixed key={field} label={text(`fields.${field}`)} value={String(site[field] ?? '')} />
      ))}
      <Fixed label={text('fields.remark')} value={String(site.remark ?? '')} isWide />
    </RecordDialog>
  )
}

import type { RaRecord } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { Fixed, LineInput, SortInput, useOtherName } from '../../../widgets/form/dialogInputs'
import { RecordDialog } from '../../../widgets/form/RecordDialog'
import type { Area } from './model'

interface AreaDialogProps {
  level: 1 | 2 | 3
  parent: Area | null
  area: Area | undefined
  onClose(): void
}

/** The form of a region. */
export function AreaDialog({ level, parent, area, onClose }: AreaDialogProps) {
  const text = useText('areas')
  const other = useOtherName('areaName')
  const flag = (value: unknown) => {
    if (!value) return undefined
    if (!/^[1-9]\d*$/.test(String(value))) return text('flag_number')
    return String(value).length > 2 ? text('flag_long') : undefined
  }
  return (
    <RecordDialog
      resource="areas"
      title={area ? text('edit_of', { name: area.areaName }) : text(`add${level}`)}
      record={area as RaRecord | undefined}
      defaultValues={{ parentId: parent?.id ?? '0' }}
      fields={['areaName', other, 'areaCode', 'flag', 'sort']}
      onClose={onClose}
    >
      {parent && <Fixed label={text('parent')} value={parent.areaName} isWide />}
      <LineInput source="areaName" need={text('need_name')} autoFocus />
      <LineInput source={other} helperText={text('other_hint')} />
      <LineInput source="areaCode" />
      <LineInput
        source="flag"
        validate={flag}
        slotProps={{ htmlInput: { maxLength: 2, inputMode: 'numeric' } }}
      />
      <SortInput need={text('need_number')} />
    </RecordDialog>
  )
}

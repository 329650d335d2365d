import type { RaRecord } from 'react-admin'
import { Fixed, LineInput, SortInput, useOtherName } from '../../../widgets/form/dialogInputs'
import { RecordDialog } from '../../../widgets/form/RecordDialog'
import type { Area } from './model'
import { useTexts } from './texts'

interface AreaDialogProps {
  level: 1 | 2 | 3
  parent: Area | null
  area: Area | undefined
  onClose(): void
}

/** The form of a region. */
export function AreaDialog({ level, parent, area, onClose }: AreaDialogProps) {
  const text = useTexts()
  const other = useOtherName('areaName')
  const labels = {
    areaName: text('areaName'),
    [other]: text('other'),
    areaCode: text('areaCode'),
    flag: text('flag'),
    sort: text('sort'),
  }
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
      labels={labels}
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

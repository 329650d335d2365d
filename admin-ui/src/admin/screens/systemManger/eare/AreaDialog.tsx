import TextField from '@mui/material/TextField'
import { type RaRecord, TextInput, useLocaleState } from 'react-admin'
import { RecordDialog } from '../../../widgets/RecordDialog'
import wide from '../../../widgets/RecordForm.module.css'
import { filled, positive } from '../../../widgets/rules'
import type { Area } from './api'
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
  const [locale] = useLocaleState()
  /** The name in the language that the reader does not use. */
  const other = locale === 'en' ? 'areaNameZh' : 'areaNameEn'
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
      {parent && (
        <TextField
          label={text('parent')}
          value={parent.areaName}
          slotProps={{ htmlInput: { readOnly: true } }}
          className={wide.wide ?? ''}
        />
      )}
      <TextInput
        source="areaName"
        label={labels.areaName}
        validate={filled(text('need_name'))}
        isRequired
        autoFocus
      />
      <TextInput source={other} label={text('other')} helperText={text('other_hint')} />
      <TextInput source="areaCode" label={labels.areaCode} />
      <TextInput
        source="flag"
        label={labels.flag}
        validate={flag}
        slotProps={{ htmlInput: { maxLength: 2, inputMode: 'numeric' } }}
      />
      <TextInput
        source="sort"
        label={labels.sort}
        validate={positive(text('need_number'))}
        isRequired
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
    </RecordDialog>
  )
}

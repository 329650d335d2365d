import TextField from '@mui/material/TextField'
import { TextInput, useLocaleState } from 'react-admin'
import { RecordDialog } from '../../../widgets/RecordDialog'
import wide from '../../../widgets/RecordForm.module.css'
import { filled, positive } from '../../../widgets/rules'
import type { Category, Item } from './api'
import { useTexts } from './texts'

interface ItemDialogProps {
  category: Category
  /** The item that is changed; without one, a new one is made. */
  item?: Item
  /** The item that it is below. */
  parent?: Item
  /** Whose the new item is. */
  tenantId?: string
  onClose(): void
}

/** The form of an item. */
export function ItemDialog({ category, item, parent, tenantId = '0', onClose }: ItemDialogProps) {
  const text = useTexts()
  const [locale] = useLocaleState()
  /** The name in the language that the reader does not use. */
  const other = locale === 'en' ? 'dicNameZh' : 'dicNameEn'
  const labels = {
    dicName: text('dicName'),
    [other]: text('other'),
    abb: text('abb'),
    dicNum: text('dicNum'),
    dicCode: text('dicCode'),
    sort: text('sort'),
    extend: text('extend'),
  }
  const title = item
    ? text('edit_of', { name: item.dicName })
    : parent
      ? text('add_child_of', { name: parent.dicName })
      : text('add')
  const place = parent ? { parentId: parent.id } : { categoryId: category.code }
  return (
    <RecordDialog
      resource="dictionary-items"
      title={title}
      record={item}
      defaultValues={{ tenantId, ...place }}
      labels={labels}
      onClose={onClose}
    >
      <TextField
        label={text('category')}
        value={parent ? `${category.desc} / ${parent.dicName}` : category.desc}
        slotProps={{ htmlInput: { readOnly: true } }}
        className={wide.wide}
      />
      <TextInput
        source="dicName"
        label={labels.dicName}
        validate={filled(text('need_name'))}
        isRequired
        autoFocus
      />
      <TextInput source={other} label={text('other')} helperText={text('other_hint')} />
      <TextInput source="abb" label={labels.abb} />
      <TextInput source="dicNum" label={labels.dicNum} />
      <TextInput
        source="dicCode"
        label={labels.dicCode}
        validate={filled(text('need_code'))}
        isRequired
      />
      <TextInput
        source="sort"
        label={labels.sort}
        validate={positive(text('need_number'))}
        isRequired
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <TextInput
        source="extend"
        label={labels.extend}
        multiline
        minRows={3}
        className={wide.wide}
      />
    </RecordDialog>
  )
}

import { useText } from '../../../widgets/data/useText'
import { Fixed, LineInput, SortInput, useOtherName } from '../../../widgets/form/dialogInputs'
import { RecordDialog } from '../../../widgets/form/RecordDialog'
import type { Category, Item } from './model'

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
  const text = useText('dictionary-items')
  const other = useOtherName('dicName')
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
      fields={['dicName', other, 'abb', 'dicNum', 'dicCode', 'sort', 'extend']}
      onClose={onClose}
    >
      <Fixed
        label={text('category')}
        value={parent ? `${category.desc} / ${parent.dicName}` : category.desc}
        isWide
      />
      <LineInput source="dicName" need={text('need_name')} autoFocus />
      <LineInput source={other} helperText={text('other_hint')} />
      <LineInput source="abb" />
      <LineInput source="dicNum" />
      <LineInput source="dicCode" need={text('need_code')} />
      <SortInput need={text('need_number')} />
      <LineInput source="extend" multiline minRows={3} isWide />
    </RecordDialog>
  )
}

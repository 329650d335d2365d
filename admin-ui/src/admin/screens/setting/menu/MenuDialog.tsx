import { useLocaleState } from 'react-admin'
import { SCREENS } from '../../../routes'
import { useText } from '../../../widgets/data/useText'
import { ChoiceInput, Fixed, LineInput } from '../../../widgets/form/dialogInputs'
import { RecordDialog } from '../../../widgets/form/RecordDialog'
import { positive } from '../../../widgets/form/rules'
import { IconPicker } from './IconPicker'
import { type Menu, nameOf, ROOT } from './model'

interface MenuDialogProps {
  all: Menu[]
  /** The menu that is changed; without one, a new one is made. */
  record?: Menu
  /** The group that a new one is below; without one, it is a group. */
  within?: Menu
  onClose(): void
}

/** The form of a menu. A group has no address; an item has that of a screen which has no menu yet. */
export function MenuDialog({ all, record, within, onClose }: MenuDialogProps) {
  const text = useText('menus')
  const [locale] = useLocaleState()
  const isGroup = record ? record.parentId === ROOT : within === undefined
  const groups = all
    .filter(({ parentId }) => parentId === ROOT)
    .map((menu) => ({ id: menu.id, name: nameOf(menu, locale) }))
  const free = Object.entries(SCREENS)
    .filter(([path]) => all.every(({ url }) => url !== path))
    .map(([path, { title }]) => ({
      id: path,
      name: `${title[locale === 'en' ? 'en' : 'zh']} (${path})`,
    }))
  const states = [
    { id: '0', name: text('open') },
    { id: '1', name: text('closed') },
  ]
  const types = [
    { id: '1', name: text('system') },
    { id: '2', name: text('tenant') },
  ]
  const parent = record?.parentId ?? within?.id ?? ROOT
  const beside = all.filter(({ parentId }) => parentId === parent)
  const about = record ?? within
  const title = record ? 'edit_of' : within ? 'add_below_of' : 'add'
  return (
    <RecordDialog
      resource="menus"
      title={text(title, about ? { name: nameOf(about, locale) } : {})}
      record={record}
      defaultValues={{
        parentId: parent,
        seq: Math.max(0, ...beside.map(({ seq }) => seq)) + 1,
        status: '0',
        resourceType: within?.resourceType ?? '1',
      }}
      fields={[
        'name',
        'nameEn',
        'description',
        'parentId',
        ...(isGroup ? [] : ['url']),
        'seq',
        'status',
        'resourceType',
        'icon',
      ]}
      names={{
        parentId: { choices: groups },
        status: { choices: states },
        resourceType: { choices: types },
      }}
      onClose={onClose}
      wide
    >
      <LineInput source="name" need={text('need_name')} autoFocus autoComplete="off" />
      <LineInput source="nameEn" autoComplete="off" />
      {isGroup ? (
        <Fixed label={text('fields.parentId')} value={text('top')} />
      ) : (
        <ChoiceInput source="parentId" choices={groups} required />
      )}
      {!isGroup && record && <Fixed label={text('fields.url')} value={record.url} />}
      {!isGroup && !record && <ChoiceInput source="url" choices={free} required />}
      <LineInput
        source="seq"
        validate={positive(text('need_number'))}
        isRequired
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <ChoiceInput source="status" choices={states} />
      <ChoiceInput source="resourceType" choices={types} />
      <LineInput source="description" multiline isWide />
      <IconPicker label={text('fields.icon')} />
    </RecordDialog>
  )
}

import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import type { ReactNode } from 'react'
import { DataTable, useRecordContext, useTranslate } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { lazyPart } from '../../../widgets/lazyPart'
import type { Act } from '../../../widgets/list/ActsMenu'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { RowActs } from '../../../widgets/list/RowActs'
import { SideTable } from '../../../widgets/list/SideTable'
import { useRemoval } from '../../../widgets/list/useRemoval'
import type { Category, Item } from './model'

const RESOURCE = 'dictionary-items'
const ItemDialog = lazyPart(async () => (await import('./ItemDialog')).ItemDialog)

interface ItemsProps {
  category: Category
  /** Whose items: a tenant's with those that all share, or `0`, these alone. */
  tenantId: string
  /** The item that they are below. */
  parent?: Item
}

/** The items of a category, with what can be done to them. */
export function Items({ category, tenantId }: ItemsProps) {
  const text = useText(RESOURCE)
  return (
    <Table
      {...{ category, tenantId }}
      title={text('items', { name: category.desc })}
      filter={{ categoryId: category.code, tenantId, parentId: '0' }}
      empty={text('no_items')}
      actions={
        <DialogButton
          variant="contained"
          dialog={(onClose) => <ItemDialog {...{ category, tenantId, onClose }} />}
        >
          {text('add')}
        </DialogButton>
      }
    />
  )
}

interface TableProps extends ItemsProps {
  title: string
  filter: Record<string, unknown>
  empty: string
  actions?: ReactNode
}

function Table({ title, filter, empty, actions, ...items }: TableProps) {
  const text = useText(RESOURCE)
  return (
    <SideTable resource={RESOURCE} {...{ title, filter, empty, actions }}>
      <DataTable.Col source="dicName" label={text('fields.dicName')} disableSort />
      <DataTable.Col source="dicCode" label={text('fields.dicCode')} disableSort />
      <DataTable.NumberCol source="sort" label={text('fields.sort')} disableSort />
      <DataTable.Col label="cardea.dialog.actions" disableSort>
        <Acts {...items} />
      </DataTable.Col>
    </SideTable>
  )
}

function Acts({ category, tenantId, parent }: ItemsProps) {
  const text = useText(RESOURCE)
  const removal = useRemoval(RESOURCE)
  const own = useRecordContext<Item>()?.tenantId === tenantId
  const change = (item: Item): Act[] => [
    {
      key: 'edit',
      label: text('edit'),
      dialog: (onClose) => (
        <ItemDialog {...{ category, item, onClose }} {...(parent ? { parent } : {})} />
      ),
    },
    removal(item, item.dicName),
  ]
  const below = (item: Item): Act[] => [
    {
      key: 'add_child',
      label: text('add_child'),
      dialog: (onClose) => <ItemDialog parent={item} {...{ category, tenantId, onClose }} />,
    },
    {
      key: 'children',
      label: text('children'),
      looking: true,
      dialog: (onClose) => <Children parent={item} {...{ category, tenantId, onClose }} />,
    },
  ]
  return (
    <>
      {!own && <span data-muted>{text('of_all')}</span>}
      <RowActs<Item>
        name="dicName"
        // Below what is below an item there is nothing more.
        acts={(item) => [
          ...(own ? change(item) : []),
          ...(item.childCode !== '' && !parent ? below(item) : []),
        ]}
      />
    </>
  )
}

/** What is below an item. */
function Children({ parent, onClose, ...items }: Required<ItemsProps> & { onClose(): void }) {
  const text = useText(RESOURCE)
  const translate = useTranslate()
  const title = text('children_of', { name: parent.dicName })
  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': title } }}
      fullWidth
      maxWidth="md"
    >
      <DialogContent>
        <Table
          {...items}
          {...{ parent, title }}
          filter={{ tenantId: items.tenantId, parentId: parent.id }}
          empty={text('no_children')}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

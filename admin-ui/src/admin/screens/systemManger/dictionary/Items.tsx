import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { lazy, Suspense, useState } from 'react'
import { DataTable, useRecordContext, useTranslate } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { ChangeButton } from '../../../widgets/list/ChangeButton'
import { RemoveButton } from '../../../widgets/list/RemoveButton'
import { SideTable } from '../../../widgets/list/SideTable'
import styles from '../../../widgets/list/SideTables.module.css'
import type { Category, Item } from './model'

const RESOURCE = 'dictionary-items'
const ItemDialog = lazy(async () => ({ default: (await import('./ItemDialog')).ItemDialog }))

/** What is open above the table: the form of an item, a new one, or what is below one. */
type Open =
  | { what: 'edit'; item: Item }
  | { what: 'add'; parent?: Item }
  | { what: 'children'; item: Item }

interface ItemsProps {
  category: Category
  /** Whose items: a tenant's with those that all share, or `0`, these alone. */
  tenantId: string
}

/** The items of a category, with what can be done to them. */
export function Items({ category, tenantId }: ItemsProps) {
  const text = useText('dictionary-items')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      <SideTable
        title={text('items', { name: category.desc })}
        resource={RESOURCE}
        filter={{ categoryId: category.code, tenantId, parentId: '0' }}
        empty={text('no_items')}
        actions={
          <ChangeButton variant="contained" onClick={() => setOpen({ what: 'add' })}>
            {text('add')}
          </ChangeButton>
        }
      >
        <DataTable.Col source="dicName" label={text('fields.dicName')} disableSort />
        <DataTable.Col source="dicCode" label={text('fields.dicCode')} disableSort />
        <DataTable.NumberCol source="sort" label={text('fields.sort')} disableSort />
        <DataTable.Col label={text('actions')} disableSort>
          <Acts tenantId={tenantId} onOpen={setOpen} />
        </DataTable.Col>
      </SideTable>
      <Suspense>
        {open?.what === 'edit' && (
          <ItemDialog category={category} item={open.item} onClose={close} />
        )}
        {open?.what === 'add' && (
          <ItemDialog
            category={category}
            {...(open.parent ? { parent: open.parent } : {})}
            tenantId={tenantId}
            onClose={close}
          />
        )}
      </Suspense>
      {open?.what === 'children' && (
        <Children category={category} item={open.item} tenantId={tenantId} onClose={close} />
      )}
    </>
  )
}

interface ActsProps {
  tenantId: string
  onOpen(open: Open): void
  /** Below an item there is nothing more. */
  leaf?: boolean
}

function Acts({ tenantId, onOpen, leaf = false }: ActsProps) {
  const text = useText('dictionary-items')
  const item = useRecordContext<Item>()
  if (!item) return null
  const name = item.dicName
  const parent = item.childCode !== '' && !leaf
  return (
    <span className={styles.acts}>
      {item.tenantId === tenantId ? (
        <>
          <ChangeButton
            size="small"
            onClick={() => onOpen({ what: 'edit', item })}
            aria-label={text('edit_of', { name })}
          >
            {text('edit')}
          </ChangeButton>
          <RemoveButton resource={RESOURCE} record={item} name={name} />
        </>
      ) : (
        <span data-muted>{text('of_all')}</span>
      )}
      {parent && (
        <>
          <ChangeButton
            size="small"
            onClick={() => onOpen({ what: 'add', parent: item })}
            aria-label={text('add_child_of', { name })}
          >
            {text('add_child')}
          </ChangeButton>
          <Button
            size="small"
            onClick={() => onOpen({ what: 'children', item })}
            aria-label={text('children_of', { name })}
          >
            {text('children')}
          </Button>
        </>
      )}
    </span>
  )
}

interface ChildrenProps {
  category: Category
  item: Item
  tenantId: string
  onClose(): void
}

/** What is below an item. */
function Children({ category, item, tenantId, onClose }: ChildrenProps) {
  const text = useText('dictionary-items')
  const translate = useTranslate()
  const [open, setOpen] = useState<Open>()
  const title = text('children_of', { name: item.dicName })
  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': title } }}
      fullWidth
      maxWidth="md"
    >
      <DialogContent>
        <SideTable
          title={title}
          resource={RESOURCE}
          filter={{ tenantId, parentId: item.id }}
          empty={text('no_children')}
        >
          <DataTable.Col source="dicName" label={text('fields.dicName')} disableSort />
          <DataTable.Col source="dicCode" label={text('fields.dicCode')} disableSort />
          <DataTable.NumberCol source="sort" label={text('fields.sort')} disableSort />
          <DataTable.Col label={text('actions')} disableSort>
            <Acts tenantId={tenantId} onOpen={setOpen} leaf />
          </DataTable.Col>
        </SideTable>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
      <Suspense>
        {open?.what === 'edit' && (
          <ItemDialog
            category={category}
            item={open.item}
            parent={item}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </Dialog>
  )
}

import TextField from '@mui/material/TextField'
import { lazy, Suspense, useState } from 'react'
import { DataTable, useRecordContext } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { ChangeButton } from '../../../widgets/list/ChangeButton'
import { RemoveButton } from '../../../widgets/list/RemoveButton'
import { Pick, SideTable } from '../../../widgets/list/SideTable'
import styles from '../../../widgets/list/SideTables.module.css'
import { useSettled } from '../../../widgets/list/useSettled'
import type { Area } from './model'

const RESOURCE = 'areas'
const AreaDialog = lazy(async () => ({ default: (await import('./AreaDialog')).AreaDialog }))

interface LevelProps {
  level: 1 | 2 | 3
  /** The region they are in; null for countries, nothing where none is selected yet. */
  parent: Area | null | undefined
  /** What countries have in their names; the others are searched in their own tables. */
  q?: string
  selected?: Area | undefined
  onSelect?(area: Area | undefined): void
}

/** The table of one level. */
export function Level({ level, parent, q = '', selected, onSelect }: LevelProps) {
  const text = useText('areas')
  const [open, setOpen] = useState<{ area?: Area }>()
  const [search, setSearch] = useState('')
  const within = useSettled(search.trim())
  const kind = text(`level${level}`)
  if (parent === undefined) {
    return (
      <section className={styles.waiting} aria-label={kind}>
        <h2>{kind}</h2>
        <p>{text(level === 3 ? 'first3' : 'first2')}</p>
      </section>
    )
  }
  const sought = parent ? within : q
  const title = parent ? text('of', { title: kind, name: parent.areaName }) : kind
  return (
    <>
      <SideTable
        title={title}
        resource={RESOURCE}
        filter={{ parentId: parent?.id ?? '0', ...(sought ? { q: sought } : {}) }}
        search={
          parent && (
            <TextField
              type="search"
              label={text(level === 2 ? 'search2' : 'search3')}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 100 } }}
              fullWidth
            />
          )
        }
        empty={text(`none${level}`)}
        actions={
          <ChangeButton
            variant="contained"
            onClick={() => setOpen({})}
            aria-label={text(`add${level}`)}
          >
            {text('add')}
          </ChangeButton>
        }
        selected={selected}
        {...(onSelect ? { onSelect: (record) => onSelect(record as Area | undefined) } : {})}
      >
        {onSelect ? (
          <DataTable.Col source="areaName" label={text('fields.areaName')} disableSort>
            <Pick
              source="areaName"
              selected={selected}
              onSelect={(record) => onSelect(record as Area)}
            />
          </DataTable.Col>
        ) : (
          <DataTable.Col source="areaName" label={text('fields.areaName')} disableSort />
        )}
        <DataTable.Col source="areaCode" label={text('fields.areaCode')} disableSort />
        <DataTable.Col label={text('actions')} disableSort>
          <Acts onEdit={(area) => setOpen({ area })} />
        </DataTable.Col>
      </SideTable>
      <Suspense>
        {open && (
          <AreaDialog
            level={level}
            parent={parent}
            area={open.area}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

function Acts({ onEdit }: { onEdit(area: Area): void }) {
  const text = useText('areas')
  const area = useRecordContext<Area>()
  if (!area) return null
  return (
    // The row around the buttons selects; they do not.
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, the press only ends here
    // biome-ignore lint/a11y/useKeyWithClickEvents: rows are selected by a button, not by this
    <span className={styles.acts} onClick={(event) => event.stopPropagation()}>
      <ChangeButton
        size="small"
        onClick={() => onEdit(area)}
        aria-label={text('edit_of', { name: area.areaName })}
      >
        {text('edit')}
      </ChangeButton>
      <RemoveButton resource={RESOURCE} record={area} name={area.areaName} />
    </span>
  )
}

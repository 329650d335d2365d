import { DataTable } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { lazyPart } from '../../../widgets/lazyPart'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { RowActs } from '../../../widgets/list/RowActs'
import { Pick, SideTable } from '../../../widgets/list/SideTable'
import styles from '../../../widgets/list/SideTables.module.css'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { useSearch } from '../../../widgets/list/useSearch'
import type { Area } from './model'

const RESOURCE = 'areas'
const AreaDialog = lazyPart(async () => (await import('./AreaDialog')).AreaDialog)

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
  const removal = useRemoval(RESOURCE)
  const { q: within, field } = useSearch(text(level === 2 ? 'search2' : 'search3'), {
    fullWidth: true,
  })
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
  const form = (area?: Area) => (onClose: () => void) => (
    <AreaDialog {...{ level, parent, area, onClose }} />
  )
  const acts = (area: Area) => [
    { key: 'edit', label: text('edit'), dialog: form(area) },
    removal(area, area.areaName),
  ]
  return (
    <SideTable
      title={title}
      resource={RESOURCE}
      filter={{ parentId: parent?.id ?? '0', ...(sought ? { q: sought } : {}) }}
      search={parent && field}
      empty={text(`none${level}`)}
      actions={
        <DialogButton variant="contained" dialog={form()} aria-label={text(`add${level}`)}>
          {text('add')}
        </DialogButton>
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
      <DataTable.Col label="cardea.dialog.actions" disableSort>
        <RowActs name="areaName" acts={acts} />
      </DataTable.Col>
    </SideTable>
  )
}

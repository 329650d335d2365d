import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { DataTable, type RaRecord, TextInput, useLocaleState, useRecordContext } from 'react-admin'
import { RecordDialog } from '../../../widgets/RecordDialog'
import wide from '../../../widgets/RecordForm.module.css'
import { RemoveButton } from '../../../widgets/RemoveButton'
import { filled, positive } from '../../../widgets/rules'
import { Pick, SideTable } from '../../../widgets/SideTable'
import type { Area } from './api'
import styles from './eare.module.css'
import { useTexts } from './texts'

const RESOURCE = 'areas'

interface LevelProps {
  level: 1 | 2 | 3
  /** The region they are in; null for countries, nothing where none is selected yet. */
  parent: Area | null | undefined
  /** What names begin with. */
  q?: string
  selected?: Area | undefined
  onSelect?(area: Area | undefined): void
}

/** The table of one level. */
export function Level({ level, parent, q = '', selected, onSelect }: LevelProps) {
  const text = useTexts()
  const [open, setOpen] = useState<{ area?: Area }>()
  const kind = text(`level${level}`)
  if (parent === undefined) {
    return (
      <section className={styles.waiting} aria-label={kind}>
        <h2>{kind}</h2>
        <p>{text(level === 3 ? 'first3' : 'first2')}</p>
      </section>
    )
  }
  const title = parent ? text('of', { title: kind, name: parent.areaName }) : kind
  return (
    <>
      <SideTable
        title={title}
        resource={RESOURCE}
        filter={{ parentId: parent?.id ?? '0', ...(q ? { q } : {}) }}
        empty={text(`none${level}`)}
        actions={
          <Button variant="contained" onClick={() => setOpen({})} aria-label={text(`add${level}`)}>
            {text('add')}
          </Button>
        }
        selected={selected}
        {...(onSelect ? { onSelect: (record) => onSelect(record as Area | undefined) } : {})}
      >
        {onSelect ? (
          <DataTable.Col source="areaName" label={text('areaName')} disableSort>
            <Pick
              source="areaName"
              selected={selected}
              onSelect={(record) => onSelect(record as Area)}
            />
          </DataTable.Col>
        ) : (
          <DataTable.Col source="areaName" label={text('areaName')} disableSort />
        )}
        <DataTable.Col source="areaCode" label={text('areaCode')} disableSort />
        <DataTable.Col label={text('actions')} disableSort>
          <Acts onEdit={(area) => setOpen({ area })} />
        </DataTable.Col>
      </SideTable>
      {open && (
        <AreaDialog
          level={level}
          parent={parent}
          area={open.area}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

function Acts({ onEdit }: { onEdit(area: Area): void }) {
  const text = useTexts()
  const area = useRecordContext<Area>()
  if (!area) return null
  return (
    // The row around the buttons selects; they do not.
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, the press only ends here
    // biome-ignore lint/a11y/useKeyWithClickEvents: rows are selected by a button, not by this
    <span className={styles.acts} onClick={(event) => event.stopPropagation()}>
      <Button
        size="small"
        onClick={() => onEdit(area)}
        aria-label={text('edit_of', { name: area.areaName })}
      >
        {text('edit')}
      </Button>
      <RemoveButton resource={RESOURCE} record={area} name={area.areaName} />
    </span>
  )
}

interface AreaDialogProps {
  level: 1 | 2 | 3
  parent: Area | null
  area: Area | undefined
  onClose(): void
}

function AreaDialog({ level, parent, area, onClose }: AreaDialogProps) {
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
      resource={RESOURCE}
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

import { DataTable, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useText } from '../../../widgets/data/useText'
import { lazyPart } from '../../../widgets/lazyPart'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { Listing } from '../../../widgets/list/Listing'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { daysOf, GLOBAL } from './model'

// The calendars load when one is opened.
const Edit = lazyPart(async () => (await import('./Edit')).Edit)

type Row = Schemas['TenantCalendar']

const filters = [<SearchFilter key="q" source="q" alwaysOn />]

/** How much a tenant's own calendar says. */
function Own() {
  const row = useRecordContext<Row>()
  const text = useText('holidays')
  const [law, extra] = [daysOf(row?.lawHolidays).length, daysOf(row?.extraWorkdays).length]
  if (law + extra === 0) return <span data-muted>{text('as_global')}</span>
  return <span>{text('count', { law, extra })}</span>
}

/** All that can be done with a calendar: a menu of one thing would only stand before it. */
function EditButton() {
  const row = useRecordContext<Row>()
  const text = useText('holidays')
  if (!row) return null
  const { id, tenantName: name } = row
  return (
    <DialogButton
      size="small"
      aria-label={text('edit_of', { name })}
      dialog={(onClose) => <Edit {...{ id, name, onClose }} />}
    >
      {text('edit')}
    </DialogButton>
  )
}

/** The tenants with their calendars, and the global one. */
export function HolidayList() {
  const text = useText('holidays')
  return (
    <Listing
      filters={filters}
      adding={
        <DialogButton
          variant="contained"
          dialog={(onClose) => <Edit id={GLOBAL} name="" onClose={onClose} />}
        >
          {text('global')}
        </DialogButton>
      }
      keepsFilters
    >
      <DataTable.Col source="tenantName" />
      <DataTable.Col source="lawHolidays" disableSort label={text('calendar')} field={Own} />
      <DataTable.Col source="id" disableSort label="cardea.dialog.actions" field={EditButton} />
    </Listing>
  )
}

import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { DataTable, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useText } from '../../../widgets/data/useText'
import { ChangeButton } from '../../../widgets/list/ChangeButton'
import { Listing } from '../../../widgets/list/Listing'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { daysOf, GLOBAL } from './model'

// The calendars load when one is opened.
const Edit = lazy(async () => ({ default: (await import('./Edit')).Edit }))

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

function EditButton() {
  const row = useRecordContext<Row>()
  const text = useText('holidays')
  const [open, setOpen] = useState(false)
  if (!row) return null
  return (
    <>
      <ChangeButton
        size="small"
        aria-label={text('edit_of', { name: row.tenantName })}
        onClick={() => setOpen(true)}
      >
        {text('edit')}
      </ChangeButton>
      {open && (
        <Suspense>
          <Edit id={row.id} name={row.tenantName} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The tenants with their calendars, and the global one. */
export function HolidayList() {
  const text = useText('holidays')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Listing
        filters={filters}
        sort={{ field: 'tenantName', order: 'ASC' }}
        adding={
          <Button variant="contained" onClick={() => setOpen(true)}>
            {text('global')}
          </Button>
        }
        keepsFilters
      >
        <DataTable.Col source="tenantName" />
        <DataTable.Col source="lawHolidays" disableSort label={text('calendar')} field={Own} />
        <DataTable.Col source="id" disableSort label={text('actions')} field={EditButton} />
      </Listing>
      {open && (
        <Suspense>
          <Edit id={GLOBAL} name="" onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

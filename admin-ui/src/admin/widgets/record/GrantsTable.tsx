import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useReader } from '../access/reach'
import { useOwnText } from '../data/useText'
import { type Grant, useGrantColumns } from './grantColumns'
import { RowsTable } from './RowsTable'

interface GrantsTableProps {
  label: string
  rows: readonly Grant[]
  empty: string
  /** What says whose or of what a grant is. */
  columns: readonly (readonly [head: string, cell: (grant: Grant) => ReactNode])[]
  /** Revokes a grant, where the reader may. */
  onRevoke?: ((grant: Grant) => void) | undefined
}

/** Grants, with what each gives, and the way to revoke it. Nobody revokes their own. */
export function GrantsTable({ label, rows, empty, columns, onRevoke }: GrantsTableProps) {
  const text = useOwnText('grants')
  const own = useReader()?.id
  const given = useGrantColumns()
  const revoking = (grant: Grant) =>
    grant.userId !== own && (
      <Button
        size="small"
        color="error"
        aria-label={text('revoke_of', { name: `${grant.userName}, ${grant.studyCode}` })}
        onClick={() => onRevoke?.(grant)}
      >
        {text('revoke')}
      </Button>
    )
  return (
    <RowsTable
      {...{ label, rows, empty }}
      keyOf={({ id }) => id}
      columns={[...columns, ...given, ...(onRevoke ? [[text('actions'), revoking] as const] : [])]}
    />
  )
}

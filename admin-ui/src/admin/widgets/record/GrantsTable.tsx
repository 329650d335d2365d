import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { LinkBase } from 'react-admin'
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
  /** Where what a grant gives is changed, for who may revoke it. */
  changedAt(grant: Grant): string
}

/** Grants, with what each gives, and the way to revoke it. Nobody revokes their own. */
export function GrantsTable(props: GrantsTableProps) {
  const { label, rows, empty, columns, onRevoke, changedAt } = props
  const text = useOwnText('grants')
  const own = useReader()?.id
  const given = useGrantColumns()
  const named = ({ userName, studyCode }: Grant) => ({ name: `${userName}, ${studyCode}` })
  const acts = (grant: Grant) =>
    grant.userId !== own && (
      <>
        {!grant.suspendedAt && (
          <Button
            size="small"
            component={LinkBase}
            to={changedAt(grant)}
            aria-label={text('change_of', named(grant))}
          >
            {text('change')}
          </Button>
        )}
        <Button
          size="small"
          color="error"
          aria-label={text('revoke_of', named(grant))}
          onClick={() => onRevoke?.(grant)}
        >
          {text('revoke')}
        </Button>
      </>
    )
  return (
    <RowsTable
      {...{ label, rows, empty }}
      keyOf={({ id }) => id}
      columns={[...columns, ...given, ...(onRevoke ? [[text('actions'), acts] as const] : [])]}
    />
  )
}

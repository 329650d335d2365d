import Button from '@mui/material/Button'
import { LinkBase, type RaRecord, useCreatePath, useRedirect } from 'react-admin'
import { useMayEdit } from '../access/useMayEdit'
import { useOwnText } from '../data/useText'
import { RowMenu } from '../list/RowMenu'
import { useRemoval } from '../list/useRemoval'

interface RecordActsProps {
  resource: string
  record: RaRecord
  name: string
  /** Whether it came with the platform, and stays. */
  kept?: boolean
}

/** The way to the form of a record from its page, and its removal. */
export function RecordActs({ resource, record, name, kept }: RecordActsProps) {
  const text = useOwnText('record')
  const mayEdit = useMayEdit()
  const createPath = useCreatePath()
  const redirect = useRedirect()
  const removal = useRemoval(resource, () => redirect('list', resource))
  if (!mayEdit) return null
  return (
    <>
      <Button
        variant="contained"
        component={LinkBase}
        to={createPath({ resource, type: 'edit', id: record.id })}
      >
        {text('edit')}
      </Button>
      {!kept && <RowMenu name={name} acts={[removal(record, name)]} />}
    </>
  )
}

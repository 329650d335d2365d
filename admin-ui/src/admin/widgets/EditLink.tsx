import { type RaRecord, useCreatePath, useRecordContext, useResourceContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { useMayEdit } from './useMayEdit'

/** The first column of a table: the record's name, as a link to its form for who may change it. */
export function EditLink({ source }: { source: string }) {
  const record = useRecordContext<RaRecord>()
  const resource = useResourceContext()
  const createPath = useCreatePath()
  const mayEdit = useMayEdit()
  if (!record) return null
  if (!mayEdit) return <span>{record[source]}</span>
  return <Link to={createPath({ resource, type: 'edit', id: record.id })}>{record[source]}</Link>
}

import { type RaRecord, useCreatePath, useRecordContext, useResourceContext } from 'react-admin'
import { Link } from 'react-router-dom'

/** The first column of a table: the record's name, as a link to its form. */
export function EditLink({ source }: { source: string }) {
  const record = useRecordContext<RaRecord>()
  const resource = useResourceContext()
  const createPath = useCreatePath()
  if (!record) return null
  return <Link to={createPath({ resource, type: 'edit', id: record.id })}>{record[source]}</Link>
}

import {
  LinkBase,
  type RaRecord,
  useCreatePath,
  useRecordContext,
  useResourceContext,
} from 'react-admin'

/** The first column of a table: the record's name, as a link to the page on which it is read. */
export function ShowLink({ source }: { source: string }) {
  const record = useRecordContext<RaRecord>()
  const resource = useResourceContext()
  const createPath = useCreatePath()
  if (!record) return null
  return (
    <LinkBase to={createPath({ resource, type: 'show', id: record.id })}>{record[source]}</LinkBase>
  )
}

import {
  LinkBase,
  type RaRecord,
  useCreatePath,
  useRecordContext,
  useResourceContext,
} from 'react-admin'
import { useMayEdit } from '../access/useMayEdit'

/** The first column of a table: the record's name, as a link to its form for who may change it. */
export function EditLink({ source }: { source: string }) {
  const record = useRecordContext<RaRecord>()
  const resource = useResourceContext()
  const createPath = useCreatePath()
  const mayEdit = useMayEdit()
  if (!record) return null
  if (!mayEdit) return <span>{record[source]}</span>
  return (
    <LinkBase to={createPath({ resource, type: 'edit', id: record.id })}>{record[source]}</LinkBase>
  )
}

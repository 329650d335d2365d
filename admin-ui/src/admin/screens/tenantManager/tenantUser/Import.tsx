import { useText } from '../../../widgets/data/useText'
import { ImportDialog } from '../../../widgets/files/ImportDialog'

/** The columns of a file, in the order of its template. */
const COLUMNS = ['userName', 'role', 'typeId', 'positionId'] as const

/** Tenant users out of a file. */
export function Import({ tenantId, onClose }: { tenantId: string; onClose(): void }) {
  const text = useText('tenant-users')
  return (
    <ImportDialog
      title={text('importing.title')}
      hint={text('importing.hint')}
      call="POST /tenant-users/import"
      along={{ tenantId }}
      columns={Object.fromEntries(
        COLUMNS.map((column) => [column, text(`importing.columns.${column}`)]),
      )}
      template={text('importing.template')}
      act={(count) => text('importing.act', { count })}
      done={(count) => text('importing.done', { count })}
      onClose={onClose}
    />
  )
}

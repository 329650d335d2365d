import { useText } from '../../../widgets/data/useText'
import { ImportDialog } from '../../../widgets/files/ImportDialog'

/** The columns of a file, in the order of its template. */
const COLUMNS = [
  'fullName',
  'userName',
  'email',
  'phone',
  'roleId',
  'userType',
  'sex',
  'birthday',
  'language',
  'countryId',
  'provinceId',
  'cityId',
  'remark',
] as const

/** Users out of a file. */
export function Import({ onClose }: { onClose(): void }) {
  const text = useText('users')
  return (
    <ImportDialog
      title={text('importing.title')}
      hint={text('importing.hint')}
      call="POST /users/import"
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

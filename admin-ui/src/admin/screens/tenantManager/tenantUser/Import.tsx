import { useOwnTexts } from '../../../widgets/data/ownTexts'
import { ImportDialog } from '../../../widgets/files/ImportDialog'

/** The columns as the server reads them. */
const COLUMNS = {
  en: { userName: 'User name', role: 'Role', typeId: 'Type', positionId: 'Position' },
  zh: { userName: '用户名', role: '角色', typeId: '类型', positionId: '职位' },
}

const en = {
  title: 'Import users into the tenant',
  hint: 'CSV in UTF-8 or XLSX: the whole user names of people who have an account, each with role, type and position by their names. All rows are taken, or none.',
  template: 'tenant-users.csv',
  act: 'Add %{count} users',
  done: '%{count} users were added.',
}

const zh: Record<keyof typeof en, string> = {
  title: '向租户导入用户',
  hint: 'UTF-8编码的CSV或XLSX：已有账号人员的完整用户名，以及角色、类型和职位的名称。全部导入或全部不导入。',
  template: '租户用户.csv',
  act: '添加 %{count} 名用户',
  done: '已添加 %{count} 名用户。',
}

/** Tenant users out of a file. */
export function Import({ tenantId, onClose }: { tenantId: string; onClose(): void }) {
  const text = useOwnTexts({ en, zh })
  return (
    <ImportDialog
      title={text('title')}
      hint={text('hint')}
      call="POST /tenant-users/import"
      along={{ tenantId }}
      columns={COLUMNS}
      template={text('template')}
      act={(count) => text('act', { count })}
      done={(count) => text('done', { count })}
      onClose={onClose}
    />
  )
}

import { useOwnTexts } from '../../../widgets/data/ownTexts'
import { ImportDialog } from '../../../widgets/files/ImportDialog'

/** The columns as the export writes them and the server reads them. */
const COLUMNS = {
  en: {
    fullName: 'Name',
    userName: 'User name',
    email: 'E-mail',
    phone: 'Phone',
    roleId: 'Role',
    userType: 'Display',
    sex: 'Sex',
    birthday: 'Date of birth',
    language: 'Language',
    countryId: 'Country',
    provinceId: 'Province/State',
    cityId: 'City',
    remark: 'Remark',
  },
  zh: {
    fullName: '姓名',
    userName: '用户名',
    email: '邮箱',
    phone: '电话',
    roleId: '角色',
    userType: '显示',
    sex: '性别',
    birthday: '出生日期',
    language: '语言',
    countryId: '国家',
    provinceId: '省/州',
    cityId: '城市',
    remark: '备注',
  },
}

const en = {
  title: 'Import users',
  hint: 'CSV in UTF-8 or XLSX, with the columns of the export: name, user name, e-mail, phone and, for new users, role are needed. All rows are taken, or none.',
  template: 'users.csv',
  act: 'Import %{count} users',
  done: '%{count} users were imported.',
}

const zh: Record<keyof typeof en, string> = {
  title: '导入用户',
  hint: 'UTF-8编码的CSV或XLSX，列与导出一致，须包含姓名、用户名、邮箱和电话，新用户还须有角色。全部导入或全部不导入。',
  template: '用户.csv',
  act: '导入 %{count} 名用户',
  done: '已导入 %{count} 名用户。',
}

/** Users out of a file. */
export function Import({ onClose }: { onClose(): void }) {
  const text = useOwnTexts({ en, zh })
  return (
    <ImportDialog
      title={text('title')}
      hint={text('hint')}
      call="POST /users/import"
      columns={COLUMNS}
      template={text('template')}
      act={(count) => text('act', { count })}
      done={(count) => text('done', { count })}
      onClose={onClose}
    />
  )
}

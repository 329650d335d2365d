import { ImportDialog } from '../../../widgets/ImportDialog'
import { useTexts } from './texts'

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

/** Users out of a file. */
export function Import({ onClose }: { onClose(): void }) {
  const text = useTexts()
  return (
    <ImportDialog
      title={text('import_title')}
      hint={text('import_hint')}
      path="/api/admin/users/import"
      columns={COLUMNS}
      template={text('import_template')}
      act={(count) => text('import_act', { count })}
      done={(count) => text('imported', { count })}
      onClose={onClose}
    />
  )
}

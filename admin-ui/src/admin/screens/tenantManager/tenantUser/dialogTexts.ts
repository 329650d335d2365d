/** The texts of the dialogs of tenant users; they load with the first of them. */
import { useOwnTexts } from '../../../widgets/data/ownTexts'

const en = {
  add: 'Add users',
  add_title: 'Add users to the tenant',
  users: 'Users',
  users_hint:
    'Search by name, user name or e-mail. Who administers single tenants enters the whole user name or e-mail.',
  role: 'Tenant role',
  typeId: 'Type',
  positionId: 'Position',
  address: 'Address',
  state: 'State',
  enabled: 'Enabled',
  disabled: 'Disabled',
  none_found: 'Nobody found.',
  base_title: '%{name}: basic information',
  important_title: '%{name}: important information',
  important_text: 'Who loses a role or is disabled is signed out.',
  remove: 'Delete',
  remove_title: 'Delete %{name}',
}

const zh: Record<keyof typeof en, string> = {
  add: '添加用户',
  add_title: '向租户添加用户',
  users: '用户',
  users_hint: '按姓名、用户名或邮箱搜索。仅管理个别租户的管理员须输入完整的用户名或邮箱。',
  role: '租户角色',
  typeId: '类型',
  positionId: '职位',
  address: '地址',
  state: '状态',
  enabled: '启用',
  disabled: '停用',
  none_found: '未找到用户。',
  base_title: '%{name}：基本信息',
  important_title: '%{name}：重要信息',
  important_text: '失去角色或被停用的用户将退出登录。',
  remove: '删除',
  remove_title: '删除 %{name}',
}

/** The texts in the reader's language. */
export const useTexts = () => useOwnTexts({ en, zh })

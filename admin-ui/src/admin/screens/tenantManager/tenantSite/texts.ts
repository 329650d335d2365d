import { useOwnTexts } from '../../../widgets/data/ownTexts'

const en = {
  add: 'Add a site',
  choose_tenant: 'Choose a tenant to add a site to it.',
  all: 'All tenants',
  edit: 'Edit',
  edit_of: 'Edit: %{name}',
}

const zh: typeof en = {
  add: '新增中心',
  choose_tenant: '选择租户后可新增中心。',
  all: '全部租户',
  edit: '编辑',
  edit_of: '编辑：%{name}',
}

export const useTexts = () => useOwnTexts({ en, zh })

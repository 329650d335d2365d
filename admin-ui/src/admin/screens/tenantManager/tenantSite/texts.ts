import { useOwnTexts } from '../../../widgets/ownTexts'

const en = {
  add: 'Add a site',
  choose_tenant: 'Choose a tenant to add a site to it.',
  all: 'All tenants',
  choose: 'Choose a site',
  search: 'Search by name',
  none: 'There is no site left to choose.',
  siteName: 'Original name',
  areaName: 'Region',
  levelDesc: 'Level',
  address: 'Address',
  nickName: 'Nickname',
  need_nick: 'Please enter the nickname',
  edit: 'Edit',
  edit_of: 'Edit: %{name}',
}

const zh: typeof en = {
  add: '新增中心',
  choose_tenant: '选择租户后可新增中心。',
  all: '全部租户',
  choose: '选择中心',
  search: '按名称搜索',
  none: '没有可选择的中心。',
  siteName: '原名称',
  areaName: '区域',
  levelDesc: '级别',
  address: '地址',
  nickName: '中心别名',
  need_nick: '请输入中心别名',
  edit: '编辑',
  edit_of: '编辑：%{name}',
}

export const useTexts = () => useOwnTexts({ en, zh })

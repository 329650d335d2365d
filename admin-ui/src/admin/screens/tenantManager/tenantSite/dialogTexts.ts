import { useOwnTexts } from '../../../widgets/data/ownTexts'

const en = {
  choose: 'Choose a site',
  search: 'Search by name',
  none: 'There is no site left to choose.',
  siteName: 'Original name',
  areaName: 'Region',
  levelDesc: 'Level',
  address: 'Address',
  nickName: 'Nickname',
  need_nick: 'Please enter the nickname',
}

const zh: typeof en = {
  choose: '选择中心',
  search: '按名称搜索',
  none: '没有可选择的中心。',
  siteName: '原名称',
  areaName: '区域',
  levelDesc: '级别',
  address: '地址',
  nickName: '中心别名',
  need_nick: '请输入中心别名',
}

/** The texts of the dialogs; the list does not wait for them. */
export const useTexts = () => useOwnTexts({ en, zh })

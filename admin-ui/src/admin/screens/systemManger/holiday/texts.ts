/** The texts of holidays; they load with their screen, not with the console. */
import { useOwnTexts } from '../../../widgets/data/ownTexts'

const en = {
  global: 'Edit global holidays',
  global_title: 'Global holidays',
  actions: 'Actions',
  edit: 'Edit',
  edit_of: 'Edit: %{name}',
  title: 'Holidays of %{name}',
  law: 'Statutory holidays',
  extra: 'Extra workdays',
  chosen: '%{count} days',
  chosen_in: '%{count} days in %{year}',
  hint: 'Days that a tenant says nothing about are as the global holidays say, and else as the week says.',
  provisional:
    '%{year} is provisional: its days are worked out from the law, until the State Council publishes them and they are entered here.',
  count: '%{law} holidays, %{extra} workdays',
  as_global: 'As the global ones',
  calendar: 'Calendar',
  added: 'added %{days}',
  removed: 'removed %{days}',
  days: '; ',
}

const zh: Record<keyof typeof en, string> = {
  global: '编辑全局节假日',
  global_title: '全局节假日',
  actions: '操作',
  edit: '编辑',
  edit_of: '编辑：%{name}',
  title: '%{name} 的节假日',
  law: '法定节假日',
  extra: '额外工作日',
  chosen: '共 %{count} 天',
  chosen_in: '%{year} 年 %{count} 天',
  hint: '租户未设置的日期以全局节假日为准，其余按星期判断。',
  provisional: '%{year} 年为暂定：国务院尚未公布安排，日期由法规推算，公布后请在此修改。',
  count: '节假日 %{law} 天，工作日 %{extra} 天',
  as_global: '同全局',
  calendar: '日历',
  added: '添加 %{days}',
  removed: '移除 %{days}',
  days: '、',
}

/** The texts in the reader's language. */
export const useTexts = () => useOwnTexts({ en, zh })

/** The texts of the list of tenant users; they load with it, not with the console. */
import { useOwnTexts } from '../../../widgets/data/ownTexts'

const en = {
  search_all: 'Get all data',
  search_all_hint: 'Also shows people of special display',
  add: 'Add users',
  enabled: 'Enabled',
  disabled: 'Disabled',
  actions: 'Actions',
  acts: 'Actions: %{name}',
  base: 'Edit basic information',
  important: 'Edit important information',
  pin: 'Send a PIN code',
  pin_sent: 'A code with which %{name} sets their PIN has been sent.',
  remove: 'Delete',
  invite: 'Invite by e-mail',
  of_platform: 'Kept by the platform',
}

const zh: Record<keyof typeof en, string> = {
  search_all: '获取所有数据',
  search_all_hint: '同时显示“特殊显示”的用户',
  add: '添加用户',
  enabled: '启用',
  disabled: '停用',
  actions: '操作',
  acts: '操作：%{name}',
  base: '修改基本信息',
  important: '修改重要信息',
  pin: '发送PIN验证码',
  pin_sent: '已发送供 %{name} 设置PIN码的验证码。',
  remove: '删除',
  invite: '邮件邀请',
  of_platform: '由平台管理',
}

/** The texts in the reader's language. */
export const useTexts = () => useOwnTexts({ en, zh })

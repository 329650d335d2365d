/** The texts of invitations; they load with them, not with the console. */
import { useLocaleState } from 'react-admin'

const en = {
  title: 'Invitations',
  hint: 'An e-mail with a link goes out. Whoever opens it registers, or joins with the account they have.',
  email: 'E-mail',
  fullName: 'Name (optional)',
  role: 'Tenant role',
  typeId: 'Type',
  positionId: 'Position (optional)',
  language: 'Language of the mail',
  none: 'None',
  send: 'Send the invitation',
  sent: 'The invitation was sent to %{email}.',
  sent_so_far: 'Invitations of this tenant',
  empty: 'Nobody has been invited into this tenant yet.',
  open: 'Open',
  accepted: 'Accepted',
  withdrawn: 'Withdrawn',
  replaced: 'Replaced',
  expired: 'Expired',
  until: 'until',
  by: 'by %{name}',
  again: 'Send again',
  again_of: 'Send again: %{email}',
  withdraw: 'Withdraw',
  withdraw_of: 'Withdraw: %{email}',
  withdraw_ask: 'Withdraw the invitation? Its link stops working.',
}

type TextKey = keyof typeof en

const zh: Record<TextKey, string> = {
  title: '邀请',
  hint: '系统将发送带链接的邮件。对方打开后注册账号，或以已有账号加入租户。',
  email: '邮箱',
  fullName: '姓名（可选）',
  role: '租户角色',
  typeId: '类型',
  positionId: '职位（可选）',
  language: '邮件语言',
  none: '无',
  send: '发送邀请',
  sent: '邀请已发送至 %{email}。',
  sent_so_far: '该租户的邀请',
  empty: '该租户还没有邀请过任何人。',
  open: '待接受',
  accepted: '已接受',
  withdrawn: '已撤回',
  replaced: '已被替换',
  expired: '已过期',
  until: '有效至',
  by: '邀请人：%{name}',
  again: '重新发送',
  again_of: '重新发送：%{email}',
  withdraw: '撤回',
  withdraw_of: '撤回：%{email}',
  withdraw_ask: '撤回该邀请？其链接将立即失效。',
}

/** The texts in the reader's language; `%{name}` in them stands for a value. */
export function useTexts() {
  const [locale] = useLocaleState()
  const texts = locale === 'en' ? en : zh
  return (key: TextKey, values: Record<string, string> = {}) =>
    texts[key].replace(/%\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** The texts of the acts on a user; they load with the first of their dialogs. */
import { useOwnTexts } from '../../../widgets/data/ownTexts'

const en = {
  important_title: 'Important information of %{name}',
  important_text:
    'What somebody signs in with and is reached by. Every session of theirs ends, and they are told at the old and the new address. A new e-mail or phone is to be verified again.',
  userName: 'User name',
  email: 'E-mail',
  phone: 'Phone',
  change_title: 'Change the password of %{name}',
  change_text:
    'Every session of the person ends, and they are told. They choose another password at their next sign-in.',
  new_password: 'New password',
  again: 'The same again',
  change_password: 'Change password',
  changed: 'Password change success',
  reset_title: 'Reset the password of %{name}?',
  reset_text:
    'The present password stops working and every session ends. A link with which a new password is set goes to %{email}.',
  reset_password: 'Reset password',
  reset_done: 'New password sent to the address %{email}: a link with which it is set',
  lock: 'Lock',
  lock_title: 'Lock %{name}?',
  lock_text: 'Every session ends, and nobody signs in with this account until it is unlocked.',
  locked: 'The account is locked.',
  unlock: 'Unlock',
  unlock_title: 'Unlock %{name}?',
  unlock_text: 'The person can sign in again.',
  unlocked: 'The account is unlocked.',
  restore: 'Restore',
  restore_title: 'Restore %{name}?',
  restore_text:
    'The account comes back under the same name, with its role, its tenants and its history. It has no password: send a link to one. E-mail and phone are to be verified again.',
  restored: 'The account is restored.',
  reason: 'Reason',
  reason_hint: 'Kept in the audit.',
  remove_title: 'Delete %{name}',
}

const zh: Record<keyof typeof en, string> = {
  important_title: '修改 %{name} 的重要信息',
  important_text:
    '登录和联系所用的信息。修改后该用户的所有会话将结束，并在原地址和新地址收到通知；新的邮箱或电话须重新验证。',
  userName: '用户名',
  email: '邮箱',
  phone: '电话',
  change_title: '修改 %{name} 的密码',
  change_text: '该用户的所有会话将结束并收到通知，下次登录时须自行更换密码。',
  new_password: '新密码',
  again: '再次输入新密码',
  change_password: '修改密码',
  changed: '密码修改成功',
  reset_title: '重置 %{name} 的密码？',
  reset_text: '原密码立即失效，所有会话结束。设置新密码的链接将发送至 %{email}。',
  reset_password: '重置密码',
  reset_done: '新密码已发送至 %{email}：请通过邮件中的链接设置',
  lock: '锁定',
  lock_title: '锁定 %{name}？',
  lock_text: '所有会话立即结束，解锁之前无法登录。',
  locked: '账号已锁定。',
  unlock: '解锁',
  unlock_title: '解锁 %{name}？',
  unlock_text: '该用户可重新登录。',
  unlocked: '账号已解锁。',
  restore: '恢复',
  restore_title: '恢复 %{name}？',
  restore_text:
    '账号将以原用户名恢复，保留其角色、租户和历史。账号没有密码，请发送设置密码的链接；邮箱和电话须重新验证。',
  restored: '账号已恢复。',
  reason: '原因',
  reason_hint: '将记录在审计中。',
  remove_title: '删除 %{name}',
}

/** The texts in the reader's language. */
export const useTexts = () => useOwnTexts({ en, zh })

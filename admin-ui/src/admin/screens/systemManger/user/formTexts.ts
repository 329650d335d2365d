/** The texts of the form of a user; they load with it. */
import { useOwnTexts } from '../../../widgets/data/ownTexts'

/** What the rules of the form say, in the server's own words. */
export const rulesEn = {
  need_name: 'please enter the full name',
  need_user_name: 'please enter the user name',
  need_email: 'please enter the e-mail',
  need_phone: 'please enter the phone number',
  need_role: 'please select role',
  name_short: 'the user name must have at least 4 characters',
  name_at: 'the user name must not contain @',
  name_space: 'the user name must not contain spaces',
  phone_short: 'the phone number must have at least 5 characters',
  phone_format: 'phone format incorrect',
}

export const rulesZh: typeof rulesEn = {
  need_name: '请输入姓名',
  need_user_name: '请输入用户名',
  need_email: '请输入邮箱',
  need_phone: '请输入电话',
  need_role: '请选择角色',
  name_short: '用户名至少4个字符',
  name_at: '用户名不能包含@',
  name_space: '用户名不能包含空格',
  phone_short: '电话至少5个字符',
  phone_format: '电话格式不正确',
}

const en = {
  ...rulesEn,
  pull: 'Existing account',
  pull_hint: 'Somebody who has an account already is added with it.',
  pull_by: 'E-mail or phone',
  pull_act: 'Look up',
  pull_none: 'User info does not exist',
  pulled: 'The account of %{name} is added, not a new one.',
  kept: 'It is here already and keeps everything that it has; what it has not is filled in.',
  kept_role: 'It has the role %{role} and keeps it.',
  pull_forget: 'Make a new account instead',
}

const zh: Record<keyof typeof en, string> = {
  ...rulesZh,
  pull: '已有账号',
  pull_hint: '已有账号的人员将直接添加，不再新建账号。',
  pull_by: '邮箱或电话',
  pull_act: '查找',
  pull_none: '用户信息不存在',
  pulled: '将添加 %{name} 的已有账号，不新建账号。',
  kept: '该账号已存在，保留其全部信息，仅补充缺少的内容。',
  kept_role: '该账号已有角色“%{role}”，将予保留。',
  pull_forget: '改为新建账号',
}

/** The texts in the reader's language. */
export const useTexts = () => useOwnTexts({ en, zh })

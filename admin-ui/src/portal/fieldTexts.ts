import { texts } from '../shared/i18n'

/** What is wrong with the fields that ask who somebody is. */
export const { t, has, all } = texts(
  {
    emailWrong: '邮箱格式错误，请重新输入',
    phoneWrong: '手机号格式不正确',
    userNameShort: '用户名至少 4 个字符，且不能包含 @',
  },
  {
    emailWrong: 'email format error, please re-enter',
    phoneWrong: 'The phone number is incorrect',
    userNameShort: 'At least 4 characters, without @',
  },
)

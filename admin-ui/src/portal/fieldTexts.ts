import { texts } from '../shared/i18n'

/**
 * What is wrong with the fields that ask who somebody is: the server's own sentences, which a test reads
 * in its source.
 */
export const { t, has, all } = texts(
  {
    fullNameBlank: '请输入姓名',
    userNameBlank: '请输入用户名',
    userNameShort: '用户名至少4个字符',
    userNameAt: '用户名不能包含@',
    userNameSpace: '用户名不能包含空格',
    emailBlank: '请输入邮箱',
    emailWrong: '邮箱格式错误，请重新输入',
    phoneBlank: '请输入电话',
    phoneShort: '电话至少5个字符',
    phoneWrong: '电话格式不正确',
    positionBlank: '请选择职位',
  },
  {
    fullNameBlank: 'please enter the full name',
    userNameBlank: 'please enter the user name',
    userNameShort: 'the user name must have at least 4 characters',
    userNameAt: 'the user name must not contain @',
    userNameSpace: 'the user name must not contain spaces',
    emailBlank: 'please enter the e-mail',
    emailWrong: 'email format error, please re-enter',
    phoneBlank: 'please enter the phone number',
    phoneShort: 'the phone number must have at least 5 characters',
    phoneWrong: 'phone format incorrect',
    positionBlank: 'please select position',
  },
)

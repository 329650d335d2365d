import { describe, expect, it } from 'vitest'
import { en } from '../shared/i18n/en'
import { zh } from '../shared/i18n/zh'
import { all as passwords } from '../shared/newPassword'
import { all as codes } from '../shared/shell/codeTexts'
import { all as shell } from '../shared/shell/texts'
import { all as pins } from './account/pinTexts'
import { all as fields } from './fieldTexts'
import { all as recovery } from './forget/texts'

// The words that the specification has (portal and sign-in, sections 5 and 8), and sentences that the
// server has as well: whoever reads both meets one.

describe('success and cancelling', () => {
  it.each([
    [codes.zh.sent, /^发送成功/],
    [codes.en.sent, /^Sent successfully/],
    [pins.zh.sent, /^发送成功/],
    [pins.en.sent, /^Sent successfully/],
    [zh['password.changed'], /^修改成功/],
    [en['password.changed'], /^Changed successfully/],
    [shell.zh.cancelled, /^操作已取消$/],
    [shell.en.cancelled, /^Operation cancelled$/],
  ])('%s', (text, words) => expect(text).toMatch(words))
})

describe('one sentence, one form', () => {
  it.each([
    [fields.en.emailWrong, 'email format error, please re-enter'],
    [fields.zh.emailWrong, '邮箱格式错误，请重新输入'],
    [codes.en.phoneWrong, 'The phone number is incorrect'],
    [passwords.zh['password.rule'], '8-16位,须同时包含大小写字母、数字'],
    [
      passwords.en['password.rule'],
      '8 to 16 letters and digits, with upper case, lower case and a digit',
    ],
    [recovery.zh.linkDead, '链接无效、已使用或已过期，请重新申请'],
    [recovery.en.linkDead, 'This link is not valid any more; please ask for another'],
  ])('%s', (text, words) => expect(text).toBe(words))
})

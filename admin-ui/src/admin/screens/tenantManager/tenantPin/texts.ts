/** The texts of PIN settings; they load with their screen, not with the console. */
import { useOwnTexts } from '../../../widgets/data/ownTexts'

const en = {
  hint: 'People sign electronically in trial systems with a PIN. They set it themselves, with a code that is sent to them.',
  pinRule: 'Rule',
  letters: 'Letters',
  digits: 'Digits',
  both: 'Letters and digits',
  pinLength: 'Length',
  length_hint: '6 to 8 characters',
  pinNoticeType: 'Notification type',
  email: 'E-mail',
  sms: 'SMS',
  pinDuration: 'Validity duration (minutes)',
  need: 'required',
  need_whole: 'enter non-negative integer',
  need_length: 'enter integer 6-8',
  duration_hint: 'How long the sent code is good for. 0: no code is sent.',
}

const zh: Record<keyof typeof en, string> = {
  hint: '用户在业务系统中以PIN码进行电子签名，并使用收到的验证码自行设置。',
  pinRule: '规则',
  letters: '字母',
  digits: '数字',
  both: '字母和数字',
  pinLength: '长度',
  length_hint: '6至8位',
  pinNoticeType: '通知方式',
  email: '邮件',
  sms: '短信',
  pinDuration: '有效时长（分钟）',
  need: '请输入',
  need_whole: '请输入非负整数',
  need_length: '请输入6-8的整数',
  duration_hint: '验证码的有效时间。0表示不发送验证码。',
}

/** The texts in the reader's language. */
export const useTexts = () => useOwnTexts({ en, zh })

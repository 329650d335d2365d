import { message } from '../../../widgets/message/zh'

/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  'message-templates': {
    all: '全部',
    changed: '已修改',
    changed_only: '仅看已修改',
    email: '邮件',
    gateway_hint: '如短信网关使用已报备的模板，则以网关模板为准。',
    in: { zh: '中文', en: '英文' },
    insert: '插入 {%{name}}',
    need_subject: '请输入主题',
    need_text: '请输入内容',
    preview: '预览（示例数据）',
    purposes: message.purposes,
    reset: '恢复默认内容',
    reset_ask: '两种语言的主题和内容都将恢复为系统默认。',
    reset_done: '已恢复默认内容',
    sms: '短信',
    standard: '默认',
    values: '可用变量，点击插入：',
    fields: {
      changed: '内容',
      kind: '方式',
      purpose: '用途',
      subjectEn: '主题（英文）',
      subjectZh: '主题（中文）',
      text: '内容摘要',
      textEn: '内容（英文）',
      textZh: '内容（中文）',
      updatedAt: '更新时间',
    },
  },
}

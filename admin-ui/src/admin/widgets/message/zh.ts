/** What both logs say, in Chinese. */
export const message = {
  accepted: '网关已接受',
  answer: '第 %{number} 次发送的应答',
  attempt: '第 %{number} 次',
  attempts: '发送结果',
  log: '日志',
  log_of: '日志：%{name}',
  masked: '验证码和链接已隐藏。',
  own: '账户中心',
  partly:
    '已重新发送 %{smart_count} 条，其余未发送：%{reason} |||| 已重新发送 %{smart_count} 条，其余未发送：%{reason}',
  resend: '重新发送',
  resent: '正在重新发送 %{smart_count} 条。 |||| 正在重新发送 %{smart_count} 条。',
  select: '选择',
  said: '内容',
  unsaid: '首次发送后可查看内容。',
  untried: '尚未发送。',
  window: '按关键字查找时，仅在符合其他条件的最新 10,000 条中查找。',
  failures: {
    content: '内容已无法读取',
    denied: '内网地址，未被 outbound.allow 允许',
    file: '文件写入失败',
    later: '网关暂时无法接受',
    refused: '网关拒绝',
    tls: '网关无法证明其身份',
    unconfigured: '未配置网关',
    unreachable: '无法连接网关',
  },
  states: { failed: '未送达', sent: '已送达网关', waiting: '等待发送' },
}

/** What their columns and filters are called. */
export const fields = {
  createTime: '创建时间',
  endTime: '结束时间',
  purpose: '用途、系统',
  sendCount: '已发送',
  softId: '系统',
  startTime: '开始时间',
  state: '是否送达',
}

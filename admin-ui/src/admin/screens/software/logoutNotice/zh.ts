/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  'logout-deliveries': {
    empty: '暂无退出通知',
    invite: '会话结束后，会话中使用过且要求通知的系统会在此收到通知。',
    fields: {
      attempts: '尝试次数',
      clientName: '客户端',
      createdAt: '会话结束时间',
      nextAttemptAt: '下次尝试',
      state: '状态',
      userName: '用户',
    },
    answer: '应答无效或过大',
    connect: '无法连接',
    delivered: '已送达',
    denied: '内网地址，未被 outbound.allow 允许',
    failed: '已放弃',
    gone: '客户端已不再接收通知',
    queued: '正在重新发送通知。',
    status: '返回状态 %{status}',
    timeout: '未及时应答',
    tls: '证书无效',
    waiting: '等待中',
  },
}

/** What the screen and its records are called in Chinese. */
export const zh = {
  'logout-deliveries': {
    title: '退出通知',
    name: '退出通知',
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
  },
}

/** What the screen and its records are called in Chinese. */
export const zh = {
  clients: {
    title: '接入客户端',
    name: '客户端',
    empty: '暂无客户端',
    invite: '客户端是用户以本平台账号登录的系统。',
    page: { edit: '编辑：%{recordRepresentation}' },
    fields: { updated_at: '修改时间' },
  },
}

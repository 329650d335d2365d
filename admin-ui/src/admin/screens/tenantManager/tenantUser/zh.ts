/** What the screen and its records are called in Chinese. */
export const zh = {
  'tenant-users': {
    title: '租户用户',
    name: '租户用户',
    empty: '暂无租户用户',
    invite: '请选择租户后添加用户。',
    fields: {
      email: '邮箱',
      enabled: '状态',
      fullName: '姓名',
      phone: '电话',
      roleName: '角色',
      tenantName: '租户',
      userName: '用户名',
    },
  },
}

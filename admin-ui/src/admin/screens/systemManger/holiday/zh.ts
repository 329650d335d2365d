/** What the screen and its records are called in Chinese. */
export const zh = {
  holidays: {
    title: '节假日管理',
    name: '节假日',
    empty: '暂无租户',
    invite: '租户可设置自己的节假日。',
    fields: {
      tenantName: '租户',
    },
  },
}

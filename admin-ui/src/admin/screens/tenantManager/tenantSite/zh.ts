/** What the screen and its records are called in Chinese. */
export const zh = {
  'tenant-sites': {
    title: '租户中心',
    name: '租户中心',
    empty: '暂无租户中心',
    invite: '请先选择租户，再选择与其合作的研究中心。',
    fields: {
      areaName: '区域',
      nickName: '中心别名',
      siteName: '原名称',
      tenantName: '租户',
    },
  },
}

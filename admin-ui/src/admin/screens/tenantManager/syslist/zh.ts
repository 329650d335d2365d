/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  'tenant-software': {
    empty: '暂无系统',
    invite: '租户获得软件许可后显示在此。',
    fields: {
      tenantName: '租户',
      softwareName: '系统',
      maxStudy: '最大项目数',
      nowStudyNum: '已用项目数',
      maxUser: '最大用户数',
      nowUserNum: '已用用户数',
    },
    time: '使用期限',
    time_range: '%{from} 至 %{until}',
    unlimited: '不限',
  },
}

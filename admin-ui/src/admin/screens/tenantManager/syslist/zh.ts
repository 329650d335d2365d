/** What the screen and its records are called in Chinese. */
export const zh = {
  'tenant-software': {
    title: '系统列表',
    name: '系统',
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
  },
}

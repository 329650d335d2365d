/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  'tenant-sites': {
    empty: '暂无租户中心',
    invite: '请先选择租户，再选择与其合作的研究中心。',
    fields: {
      areaName: '区域',
      nickName: '中心别名',
      siteName: '原名称',
      tenantName: '租户',
      levelDesc: '级别',
      address: '地址',
    },
    add: '新增中心',
    choose_tenant: '选择租户后可新增中心。',
    all: '全部租户',
    edit: '编辑',
    edit_of: '编辑：%{name}',
    choose: '选择中心',
    search: '按名称搜索',
    none: '没有可选择的中心。',
    need_nick: '请输入中心别名',
  },
}

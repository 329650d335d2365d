/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  roles: {
    empty: '暂无角色',
    invite: '角色规定了用户在平台或租户中可以做什么。',
    page: {
      edit: '编辑：%{recordRepresentation}',
    },
    fields: {
      description: '描述',
      mfaRequired: '两步验证',
      name: '名称',
      nameEn: '英文名称',
      roleType: '类型',
      status: '状态',
    },
    closed: '关闭',
    open: '开启',
    system: '系统角色',
    tenant: '租户角色',
  },
}

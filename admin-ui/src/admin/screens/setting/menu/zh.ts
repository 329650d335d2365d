/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  menus: {
    add: '添加一级菜单',
    add_below: '添加下级',
    add_below_of: '在%{name}下添加菜单',
    closed: '关闭',
    edit: '编辑',
    edit_of: '编辑%{name}',
    fields: {
      description: '描述',
      icon: '图标',
      name: '名称',
      nameEn: '英文名称',
      parentId: '上级菜单',
      resourceType: '适用角色',
      seq: '排序',
      status: '状态',
      url: '请求地址',
    },
    need_name: '请输入菜单名称',
    need_number: '请输入数字',
    open: '开启',
    system: '系统角色',
    tenant: '租户角色',
    top: '无（一级菜单）',
  },
}

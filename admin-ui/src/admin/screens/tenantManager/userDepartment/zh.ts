/** What the screen says, in Chinese. */
export const zh = {
  'user-departments': {
    actions: '操作',
    any: '全部',
    disabled: '停用',
    enabled: '启用',
    fields: {
      departmentName: '部门',
      email: '邮箱',
      enabled: '是否启用',
      fullName: '姓名',
      phone: '电话',
      roleName: '用户角色',
      tenantName: '租户',
      userName: '用户名',
    },
    need_one: '请最少选中一个部门进行设置',
    no_departments: '该租户还没有部门。',
    nobody: '该租户还没有用户。',
    nobody_found: '没有符合条件的用户',
    people: '租户用户',
    set: '设置部门',
    set_of: '设置部门：%{name}',
  },
}

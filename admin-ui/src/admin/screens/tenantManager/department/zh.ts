/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  departments: {
    add: '添加部门',
    add_below: '添加下级',
    add_below_of: '在%{name}下添加部门',
    edit: '编辑',
    edit_of: '编辑%{name}',
    empty: '该租户还没有部门。',
    fields: {
      departmentName: '部门名称',
    },
    need_name: '请输入部门名称',
  },
}

/** What the screen and its records are called in Chinese. */
export const zh = {
  users: {
    title: '用户管理',
    name: '用户',
    empty: '暂无用户',
    invite: '用户从门户登录，并进入已获授权的系统。',
    page: { edit: '编辑：%{recordRepresentation}' },
    fields: {
      birthday: '出生日期',
      cityId: '城市',
      countryId: '国家',
      email: '邮箱',
      emailValid: '邮箱验证',
      fullName: '姓名',
      language: '语言',
      password: '密码',
      phone: '电话',
      provinceId: '省/州',
      remark: '备注',
      roleId: '角色',
      roleName: '角色',
      sex: '性别',
      status: '锁定状态',
      userName: '用户名',
      userType: '显示方式',
    },
  },
}

/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  tenants: {
    empty: '暂无租户',
    invite: '租户是拥有各自项目、中心和用户的机构。',
    page: {
      edit: '编辑：%{recordRepresentation}',
    },
    fields: {
      abbr: '简称',
      address: '地址',
      categoryDesc: '类别',
      categoryId: '类别',
      cityId: '城市',
      contact: '联系人',
      countryId: '国家',
      email: '邮箱',
      mfaRequired: '要求两步验证',
      postcode: '邮编',
      provinceId: '省/州',
      tel: '电话',
      tenantCode: '租户代码',
      tenantName: '名称',
    },
    need_name: '请输入名称',
    need_abbr: '请输入简称',
    need_category: '请选择类别',
    tel_number: '请输入数字值',
    tel_format: '电话格式不正确',
  },
}

/** What the screen and its records are called in Chinese. */
export const zh = {
  tenants: {
    title: '租户管理',
    name: '租户',
    empty: '暂无租户',
    invite: '租户是拥有各自项目、中心和用户的机构。',
    page: { edit: '编辑：%{recordRepresentation}' },
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
  },
}

/** What the screen and its records are called in Chinese. */
export const zh = {
  sites: {
    title: '研究中心管理',
    name: '研究中心',
    empty: '暂无研究中心',
    invite: '租户从平台的研究中心中选择其项目的中心。',
    page: { edit: '编辑：%{recordRepresentation}' },
    fields: {
      address: '地址',
      areaName: '区域',
      cityId: '城市',
      countryId: '国家',
      levelDesc: '级别',
      levelId: '级别',
      provinceId: '省/州',
      remark: '备注',
      siteName: '名称',
      typeDesc: '类型',
      typeId: '类型',
    },
  },
}

/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  sites: {
    empty: '暂无研究中心',
    invite: '租户从平台的研究中心中选择其项目的中心。',
    page: {
      edit: '编辑：%{recordRepresentation}',
    },
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
    tabs: { tenants: '租户', studies: '项目' },
    none: { tenants: '没有租户选择该研究中心。', studies: '没有项目选择该研究中心。' },
    tenant: '租户',
    study: '项目',
    code: '编号',
    nick_name: '租户所用名称',
    need_name: '请输入中心名称',
    need_level: '请选择级别',
    need_type: '请选择类型',
    importing: {
      title: '导入研究中心',
      hint: 'UTF-8编码的CSV或XLSX。须包含名称、级别和类型；地区、级别和类型填写名称或编码。全部导入或全部不导入。',
      template: '研究中心.csv',
      act: '导入 %{count} 个研究中心',
      done: '已导入 %{count} 个研究中心。',
    },
  },
}

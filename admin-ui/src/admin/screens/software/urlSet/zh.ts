/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  domains: {
    empty: '暂无域名',
    invite: '域名是租户的业务系统的访问地址。',
    page: { edit: '编辑：%{recordRepresentation}' },
    fields: {
      tenantId: '租户',
      tenantName: '租户',
      softwareId: '系统',
      softName: '系统',
      urlName: '名称',
      url: '绑定域名',
      websiteUrl: 'PC域名',
      mobileUrl: '移动端域名',
      apiUrl: '服务地址',
      apiKey: '接口凭证',
      remark: '备注',
      initSoftware: '已初始化系统',
    },
    need_tenant: '请选择租户',
    need_system: '请选择系统',
    need_name: '请输入名称',
    need_website: '请输入PC域名',
    need_mobile: '请输入移动端域名',
    key_hint: '用于调用系统的角色接口和回调接口。',
    key_kept: '已设置，不再显示。留空则保持不变。',
  },
}

/** What the screen says in Chinese. */
export const zh = {
  'study-software': {
    fields: {
      tenantUrlId: '软件域名',
      roleApiRequest: '角色接口请求地址',
      roleApiResponse: '角色接口回调地址',
    },
    search: '项目名称或编号',
    study: '项目',
    system: '系统',
    empty: '没有项目。',
    configure: '配置',
    configure_of: '配置 %{name}',
    cancel: '取消配置',
    cancel_of: '取消配置 %{name}',
    no_domain: '该租户还没有此系统的域名。',
  },
}

/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  holidays: {
    empty: '暂无租户',
    invite: '租户可设置自己的节假日。',
    fields: {
      tenantName: '租户',
      lawHolidays: '法定节假日',
      extraWorkdays: '额外工作日',
    },
    global: '编辑全局节假日',
    global_title: '全局节假日',
    edit: '编辑',
    edit_of: '编辑：%{name}',
    title_of: '%{name} 的节假日',
    chosen: '共 %{count} 天',
    chosen_in: '%{year} 年 %{count} 天',
    hint: '租户未设置的日期以全局节假日为准，其余按星期判断。',
    provisional: '%{year} 年为暂定：国务院尚未公布安排，日期由法规推算，公布后请在此修改。',
    count: '节假日 %{law} 天，工作日 %{extra} 天',
    as_global: '同全局',
    calendar: '日历',
    added: '添加 %{days}',
    removed: '移除 %{days}',
    days: '、',
  },
}

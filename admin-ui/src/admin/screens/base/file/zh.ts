/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  files: {
    download: '下载',
    download_named: '下载：%{name}',
    empty: '暂无文件',
    forever: '长期保留',
    invite: '导入的表格、导出的文件和插件包会列在这里。',
    own: '账户中心',
    purposes: { export: '导出', import: '导入', plugin: '插件包' },
    fields: {
      createTime: '创建时间',
      endTime: '结束时间',
      expiresAt: '保留至',
      fileName: '文件名',
      fileSizeStr: '大小',
      purpose: '类型',
      sha256: 'SHA-256',
      softId: '系统',
      softName: '系统',
      startTime: '开始时间',
    },
  },
}

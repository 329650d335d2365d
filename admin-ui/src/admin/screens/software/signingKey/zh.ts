/** What the screen and its records are called in Chinese. */
export const zh = {
  'signing-keys': {
    title: '签名密钥',
    name: '签名密钥',
    empty: '暂无签名密钥',
    invite: '密钥在服务器启动时生成。',
    fields: {
      alg: '算法',
      currentAt: '开始签名时间',
      id: '密钥 ID',
      publishedAt: '发布时间',
      removedAt: '移出密钥集时间',
      retiredAt: '退役时间',
      state: '状态',
    },
  },
}

/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  'signing-keys': {
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
    current: '签名中',
    next: '已发布',
    removed: '已移除',
    retired: '已退役',
    rotate: '轮换',
    rotate_text: '此后令牌将使用另一把密钥签名；当前密钥已签发的令牌在过期前仍然有效。',
    rotate_title: '轮换 %{alg} 密钥？',
    rotated: '数秒内令牌将使用新的 %{alg} 密钥签名。',
  },
}

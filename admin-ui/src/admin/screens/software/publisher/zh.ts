/** What the screen says, and what its records are called, in Chinese. */
export const zh = {
  publishers: {
    empty: '暂无发布者',
    invite: '只能安装公钥已受信任的发布者的插件。',
    fields: {
      name: '名称',
      webCodes: '系统',
      id: '发布者 ID',
      publicKey: '公钥',
      createdAt: '信任时间',
      revokedAt: '撤销时间',
      revoked: '信任状态',
    },
    trusted: '受信任',
    revoked: '已撤销',
    shipped: '本服务器自带',
    need_name: '请填写名称',
    need_codes: '请填写2至8位数字的系统代码',
    need_key: '请填写公钥文件中的44个字符',
    codes_hint: '其插件可服务的系统代码，例如 020, 030。',
    key_hint: '以 .pub 结尾的文件的内容；请通过其他途径与供应商核对。',
    revoke: '撤销',
    revoke_title: '撤销 %{name}？',
    revoke_text: '其插件立即停用，授权面板随之停止。已撤销的发布者不能再次信任，须使用新的密钥。',
    revoke_done: '已不再信任 %{name}。',
  },
}

/** What the screen says, and what its records are called, in English. */
export const en = {
  publishers: {
    empty: 'No publishers yet',
    invite: 'Plugins are installed only from publishers whose key is trusted.',
    fields: {
      name: 'Name',
      webCodes: 'Systems',
      id: 'Publisher ID',
      publicKey: 'Public key',
      createdAt: 'Trusted since',
      revokedAt: 'Revoked',
      revoked: 'Trust',
    },
    trusted: 'Trusted',
    revoked: 'Revoked',
    shipped: 'of this server',
    need_name: 'Enter the name',
    need_codes: 'Enter web codes of 2 to 8 digits',
    need_key: 'Enter the 44 characters of the key file',
    codes_hint: 'Web codes of the systems that its plugins may serve, such as 020, 030.',
    key_hint:
      'The content of the file that ends in .pub. Compare it with the vendor by another way.',
    revoke: 'Revoke',
    revoke_title: 'Revoke %{name}?',
    revoke_text:
      'Its plugins stop at once, and their panels with them. A publisher that was revoked cannot be trusted again; it needs a new key.',
    revoke_done: '%{name} is no longer trusted.',
  },
}

/** Replaces a password without a session: by name and present password, or by a sign-in's continuation. */
export const BY_NAME = '/api/sys/user/username/password'

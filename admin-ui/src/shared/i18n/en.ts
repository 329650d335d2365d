import type { Messages } from './zh'

/** English texts; the type holds the keys equal to the Chinese ones. */
export const en: Messages = {
  'app.title': 'Cardea account centre',
  'app.name': 'Cardea',
  'app.tagline': 'One sign-in for every trial system',
  'app.taglineMore': 'Accounts, roles and authorisations, kept clear in one place.',

  'common.cancel': 'Cancel',
  'common.confirm': 'OK',
  'common.close': 'Close',
  'common.retry': 'Try again',
  'common.loading': 'Loading',
  'common.requestId': 'Request id: {id}',
  'common.opensNew': '(opens in a new window)',
  'common.empty': '—',

  'language.label': 'Language',
  'language.zh': '中文',
  'language.en': 'English',

  'theme.label': 'Appearance',
  'theme.system': 'System',
  'theme.light': 'Light',
  'theme.dark': 'Dark',

  'field.userName': 'User name',
  'field.password': 'Password',
  'field.captcha': 'Captcha',
  'field.fullName': 'Full name',
  'field.email': 'E-mail',
  'field.phone': 'Phone',
  'field.remark': 'Remark',
  'field.currentPassword': 'Current password',
  'field.newPassword': 'New password',
  'field.confirmPassword': 'Confirm new password',
  'field.blank': '{field} cannot be empty',

  'password.show': 'Show password',
  'password.hide': 'Hide password',
  'password.capsLock': 'Caps Lock is on',
  'password.changed': 'Changed successfully. Please sign in with the new password.',
  'password.recovered': 'The password was reset; please sign in with the new one',

  'signIn.title': 'Sign in',
  'signIn.heading': 'Sign in to your account',
  'signIn.tab.password': 'Password login',
  'signIn.tab.sms': 'SMS login',
  'signIn.tab.forgot': 'Forgot password',
  'signIn.methods': 'Ways to sign in',
  'signIn.submit': 'Sign in',
  'signIn.submitting': 'Signing in…',
  'signIn.done': 'Signed in. One moment…',

  'forget.title': 'Recover the account',

  'modifyPwd.title': 'Change your expired password',

  'register.title': 'Join',
  'register.done': 'Joined. Please sign in.',

  'setUp.title': 'Create the first administrator',
  'setUp.done': 'Administrator created. Please sign in.',

  'soft.title': 'Workbench',
  'soft.tenants': 'EDC tenants',
  'soft.projects': 'RTSM studies',
  'consent.title': 'Consent',
  'account.title': 'Account settings',
  'consents.title': 'Consents',
  'device.title': 'Sign in on a device',
  'identities.title': 'Linked accounts',

  'help.helpCommon': 'General help',
  'help.helpAccount': 'Account centre help',
  'help.helpEDC': 'EDC help',
  'help.helpRTSM': 'RTSM help',
  'help.helpCTMS': 'CTMS help',
  'help.helpETMF': 'eTMF help',

  'notFound.title': 'Page not found',

  'error.requestFailed': 'Request failed. Check your connection and try again.',
  'error.timeout': 'The request took too long. Please try again.',
  'error.unexpected': 'Something went wrong. Please reload the page.',
  'error.reload': 'Reload',
  'error.loadTitle': 'This could not be loaded',
}

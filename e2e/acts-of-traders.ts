import { actsOf } from './act.ts'

const act = actsOf('trader')
const ACCOUNT = '/account'
const PROFILE = '/account?section=profile'
const SECURITY = '/account?section=security'
const SETTINGS = '/account?section=settings'

/** What a trader does to their own account and to what they are told. */
export const ACTS_ABOUT_THE_ACCOUNT = [
  act('sign-out', '(header)', 'app:signOut.action', 'logout', {
    done: 'sign-in: signing out asks first',
    'pressed by mistake': 'sign-in: signing out asks first',
    'the session has ended elsewhere': 'sign-in: a session ended elsewhere',
  }),
  act('wallet.disconnect', ACCOUNT, 'wallet:disconnect.action', 'logout', {
    done: 'second-step: a wallet’s signature is followed',
    'pressed by mistake': 'second-step: a wallet’s signature is followed',
    'the wallet is gone already': 'wallets: a wallet taken away, or another account in it',
  }),
  act('picture.choose', PROFILE, 'profile:picture.choose', 'uploadAvatar', {
    done: 'profile: a picture: chosen',
    'a file that is no picture': 'profile: a picture: chosen',
    'a file that is too large': 'profile: a picture: chosen',
  }),
  act('picture.remove', PROFILE, 'profile:picture.remove', 'removeAvatar', {
    done: 'profile: a picture: chosen',
    'the call fails on the way': 'profile: a picture: chosen',
    'pressed twice': 'profile: a picture: chosen',
  }),
  act('profile.save', PROFILE, 'profile:about.save', 'updateProfile', {
    done: 'profile: nickname, bio and telephone number',
    'a nickname that is too long': 'profile: nickname, bio and telephone number',
    'a telephone number that is none': 'profile: nickname, bio and telephone number',
  }),
  act('email.change', PROFILE, 'auth:newEmail.submit', 'sendEmailCode changeEmail', {
    done: 'profile: a new address: proved',
    'the address they have already': 'profile: a new address: proved',
    'a wrong code': 'profile: a new address: proved',
  }),
  act('email.confirm', SECURITY, 'security:confirmEmail.act', 'confirmEmail', {
    done: 'profile: an address is confirmed',
    'a wrong code': 'profile: an address is confirmed',
    'no code': 'profile: an address is confirmed',
  }),
  act('proof.password', ACCOUNT, 'security:twoFactor.next', 'prove', {
    done: 'fresh-proof: linking a wallet asks for the password first',
    'a wrong password': 'fresh-proof: linking a wallet asks for the password first',
    'the field left empty': 'fresh-proof: linking a wallet asks for the password first',
  }),
  act('proof.code', SECURITY, 'auth:proof.submit', 'sendProofCode prove', {
    done: 'wallet-ways: a wallet user adds an address',
    'a wrong code': 'wallet-ways: a wallet user adds an address',
    'no code': 'wallet-ways: a wallet user adds an address',
  }),
  act('proof.wallet', SECURITY, 'wallet:connectName', 'issueProofMessage prove', {
    done: 'fresh-proof: who signs in by wallet alone',
    'rejected in the wallet': 'fresh-proof: who signs in by wallet alone',
    'another wallet than one of theirs': 'wallets: wallets are linked and unlinked',
  }),
  act('identity.submit', PROFILE, 'profile:identity.submit', 'submitIdentity', {
    done: 'profile: an identity check: what is missing',
    'fields and files left out': 'profile: an identity check: what is missing',
    'a file that is no document': 'profile: an identity check: what is missing',
    'a PDF that is cut off, or has a script': 'profile: an identity check: what is missing',
  }),
  act('identity.look', PROFILE, 'profile:identity.side.front', '', {
    done: 'profile: an identity check: what is missing',
    'the call fails on the way': 'profile: an identity check: what is missing',
    'the other side was wanted': 'profile: an identity check: what is missing',
  }),
  act('password.change', SECURITY, 'security:rows.password', 'changePassword', {
    done: 'security: a new password: faults at their fields',
    'fields left empty, or two passwords that differ': 'security: a new password: faults at their fields',
    'a wrong present password': 'security: a new password: faults at their fields',
  }),
  act('two-factor.on', SECURITY, 'security:twoFactor.turnOn', 'beginTwoFactor confirmTwoFactor', {
    done: 'security: two-factor sign-in',
    'a wrong password': 'security: two-factor sign-in',
    'a wrong code': 'security: two-factor sign-in',
  }),
  act('two-factor.off', SECURITY, 'security:twoFactor.remove', 'removeTwoFactor', {
    done: 'security: two-factor sign-in',
    'a wrong code': 'security: two-factor sign-in',
    'a wrong password': 'security: two-factor sign-in',
  }),
  act('two-factor.renew', SECURITY, 'security:twoFactor.renew', 'renewRecoveryCodes', {
    done: 'security: two-factor sign-in',
    'a wrong code': 'security: two-factor sign-in',
    'a wrong password': 'security: two-factor sign-in',
  }),
  act('recovery-codes.save', SECURITY, 'security:recovery.save', '', {
    done: 'security: two-factor sign-in',
    'closed without keeping them': 'security: two-factor sign-in',
    'the clipboard refuses': 'security: two-factor sign-in',
  }),
  act('device.sign-out', SECURITY, 'security:device.signOut', 'signOutDevice', {
    done: 'security: devices and sign-ins',
    'pressed by mistake': 'security: devices and sign-ins',
    'the device is signed out already': 'security: devices and sign-ins',
  }),
  act('device.sign-out-others', SECURITY, 'security:device.others', 'signOutOthers', {
    done: 'security: devices and sign-ins',
    'pressed by mistake': 'security: devices and sign-ins',
    'there is no other': 'security: devices and sign-ins',
  }),
  act('wallet.link', ACCOUNT, 'wallet:linked.link', 'issueLinkMessage linkWallet', {
    done: 'wallets: wallets are linked and unlinked',
    'a wrong password before it': 'fresh-proof: linking a wallet asks for the password first',
    'another wallet than one of theirs proves': 'wallets: wallets are linked and unlinked',
  }),
  act('wallet.unlink', ACCOUNT, 'wallet:linked.unlink', 'unlinkWallet', {
    done: 'wallets: wallets are linked and unlinked',
    'the only way in': 'wallets: wallets are linked and unlinked',
    'pressed by mistake': 'wallets: wallets are linked and unlinked',
  }),
  act('limits.save', SETTINGS, 'security:limits.save', 'setOwnLimits', {
    done: 'security: own limits: set at once',
    'an amount that cannot be read': 'security: own limits: set at once',
    'a limit is loosened in the heat of the moment': 'security: own limits: set at once',
  }),
  act('break.start', SETTINGS, 'security:break.start', 'excludeMyself', {
    done: 'security: own limits: set at once',
    'a break is to be made shorter': 'security: own limits: set at once',
    'pressed by mistake': 'security: own limits: set at once',
  }),
  act('practice.reset', ACCOUNT, 'security:reset.action', 'resetDemoBalance', {
    done: 'security: the practice balance is reset',
    'pressed by mistake': 'security: the practice balance is reset',
    'while contracts run': 'security: the practice balance is reset',
  }),
  act('notifications.switch', SETTINGS, 'security:notify.trade', 'setNotificationSettings', {
    done: 'notification-settings: what somebody wants to be told',
    'the call fails on the way': 'notification-settings: a switch that could not be kept',
    'two tabs switch at once': 'notification-settings: two tabs that switch',
  }),
  act('browser-notices.allow', '(dialog of notices)', 'notices:browserAllow', '', {
    done: 'browser-notices: the browser is asked at a press',
    'the browser forbids it': 'browser-notices: the browser is asked at a press',
    'the question is dismissed': 'browser-notices: the browser is asked at a press',
  }),
  act('notice.open', '(dialog of notices)', 'notices:settled', 'readNotice', {
    done: 'notices: results that came while nobody looked',
    'the call fails on the way': 'notices: what is read, deleted and cleared while the server',
    'the page it leads to is open already': 'notices: results that came while nobody looked',
  }),
  act('notice.remove', '(dialog of notices)', 'notices:remove', 'deleteNotice', {
    done: 'notices: results that came while nobody looked',
    'the call fails on the way': 'notices: what is read, deleted and cleared while the server',
    'pressed twice': 'notices: what is read, deleted and cleared while the server',
  }),
  act('notices.read-all', '(dialog of notices)', 'notices:readAll', 'readAllNotices', {
    done: 'notices: a new one comes by itself',
    'the call fails on the way': 'notices: what is read, deleted and cleared while the server',
    'new ones come meanwhile': 'notices: a new one comes by itself',
  }),
  act('notices.clear', '(dialog of notices)', 'notices:clearAll', 'clearNotices', {
    done: 'notices: a new one comes by itself',
    'pressed by mistake': 'notices: a new one comes by itself',
    'the call fails on the way': 'notices: what is read, deleted and cleared while the server',
  }),
  act('notices.sound', '(dialog of notices)', 'notices:sound', '', {
    done: 'notices: a new one comes by itself',
    'another tab goes on ringing': 'notices: a new one comes by itself',
    'the choice is forgotten by a reload': 'notices: a new one comes by itself',
  }),
  act('language', ACCOUNT, 'account:language', 'setLocale', {
    done: 'profile: the language that is chosen',
    'its texts cannot be loaded': 'profile: the language that is chosen',
    'the choice is forgotten by a reload': 'language: a language applies at once',
  }),
  act('preference.colours', ACCOUNT, 'account:palette', '', {
    done: 'settings: colour-blind-safe colours',
    'the choice is forgotten by a reload': 'settings: colour-blind-safe colours',
    'switched by mistake, and back': 'settings: colour-blind-safe colours',
  }),
  act('preference.confirm', ACCOUNT, 'account:confirmOrders', '', {
    done: 'order-rules: the confirm step can be switched off',
    'the next order is then pressed twice': 'two-tabs: a double press opens exactly one',
    'switched by mistake, and back': 'order-rules: the confirm step can be switched off',
  }),
  act('amounts.hide', ACCOUNT, 'security:amounts.hide', '', {
    done: 'account-eye: the eye hides balances',
    'a balance stays in sight elsewhere': 'account-eye: the eye hides balances',
    'forgotten how to show them': 'account-eye: the eye hides balances',
  }),
  act('uid.copy', ACCOUNT, 'account:copyUid', '', {
    done: 'profile: customer service',
    'the clipboard refuses': 'profile: customer service',
    'pressed twice': 'profile: customer service',
  }),
  act('invitation.copy', ACCOUNT, 'invitations:copyLink', '', {
    done: 'invitations: inviting: the code',
    'the clipboard refuses': 'invitations: inviting: the code',
    'a link with a letter missing': 'register: refusals of the server',
  }),
  act('app.install', ACCOUNT, 'devices:install.action', '', {
    done: 'settings: the app is installed from the account',
    'the question is dismissed': 'settings: the app is installed from the account',
    'it is installed already': 'settings: the app is installed from the account',
  }),
]

import { actsOf, OPEN } from './act.ts'

const act = actsOf('administrator')
const LOGIN = '/admin/login'
const PROFILE = '/admin/profile'
const ROLES = '/admin/roles'
const CONFIG = '/admin/system-config'

/** What administrators do with their own account, with each other's and with the site. */
export const ACTS_ON_THE_SITE = [
  act('admin.sign-in', LOGIN, 'admin:login.action', 'adminLogin', {
    done: 'administrator: the first administrator replaces',
    'a wrong password': 'administrator: the first administrator replaces',
    'fields left empty': OPEN,
  }),
  act('admin.first-password', LOGIN, 'admin:password.action', 'adminChangePassword', {
    done: 'administrator: the first administrator replaces',
    'two passwords that differ': 'administrator: the first administrator replaces',
    'the page is left before': 'administrator: the first administrator replaces',
  }),
  act('admin.skip-two-factor', LOGIN, 'admin-access:twoFactor.skip', '', {
    done: 'administrator: the first administrator replaces',
    'it is wanted later': OPEN,
    'the site needs it': OPEN,
  }),
  act('admin.sign-out', '(sidebar)', 'admin:shell.signOut', 'adminLogout', {
    done: 'administrator: the first administrator replaces',
    'nobody signs out': 'administrator: nobody touches a page for 14 minutes',
    'the old password is tried again': 'administrator: the first administrator replaces',
  }),
  act('admin.stay', '(warning)', 'admin-access:idle.stay', '', {
    done: 'administrator: nobody touches a page for 14 minutes',
    'the warning is not seen': 'administrator: nobody touches a page for 14 minutes',
    'the work is in another frame': 'administrator: nobody touches a page for 14 minutes',
  }),
  act('admin.password', PROFILE, 'admin-access:password.change', 'adminChangePassword', {
    done: OPEN,
    'a wrong present password': OPEN,
    'two passwords that differ': OPEN,
  }),
  act(
    'admin.two-factor.on',
    PROFILE,
    'security:twoFactor.turnOn',
    'beginAdminTwoFactor confirmAdminTwoFactor',
    {
      done: OPEN,
      'a wrong password': OPEN,
      'a wrong code': OPEN,
    },
  ),
  act('admin.two-factor.renew', PROFILE, 'security:twoFactor.renew', 'renewAdminRecoveryCodes', {
    done: OPEN,
    'a wrong password': OPEN,
    'a wrong code': OPEN,
  }),
  act('admin.two-factor.off', PROFILE, 'security:twoFactor.remove', 'removeAdminTwoFactor', {
    done: OPEN,
    'a wrong password': OPEN,
    'a wrong code': OPEN,
  }),
  act('admin.session.end', PROFILE, 'security:device.signOut', 'endAdminSession', {
    done: OPEN,
    'the present one': OPEN,
    'it has ended already': OPEN,
  }),
  act('admin.sessions.end-others', PROFILE, 'security:device.others', 'endOtherAdminSessions', {
    done: OPEN,
    'there is no other': OPEN,
    'the present one is feared for': OPEN,
  }),
  act('administrator.create', ROLES, 'admin-access:people.create', 'createAdministrator', {
    done: OPEN,
    'a name that is none': OPEN,
    'a name that is taken': OPEN,
  }),
  act('administrator.role', ROLES, 'admin-access:act.role', 'setAdministratorRole', {
    done: OPEN,
    'their own role': OPEN,
    'changed by somebody else meanwhile': OPEN,
  }),
  act('administrator.disable', ROLES, 'admin-access:act.disable', 'disableAdministrator', {
    done: OPEN,
    'pressed by mistake': OPEN,
    themselves: OPEN,
  }),
  act('administrator.enable', ROLES, 'admin-access:act.enable', 'enableAdministrator', {
    done: OPEN,
    'pressed twice': OPEN,
    'enabled by somebody else meanwhile': OPEN,
  }),
  act('administrator.new-password', ROLES, 'admin-access:act.reset-password', 'resetAdministratorPassword', {
    done: OPEN,
    'pressed by mistake': OPEN,
    'closed without passing it on': OPEN,
  }),
  act(
    'administrator.second-factor',
    ROLES,
    'admin-access:act.reset-two-factor',
    'resetAdministratorTwoFactor',
    {
      done: OPEN,
      'pressed by mistake': OPEN,
      'there is none': OPEN,
    },
  ),
  act('administrator.sign-out', ROLES, 'admin-access:act.end-sessions', 'endAdministratorSessions', {
    done: OPEN,
    'pressed by mistake': OPEN,
    'nowhere signed in': OPEN,
  }),
  act('config.basic', CONFIG, 'admin-settings:save', 'changeBasicConfig', {
    done: OPEN,
    'no name of the site': OPEN,
    'a link to customer service that is none': OPEN,
  }),
  act('config.picture', CONFIG, 'admin-settings:choose', 'uploadSitePicture', {
    done: 'admin-pictures: an administrator chooses a logo',
    'a file that is no picture': OPEN,
    'a file that is too large': OPEN,
  }),
  act('config.funds', CONFIG, 'admin-settings:save', 'changeFundsConfig', {
    done: OPEN,
    'a smallest amount above the largest': OPEN,
    'an amount that is no number': OPEN,
  }),
  act('config.second-admin', CONFIG, 'admin-settings:funds.raise.propose', 'proposeSecondAdmin', {
    done: OPEN,
    'an amount below the present one': OPEN,
    'there is no second administrator': OPEN,
  }),
  act('config.methods', CONFIG, 'admin-settings:save', 'changeMethodsConfig', {
    done: 'admin-pictures: an administrator chooses a logo',
    'an account without a number': OPEN,
    'an address of another network': OPEN,
  }),
  act('config.trading', CONFIG, 'admin-settings:save', 'changeTradingConfig', {
    done: OPEN,
    'a limit that is no number': OPEN,
    'a limit above the present one': OPEN,
  }),
  act('config.exposure-limit', CONFIG, 'admin-settings:trading.raise.propose', 'proposeExposureLimit', {
    done: OPEN,
    'a limit below the present one': OPEN,
    'no reason': OPEN,
  }),
  act('config.mail', CONFIG, 'admin-settings:save', 'changeMailConfig', {
    done: OPEN,
    'an address that is none': OPEN,
    'no name of the sender': OPEN,
  }),
  act('config.text', CONFIG, 'admin-settings:save', 'changeSiteText', {
    done: OPEN,
    'HTML instead of plain text': OPEN,
    'saved over the words of somebody else': OPEN,
  }),
  act(
    'announcement.save',
    '/admin/announcements',
    'admin-announcements:save',
    'createAnnouncement editAnnouncement',
    {
      done: OPEN,
      'a title without a text': OPEN,
      'an end before its beginning': OPEN,
    },
  ),
  act('announcement.publish', '/admin/announcements', 'admin-announcements:publish', 'publishAnnouncement', {
    done: OPEN,
    'pressed by mistake': OPEN,
    'no text in the fallback language': OPEN,
  }),
  act(
    'announcement.withdraw',
    '/admin/announcements',
    'admin-announcements:withdraw',
    'withdrawAnnouncement',
    {
      done: OPEN,
      'it is withdrawn already': OPEN,
      'a draft is dropped instead': OPEN,
    },
  ),
  act('product.add', '/admin/products', 'admin-settings:products.add', 'addProduct', {
    done: OPEN,
    'fields left empty': OPEN,
    'a symbol that is there already': OPEN,
  }),
  act('product.change', '/admin/products', 'admin-settings:save', 'changeProduct', {
    done: OPEN,
    'no name': OPEN,
    'hours that never open': OPEN,
  }),
  act('rule.propose', '/admin/game-rules', 'admin-settings:rules.propose', 'proposeRules', {
    done: 'administrator: a large withdrawal and a change of game rules',
    'there is no second administrator': 'administrator: a large withdrawal and a change of game rules',
    'a value out of range': OPEN,
  }),
  act('rule.simulate', '/admin/game-rules', 'admin-settings:simulation.run', 'simulateRule', {
    done: 'administrator: a large withdrawal and a change of game rules',
    'the log is too short': 'administrator: a large withdrawal and a change of game rules',
    'a value out of range': OPEN,
  }),
  act('rule.add', '/admin/game-rules', 'admin-settings:rules.add', 'proposeRules', {
    done: OPEN,
    'a duration that is there already': OPEN,
    'no reason': OPEN,
  }),
  act('rule.stop', '/admin/game-rules', 'admin-settings:rules.stop', 'switchRule', {
    done: OPEN,
    'pressed by mistake, and offered again': OPEN,
    'it was stopped meanwhile': OPEN,
  }),
  act('audit-log.export', '/admin/audit-log', 'admin:table.export', '', {
    done: OPEN,
    'a period without entries': OPEN,
    'the call is refused': OPEN,
  }),
  act('list.export', '/admin/products', 'admin:table.export', '', {
    done: 'administrator: a list is saved as CSV',
    'columns are hidden': OPEN,
    'the list cannot be read': OPEN,
  }),
  act('tick-log.export', '/admin/tick-log', 'admin-market:log.interval.title', '', {
    done: 'administrator: a list is saved as CSV',
    'an end before its beginning': OPEN,
    'more entries than a file holds': OPEN,
  }),
]

import { actsOf } from './act.ts'

const act = actsOf('administrator')
const LOGIN = '/admin/login'
/** Where somebody who has signed in is asked for more first. */
const HOME = '/admin/dashboard'
const PROFILE = '/admin/profile'
const ROLES = '/admin/roles'
const CONFIG = '/admin/system-config'

/** What administrators do with their own account, with each other's and with the site. */
export const ACTS_ON_THE_SITE = [
  act('admin.sign-in', LOGIN, 'admin:login.action', 'adminLogin', {
    done: 'administrator: the first administrator replaces',
    'a wrong password': 'administrator: the first administrator replaces',
    'fields left empty': 'admin-first-day: the sign-in of administrators',
  }),
  act('admin.first-password', HOME, 'admin:password.action', 'adminChangePassword', {
    done: 'administrator: the first administrator replaces',
    'two passwords that differ': 'administrator: the first administrator replaces',
    'the page is left before': 'administrator: the first administrator replaces',
  }),
  act('admin.skip-two-factor', HOME, 'admin-access:twoFactor.skip', '', {
    done: 'administrator: the first administrator replaces',
    'it is wanted later': 'admin-first-day: a new administrator who left',
    'the site needs it': 'admin-factor-needed: on a site that needs',
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
    done: 'admin-access: an administrator changes the password',
    'a wrong present password': 'admin-access: an administrator changes the password',
    'two passwords that differ': 'admin-access: an administrator changes the password',
  }),
  act(
    'admin.two-factor.on',
    PROFILE,
    'security:twoFactor.turnOn',
    'beginAdminTwoFactor confirmAdminTwoFactor',
    {
      done: 'admin-access: an administrator changes the password',
      'a wrong password': 'admin-access: an administrator changes the password',
      'a wrong code': 'admin-access: an administrator changes the password',
    },
  ),
  act('admin.two-factor.renew', PROFILE, 'security:twoFactor.renew', 'renewAdminRecoveryCodes', {
    done: 'admin-access: an administrator changes the password',
    'a wrong password': 'admin-access: an administrator changes the password',
    'a wrong code': 'admin-access: an administrator changes the password',
  }),
  act('admin.two-factor.off', PROFILE, 'security:twoFactor.remove', 'removeAdminTwoFactor', {
    done: 'admin-access: an administrator changes the password',
    'a wrong password': 'admin-access: an administrator changes the password',
    'a wrong code': 'admin-access: an administrator changes the password',
  }),
  act('admin.session.end', PROFILE, 'security:device.signOut', 'endAdminSession', {
    done: 'admin-access: an administrator changes the password',
    'the present one': 'admin-access: an administrator changes the password',
    'it has ended already': 'admin-factors: an administrator ends a session',
  }),
  act('admin.sessions.end-others', PROFILE, 'security:device.others', 'endOtherAdminSessions', {
    done: 'admin-access: an administrator changes the password',
    'there is no other': 'admin-access: an administrator changes the password',
    'the present one is feared for': 'admin-access: an administrator changes the password',
  }),
  act('administrator.create', ROLES, 'admin-access:people.create', 'createAdministrator', {
    done: 'admin-access: an administrator is created',
    'a name that is none': 'admin-access: an administrator is created',
    'a name that is taken': 'admin-access: an administrator is created',
  }),
  act('administrator.role', ROLES, 'admin-access:act.role', 'setAdministratorRole', {
    done: 'admin-access: an administrator is created',
    'their own role': 'admin-access: an administrator is created',
    'changed by somebody else meanwhile': 'admin-meanwhile: an administrator whom somebody else',
  }),
  act('administrator.disable', ROLES, 'admin-access:act.disable', 'disableAdministrator', {
    done: 'admin-access: an administrator is created',
    'pressed by mistake': 'admin-access: an administrator is created',
    themselves: 'admin-access: an administrator is created',
  }),
  act('administrator.enable', ROLES, 'admin-access:act.enable', 'enableAdministrator', {
    done: 'admin-access: an administrator is created',
    'pressed twice': 'admin-meanwhile: an administrator whom somebody else',
    'enabled by somebody else meanwhile': 'admin-meanwhile: an administrator whom somebody else',
  }),
  act('administrator.new-password', ROLES, 'admin-access:act.reset-password', 'resetAdministratorPassword', {
    done: 'admin-access: an administrator is created',
    'pressed by mistake': 'admin-access: an administrator is created',
    'closed without passing it on': 'admin-access: an administrator is created',
  }),
  act(
    'administrator.second-factor',
    ROLES,
    'admin-access:act.reset-two-factor',
    'resetAdministratorTwoFactor',
    {
      done: 'admin-factors: the second factor of an administrator',
      'pressed by mistake': 'admin-factors: the second factor of an administrator',
      'there is none': 'admin-factors: the second factor of an administrator',
    },
  ),
  act('administrator.sign-out', ROLES, 'admin-access:act.end-sessions', 'endAdministratorSessions', {
    done: 'admin-access: an administrator is created',
    'pressed by mistake': 'admin-access: an administrator is created',
    'nowhere signed in': 'admin-access: an administrator is created',
  }),
  act('config.basic', CONFIG, 'admin-settings:save', 'changeBasicConfig', {
    done: 'admin-site: every section of the configuration',
    'no name of the site': 'admin-site: every section of the configuration',
    'a link to customer service that is none': 'admin-site: every section of the configuration',
  }),
  act('config.picture', CONFIG, 'admin-settings:choose', 'uploadSitePicture', {
    done: 'admin-shown: an administrator chooses a logo',
    'a file that is no picture': 'admin-site: every section of the configuration',
    'a file that is too large': 'admin-site: every section of the configuration',
  }),
  act('config.funds', `${CONFIG}?section=funds`, 'admin-settings:save', 'changeFundsConfig', {
    done: 'admin-site: every section of the configuration',
    'a smallest amount above the largest': 'admin-site: every section of the configuration',
    'an amount that is no number': 'admin-site: every section of the configuration',
  }),
  act(
    'config.second-admin',
    `${CONFIG}?section=funds`,
    'admin-settings:funds.raise.propose',
    'proposeSecondAdmin',
    {
      done: 'admin-site: what one administrator lowers alone',
      'an amount below the present one': 'admin-site: what one administrator lowers alone',
      'there is no second administrator': 'admin-site: every section of the configuration',
    },
  ),
  act('config.methods', `${CONFIG}?section=methods`, 'admin-settings:save', 'changeMethodsConfig', {
    done: 'admin-shown: an administrator chooses a logo',
    'an account without a number': 'admin-site: every section of the configuration',
    'an address of another network': 'admin-site: every section of the configuration',
  }),
  act('config.trading', `${CONFIG}?section=trading`, 'admin-settings:save', 'changeTradingConfig', {
    done: 'admin-site: every section of the configuration',
    'a limit that is no number': 'admin-site: every section of the configuration',
    'a limit above the present one': 'admin-site: every section of the configuration',
  }),
  act(
    'config.exposure-limit',
    `${CONFIG}?section=trading`,
    'admin-settings:trading.raise.propose',
    'proposeExposureLimit',
    {
      done: 'admin-site: what one administrator lowers alone',
      'a limit below the present one': 'admin-site: what one administrator lowers alone',
      'no reason': 'admin-site: what one administrator lowers alone',
    },
  ),
  act('config.mail', `${CONFIG}?section=mail`, 'admin-settings:save', 'changeMailConfig', {
    done: 'admin-site: every section of the configuration',
    'an address that is none': 'admin-site: every section of the configuration',
    'a name of the sender with quotation marks': 'admin-site: every section of the configuration',
  }),
  act('config.take-newer', `${CONFIG}?section=mail`, 'admin:conflict.take', '', {
    done: 'admin-meanwhile: settings that a colleague has changed',
    'saved again in place of it': 'admin-meanwhile: settings that a colleague has changed',
    'changed once more meanwhile': 'admin-meanwhile: settings that a colleague has changed',
  }),
  act('config.text', `${CONFIG}?section=texts`, 'admin-settings:save', 'changeSiteText', {
    done: 'admin-site: a text of the site is written',
    'HTML instead of plain text': 'admin-site: a text of the site is written',
    'saved over the words of somebody else': 'admin-site: a text of the site is written',
  }),
  act(
    'announcement.save',
    '/admin/announcements',
    'admin-announcements:save',
    'createAnnouncement editAnnouncement',
    {
      done: 'admin-shown: an announcement says what is missing',
      'a title without a text': 'admin-shown: an announcement says what is missing',
      'an end before its beginning': 'admin-shown: an announcement says what is missing',
    },
  ),
  act('announcement.publish', '/admin/announcements', 'admin-announcements:publish', 'publishAnnouncement', {
    done: 'admin-shown: an announcement says what is missing',
    'pressed by mistake': 'admin-shown: an announcement says what is missing',
    'no text in the fallback language': 'admin-shown: an announcement says what is missing',
  }),
  act(
    'announcement.withdraw',
    '/admin/announcements',
    'admin-announcements:withdraw',
    'withdrawAnnouncement',
    {
      done: 'admin-shown: an announcement says what is missing',
      'it is withdrawn already': 'admin-meanwhile: an announcement that was withdrawn',
      'a draft is dropped instead': 'admin-shown: an announcement says what is missing',
    },
  ),
  act('product.add', '/admin/products', 'admin-settings:products.add', 'addProduct', {
    done: 'admin-site: a product is added once',
    'fields left empty': 'admin-site: a product is added once',
    'a symbol that is there already': 'admin-site: a product is added once',
  }),
  act('product.change', '/admin/products', 'admin-settings:save', 'changeProduct', {
    done: 'admin-site: a product is added once',
    'no name': 'admin-site: a product is added once',
    'a time zone that there is not': 'admin-site: a product is added once',
  }),
  act('rule.propose', '/admin/game-rules', 'admin-settings:rules.propose', 'proposeRules', {
    done: 'administrator: a large withdrawal and a change of game rules',
    'there is no second administrator': 'administrator: a large withdrawal and a change of game rules',
    'a value out of range': 'admin-access: a rule is stopped and offered again',
  }),
  act('rule.simulate', '/admin/game-rules', 'admin-settings:simulation.run', 'simulateRule', {
    done: 'administrator: a large withdrawal and a change of game rules',
    'the log is too short': 'administrator: a large withdrawal and a change of game rules',
    'a value out of range': 'admin-access: a rule is stopped and offered again',
  }),
  act('rule.add', '/admin/game-rules', 'admin-settings:rules.add', 'proposeRules', {
    done: 'admin-access: a rule is stopped and offered again',
    'a duration that is there already': 'admin-access: a rule is stopped and offered again',
    'no reason': 'admin-access: a rule is stopped and offered again',
  }),
  act('rule.stop', '/admin/game-rules', 'admin-settings:rules.stop', 'switchRule', {
    done: 'admin-access: a rule is stopped and offered again',
    'pressed by mistake, and offered again': 'admin-access: a rule is stopped and offered again',
    'it was stopped meanwhile': 'admin-meanwhile: a duration that somebody else has stopped',
  }),
  act('audit-log.export', '/admin/audit-log', 'admin:table.export', '', {
    done: 'admin-files: the audit log is saved',
    'a search that finds nothing': 'admin-files: the audit log is saved',
    'the call is refused': 'admin-orders: every other list is saved as a file',
  }),
  act('list.export', '/admin/products', 'admin:table.export', '', {
    done: 'administrator: a list is saved as CSV',
    'columns are hidden': 'admin-files: the file of a list',
    'the list cannot be read': 'admin-files: the file of a list',
  }),
  act('tick-log.export', '/admin/tick-log', 'admin-market:log.interval.title', '', {
    done: 'administrator: a list is saved as CSV',
    'an end before its beginning': 'admin-files: the tick log is saved as it is shown',
    'an interval without entries': 'admin-files: the tick log is saved as it is shown',
  }),
]

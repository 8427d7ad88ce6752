import { actsOf } from './act.ts'

const act = actsOf('guest')

/** What somebody does before they are signed in. */
export const ACTS_OF_GUESTS = [
  act('sign-in.password', '/login', 'auth:login', 'login', {
    done: 'sign-in: signing in shows the account',
    'fields left empty or too short': 'sign-in: the form says what is missing',
    'a wrong password': 'sign-in: a wrong password is refused',
  }),
  act('sign-in.code.send', '/login', 'auth:code.send', 'sendLoginCode', {
    done: 'mail-sign-in: a code from the mailbox signs in',
    'an address without an account': 'mail-sign-in: an address without an account',
    'the call fails on the way': 'mail-sign-in: after a failure the code can be asked for again',
  }),
  act('sign-in.code', '/login', 'auth:login', 'login', {
    done: 'mail-sign-in: a code from the mailbox signs in',
    'a wrong code': 'mail-sign-in: after a failure the code can be asked for again',
    'a code pasted with blanks': 'mail-sign-in: a code from the mailbox signs in',
  }),
  act('sign-in.address.keep', '/login', 'security:choice.mine', 'chooseAboutAddress', {
    done: 'mail-sign-in: a code from the mailbox signs in',
    'a wrong password': 'mail-sign-in: a code from the mailbox signs in',
    'the field left empty': 'mail-sign-in: a code from the mailbox signs in',
  }),
  act('sign-in.address.new-password', '/login', 'security:choice.newSubmit', 'chooseAboutAddress', {
    done: 'mail-sign-in: the owner of an address that somebody else registered',
    'a password that is too weak': 'mail-sign-in: the owner of an address',
    'two passwords that differ': 'mail-sign-in: the owner of an address',
  }),
  act('sign-in.second-step', '/login', 'security:second.submit', 'secondFactor', {
    done: 'second-step: a code from the mailbox',
    'a wrong code of the app': 'second-step: a code from the mailbox',
    'a wrong recovery code': 'security: two-factor sign-in',
  }),
  act('sign-in.second-step.again', '/login', 'security:second.again', '', {
    done: 'second-step: a wallet’s signature is followed',
    'pressed by mistake': 'second-step: a sign-in that was given up by mistake',
    'the step has ended meanwhile': 'second-step: a sign-in that was given up by mistake',
  }),
  act('sign-in.wallet', '/login', 'wallet:connectName', 'issueWalletMessage walletLogin', {
    done: 'wallets: MetaMask: chosen chain',
    'rejected in the wallet': 'wallets: a user who rejects',
    'the wallet is missing, or on another chain': 'wallets: a connection that fails',
  }),
  act('sign-in.wallet.invite-code', '/login', 'auth:register', 'walletLogin', {
    done: 'wallet-ways: a new wallet user without an invite code',
    'a wrong code': 'wallet-ways: a new wallet user without an invite code',
    'the field left empty': 'wallet-ways: a new wallet user without an invite code',
  }),
  act(
    'sign-in.wallet.app',
    '/login',
    'wallet:app.download',
    '',
    {
      done: 'wallet-apps: on a phone the wallet’s app is asked for',
      'no app opens': 'wallet-apps: on a phone the wallet’s app is asked for',
      'the app has opened': 'wallet-apps: an app that took over the screen',
    },
    { device: 'phone', why: 'wallets at a desk are extensions of the browser: there is no app to open' },
  ),
  act('forgot.code.send', '/login/forgot', 'auth:code.send', 'sendResetCode', {
    done: 'mail-sign-in: a forgotten password',
    'an address without an account': 'mail-sign-in: an address without an account',
    'no address': 'mail-sign-in: a forgotten password',
  }),
  act('forgot.verify', '/login/forgot', 'auth:forgot.verify', 'verifyResetCode', {
    done: 'mail-sign-in: a forgotten password',
    'a wrong code': 'mail-sign-in: a forgotten password',
    'no code': 'mail-sign-in: a forgotten password',
  }),
  act('forgot.reset', '/login/forgot', 'auth:forgot.set', 'resetPassword', {
    done: 'mail-sign-in: a forgotten password',
    'a password that is too weak': 'mail-sign-in: a forgotten password',
    'the page was left open too long': 'mail-sign-in: a page that was left open too long',
  }),
  act('register', '/login/register', 'auth:register', 'register', {
    done: 'register: an invitation link leads to an account',
    'fields left empty or wrong': 'register: every field says what is wrong',
    'a name, an address or a code that is refused': 'register: refusals of the server',
  }),
  act('register.terms', '/login/register', 'auth:agreeTerms.terms', '', {
    done: 'register: the terms can be read',
    'accepting is forgotten': 'register: every field says what is wrong',
    'closing them is taken for accepting': 'register: the terms can be read',
  }),
  act('language.header', '/stocks', 'app:language', '', {
    done: 'language: a language applies at once',
    'the menu cannot be loaded': 'release: a menu that cannot be loaded',
    'a language that cannot be read, and back': 'language: a language applies at once',
  }),
  act('unsubscribe', '/unsubscribe', '(the page itself)', '', {
    done: 'newsletter: the link of a newsletter ends it at a press',
    'a link that nobody was given': 'notification-settings: the page a mail’s unsubscribe link leads to',
    'the link is opened by a program': 'newsletter: the link of a newsletter ends it at a press',
  }),
  act('favourite', '/stocks', 'markets:favourites.mark', '', {
    done: 'markets: favourites are kept',
    'only favourites are shown and there are none': 'markets: favourites are kept',
    'the wrong one is marked, and taken back': 'markets: favourites are kept',
  }),
  act('verifier.download', '/proof', '(name of the file)', '', {
    done: 'verifiers: both stand-alone verifiers',
    'a file that is not there': 'verifiers: a file that is no verifier',
    'started without a receipt': 'verifiers: both stand-alone verifiers',
  }),
]

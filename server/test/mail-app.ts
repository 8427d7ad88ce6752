import { type AccountsApp, openAccountsApp } from './accounts-app.ts'
import { createTestBrowser, type TestBrowser } from './test-browser.ts'
import { openMailbox, type TestMailbox } from './test-mailbox.ts'

/** Sign-in and accounts, with mails that go to a real SMTP server. */
export interface MailApp {
  app: AccountsApp
  mailbox: TestMailbox
  browser(ip?: string): TestBrowser
  /** `proved`: a code has come back from the address before. */
  register(username: string, proved?: boolean): Promise<void>
  sendCode(
    browser: TestBrowser,
    email: string,
    headers?: Record<string, string>,
  ): ReturnType<TestBrowser['post']>
  close(): Promise<void>
}

export const PASSWORD = 'correct horse battery'

export async function openMailApp(
  options: { codesPerHour?: number; signInPerMinute?: number; origin?: string } = {},
): Promise<MailApp> {
  const mailbox = await openMailbox()
  const app = await openAccountsApp({ ...options, jobs: false, mailbox })
  const browser = (ip?: string): TestBrowser => createTestBrowser(app.http.app, ip)
  return {
    app,
    mailbox,
    browser,
    async register(username, proved = true) {
      const answer = await browser('198.51.100.1').post('/api/login/register', {
        ...{ username, email: `${username}@example.com`, password: PASSWORD },
        inviteCode: app.firstRun.inviteCode,
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      if (proved)
        await app.db.query('update users set email_proved_at_ms = created_at_ms where username = $1', [
          username,
        ])
    },
    sendCode: (from, email, headers) => from.post('/api/login/send-code', { email }, headers),
    async close() {
      await app.close()
      await mailbox.close()
    },
  }
}

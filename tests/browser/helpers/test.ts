import { type BrowserContextOptions, test as base, expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { insertListing, insertPromotion, insertSession, insertTeacher, insertUser } from "../../helpers/rows";
import { SESSION_COOKIE } from "../../helpers/session-cookie";
import { type Site, startSite } from "./served";
import { type InboxMail, TestVisitor, type Visit } from "./site";

export { type BrowserContext, expect, type Locator, type Page, type Request } from "@playwright/test";
export type { Site } from "./served";

type Account = { id: string; email: string };
type OpenOptions = BrowserContextOptions & {
  /** Email of the signed-in user. The session is written to the database: the sign-in form has its own tests. */
  as?: string;
};

type WorkerFixtures = {
  /** The site that this Playwright worker serves for itself. */
  site: Site;
  /** A second site with Google's tag, started for the first test that needs it. */
  taggedSite: Site;
};

export type TestFixtures = {
  /** Opens a new browser context with one page. It is closed after the test. */
  open(visit: Visit, options?: OpenOptions): Promise<TestVisitor>;
  /** The newest mail to an address whose text matches; waits for it. */
  mailTo(address: string, text: RegExp): Promise<InboxMail>;
  /** Inserts rows for this test alone. */
  insert: {
    user(overrides?: Parameters<typeof insertUser>[1]): Promise<Account>;
    teacher(
      overrides?: Parameters<typeof insertTeacher>[1],
      information?: Parameters<typeof insertTeacher>[2],
    ): Promise<Account>;
    listing(
      owner: Account,
      overrides?: Parameters<typeof insertListing>[2],
    ): ReturnType<typeof insertListing>;
    promotion(
      listing: Parameters<typeof insertPromotion>[1],
      overrides?: Parameters<typeof insertPromotion>[2],
    ): Promise<void>;
  };
};

export const MEASUREMENT_ID = "G-TEST123";
const SITE_START_MS = 120_000;
const MAIL_WAIT_MS = 15_000;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: SITE_START_MS },
  ],

  taggedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const site = await startSite(() => ({ GA_MEASUREMENT_ID: MEASUREMENT_ID }));
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: SITE_START_MS },
  ],

  baseURL: async ({ site }, use) => use(site.url),

  open: async ({ browser, site }, use) => {
    const visitors: TestVisitor[] = [];
    await use(async ({ javaScriptEnabled, locale }, { as, ...options } = {}) => {
      const context = await browser.newContext({ javaScriptEnabled, ...options });
      if (as) await context.addCookies([await sessionCookie(site, as)]);
      const visitor = new TestVisitor(context, await context.newPage(), locale);
      visitors.push(visitor);
      return visitor;
    });
    await Promise.all(visitors.map(({ context }) => context.close()));
  },

  mailTo: async ({ request, site }, use) =>
    use(async (address, text) => {
      let match: InboxMail | undefined;
      await expect(async () => {
        const answer = await request.get(`${site.stubsUrl}/inbox.json?to=${encodeURIComponent(address)}`);
        const { mails } = (await answer.json()) as { mails: InboxMail[] };
        match = mails.find((mail) => text.test(mail.text));
        expect(match, `a mail to ${address} that matches ${text}`).toBeDefined();
      }).toPass({ timeout: MAIL_WAIT_MS, intervals: [100] });
      return match as InboxMail;
    }),

  insert: async ({ site: { db } }, use) => {
    const target = () => ({ db, now: Date.now() });
    await use({
      user: (overrides) => insertUser(target(), overrides),
      teacher: (overrides, information) => insertTeacher(target(), overrides, information),
      listing: (owner, overrides) => insertListing(target(), owner, overrides),
      promotion: (listing, overrides) => insertPromotion(target(), listing, overrides),
    });
  },
});

async function sessionCookie({ db, url }: Site, email: string) {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) throw new Error(`no user has the address ${email}`);
  const value = await insertSession({ db, now: Date.now() }, user);
  // Playwright derives `secure`, which the name requires, from the address. Browsers send it to http://localhost too.
  const secureUrl = url.replace(/^http:/, "https:");
  return { name: SESSION_COOKIE, value, url: secureUrl, httpOnly: true, sameSite: "Lax" as const };
}

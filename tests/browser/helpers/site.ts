import { TEXTS } from "@locales/index";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { SignUpRole } from "@/shared/codes";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { createTranslator, type Texts, type Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";

export const DEMO_PASSWORD = "catedra-demo-2026";
export const DEMO = {
  admin: "admin@catedra.test",
  teacher: "teacher@catedra.test",
  learner: "learner@catedra.test",
} as const;

/** The site's texts: a test presses the buttons by the labels that users see. */
function createTestTranslator(locale: Locale): Translator {
  const texts = Object.fromEntries(
    Object.entries(TEXTS).map(([page, both]) => [page, (both as Record<Locale, Texts>)[locale]]),
  );
  return createTranslator(locale, texts);
}

export type Visit = { locale: Locale; javaScriptEnabled: boolean };

export class TestVisitor {
  readonly t: Translator;
  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly locale: Locale,
  ) {
    this.t = createTestTranslator(locale);
  }

  /** Opens a path of the site in the visitor's language. */
  go(path: string) {
    return this.page.goto(localizePath(this.locale, path));
  }

  fill(name: string, value: string) {
    return this.page.locator(`form [name="${name}"]`).fill(value);
  }

  press(key: string, params?: Record<string, string>) {
    return this.page
      .getByRole("button", { name: this.t(key, params), exact: true })
      .first()
      .click();
  }

  /** Fills in the sign-up form and submits it. */
  async signUp(account: {
    email: string;
    password: string;
    role: SignUpRole;
    name?: [string, string];
    /** The path that the visitor comes from. */
    next?: string;
  }) {
    const [firstName, lastName] = account.name ?? ["Ilinca", "Țurcanu"];
    await this.go(paths.signUp({ next: account.next ?? null }));
    await this.page.locator(`[name="role"][value="${account.role}"]`).check();
    await this.fill("first_name", firstName);
    await this.fill("last_name", lastName);
    await this.fill("birth_date", "1.9.1979");
    await this.fill("email", account.email);
    await this.fill("password", account.password);
    await this.page.locator('[name="terms"]').check();
    await this.press("accounts.signUp.submit");
    await this.page.waitForURL(/sign-up\/done/);
  }

  async signIn(email: string, password: string = DEMO_PASSWORD) {
    await this.go("/sign-in");
    await this.fill("email", email);
    await this.fill("password", password);
    await this.press("accounts.signIn.submit");
    await this.page.waitForURL((url) => !url.pathname.endsWith("/sign-in"));
  }
}

export type InboxMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  headers: Record<string, string>;
};

/** The first link to this site in a mail. */
export function getLink(mail: InboxMail): string {
  const link = mail.text.match(/https?:\/\/\S+/)?.[0];
  if (!link) throw new Error(`no link in the mail "${mail.subject}"`);
  return link;
}

/** Fails when the page is wider than its window. */
export async function expectNoOverflow(page: Page, what = page.url()): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${what} is wider than the screen`).toBeLessThanOrEqual(0);
}

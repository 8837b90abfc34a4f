import { describe, expect, it } from "vitest";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { app, expectPage, expectStatus, expectText, resetApp } from "../../helpers/app";
import { createUser, mailsTo } from "../../helpers/factories";
import {
  createAlertSetup,
  createGuestAlert,
  findAlertToken,
  listStoredAlerts,
  newAddress,
  postAlert,
} from "./setup";

describe("POST /alerts without an account", () => {
  it("returns 202, stores an unconfirmed alert and mails a link that repeats no search text", async () => {
    await createAlertSetup();
    const email = newAddress();
    const form = { filters: "subject=m&q=spamword", frequency: "weekly", email: ` ${email.toUpperCase()} ` };
    expect(await expectPage(postAlert(form, { locale: "/ro" }), 202)).toContain(email);
    expect(await listStoredAlerts({ email })).toMatchObject([
      { userId: null, email, locale: "ro", frequency: "weekly", confirmedTs: null },
    ]);
    const { mail, token } = await findAlertToken(email);
    expect(mail?.subject).toContain("Confirmați alerta");
    expect(mail?.text).toContain("/ro/alerts?token=");
    expect(mail?.text).not.toContain("spamword");
    expect(mail?.text).toContain("Matematică, cuvintele căutate de dumneavoastră.");
    const page = await app.read(paths.alerts({ token }));
    expect(page).toContain("spamword");
    // Opening the page changes nothing.
    expect(await listStoredAlerts({ email })).toMatchObject([{ confirmedTs: null }]);
  });

  it("asks about a mistyped provider, once", async () => {
    await createAlertSetup();
    const email = "bunic@gmial.com";
    expect(await expectPage(postAlert({ email, filters: "subject=m" }), 200)).toContain(
      "We filled in bunic@gmail.com",
    );
    await expectPage(postAlert({ email, filters: "subject=m", asked_email: email }), 202);
  });

  it("leads back to the form with the same filters, for another address", async () => {
    await createAlertSetup();
    const form = { email: newAddress(), filters: "subject=m&q=xilofon", frequency: "weekly" };
    const page = await (await postAlert(form)).text();
    const back = page.match(/<form class="action-form".*?<\/form>/s)?.[0] ?? "";
    expectText(back, 'action="/alerts"', "Wrong address? Create it again");
    const fields = Object.fromEntries(
      Array.from(back.matchAll(/name="(\w+)" value="([^"]*)"/g), ([, name = "", value = ""]) => [
        name,
        value.replaceAll("&amp;", "&"),
      ]),
    );
    expect(Object.keys(fields)).toEqual(["filters", "frequency"]);
    const restored = await expectPage(app.post(paths.alerts(), { form: fields }), 200);
    expect(restored).toContain("“xilofon”");
    expect(restored).toMatch(/<input[^>]* name="email"/);
    expect(restored).toMatch(/value="weekly"[^>]* checked|checked[^>]* value="weekly"/);
  });

  it("gives the same answer for addresses with an account, with the alert, and with too many requests", async () => {
    await createAlertSetup();
    const account = await createUser({ email: newAddress() });
    const subscribed = await createGuestAlert();
    const flooded = newAddress();
    for (let n = 0; n < 8; n++) await postAlert({ email: flooded, filters: `max=${n + 1}` });
    const addresses = [newAddress(), account.email, subscribed.email, flooded];
    const pages = await Promise.all(
      addresses.map(async (email) => {
        const answer = await postAlert({ email });
        return [answer.status, (await answer.text()).replaceAll(email, "EMAIL")];
      }),
    );
    for (const page of pages) expect(page).toEqual(pages[0]);
    expect(pages[0]?.[0]).toBe(202);
  });

  it("mails an address that never answers five times in a week, however many networks ask", async () => {
    await createAlertSetup();
    const email = newAddress();
    for (let day = 0; day < 3; day++) {
      for (let n = 0; n < 3; n++) await postAlert({ email, filters: `max=${day * 10 + n + 1}` });
      // The same filters again are not mailed again either.
      await postAlert({ email, filters: "max=1" });
      app.clock.now += DAY_MS;
    }
    expect(await mailsTo(email)).toHaveLength(5);
    expect(await listStoredAlerts({ email })).toHaveLength(5);
  });

  it("mails the link that changes a confirmed alert, not a confirmation, when it is requested again", async () => {
    await createAlertSetup();
    const { email, id } = await createGuestAlert();
    await postAlert({ email });
    const mail = (await mailsTo(email)).at(-1);
    expect(mail).toMatchObject({ subject: "You already have this alert on Catedra", linkExpiresTs: null });
    expect(mail?.text).not.toContain("One more step");
    const path = mail?.text.match(/\/alerts\?token=\S+/)?.[0] ?? "";
    expect(await app.read(path)).toContain(paths.alertAction(id, "pause"));
  });

  it("mails an address with alerts at most five times a day", async () => {
    await createAlertSetup();
    const { email } = await createGuestAlert();
    for (let n = 0; n < 8; n++) await postAlert({ email });
    expect(await mailsTo(email)).toHaveLength(5);
    expect(await listStoredAlerts({ email })).toHaveLength(1);
  });

  it("returns 429 to a network after 20 requests in an hour, those without a mail included", async () => {
    await createAlertSetup();
    const [email, from] = [newAddress(), "203.0.113.78"];
    const send = () => postAlert({ email }, { from });
    for (let n = 0; n < 20; n++) await expectStatus(send(), 202);
    const refused = await expectStatus(send(), 429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("sends one mail for a form that is sent twice at once", async () => {
    await createAlertSetup();
    const email = newAddress();
    await Promise.all([1, 2, 3].map(() => postAlert({ email })));
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await findAlertToken(email)).id).toBe((await listStoredAlerts({ email }))[0]?.id);
  });

  it("asks for the app check on a second page, because lists do not load its script", async () => {
    resetApp({ TURNSTILE_SITE_KEY: "site-key", TURNSTILE_SECRET_KEY: "secret-key" });
    const email = newAddress();
    const list = await app.read("/tutoring");
    expect(list).not.toContain("site-key");
    const text = await expectPage(postAlert({ email }), 200);
    expectText(text, 'data-sitekey="site-key"', `value="${email}"`);
    expect(await listStoredAlerts({ email })).toEqual([]);
  });
});

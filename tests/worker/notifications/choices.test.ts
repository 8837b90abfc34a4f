import { describe, expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, createTestApp, expectRedirect, expectStatus } from "../../helpers/app";
import { createTeacher, createUser, findUser, signIn } from "../../helpers/factories";

const API = paths.apiNotifications();
const PAGE = paths.notifications();

const DEFAULTS = {
  enquiries: { mail: true, push: true },
  reviews: { mail: true, push: false },
  listings: { mail: true, push: false },
  alerts: { mail: true, push: true },
  requests: { mail: true, push: true },
  news: { mail: true, push: false },
};

const findOff = async (id: string) => {
  const user = await findUser(id);
  return { mailOff: user?.mailOff, pushOff: user?.pushOff };
};

/** The choices of a form, as `name=value` pairs. */
const toForm = (shown: string[], on: string[]) => ({
  body: new URLSearchParams([
    ...shown.map((value) => ["shown", value]),
    ...on.map((value) => ["on", value]),
  ]).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" },
});

describe("/api/notifications", () => {
  it("returns the defaults, where all is on, and saves all choices", async () => {
    const user = await createUser();
    const auth = bearer(await createAccessToken(user));
    expect(await (await app.get(API, auth)).json()).toEqual({ content: DEFAULTS });
    const wanted = {
      ...DEFAULTS,
      enquiries: { mail: false, push: true },
      alerts: { mail: true, push: false },
      news: { mail: false, push: false },
    };
    const saved = await expectStatus(app.request(API, { method: "PUT", ...auth, json: wanted }), 200);
    expect(await saved.json()).toEqual({ content: wanted });
    expect(await (await app.get(API, auth)).json()).toEqual({ content: wanted });
    expect(await findOff(user.id)).toEqual({ mailOff: ["enquiries", "news"], pushOff: ["alerts"] });
    // A client from before there were requests leaves them out: what the user chose stays.
    for (const requests of [
      { mail: false, push: false },
      { mail: true, push: false },
    ]) {
      await expectStatus(app.request(API, { method: "PUT", ...auth, json: { ...wanted, requests } }), 200);
      const json = { ...wanted, requests: undefined };
      const answer = await expectStatus(app.request(API, { method: "PUT", ...auth, json }), 200);
      expect(await answer.json()).toEqual({ content: { ...wanted, requests } });
      expect(await (await app.get(API, auth)).json()).toEqual({ content: { ...wanted, requests } });
    }
  });

  it("refuses missing kinds and push messages that are never sent", async () => {
    const user = await createUser();
    const auth = bearer(await createAccessToken(user));
    for (const [json, field] of [
      [{ ...DEFAULTS, news: undefined }, "news"],
      [{ ...DEFAULTS, reviews: { mail: true, push: true } }, "reviews.push"],
      [{ ...DEFAULTS, alerts: { mail: "no", push: true } }, "alerts.mail"],
    ] as const) {
      const answer = await expectStatus(app.request(API, { method: "PUT", ...auth, json }), 422);
      expect(await answer.json()).toMatchObject({ errors: [{ field }] });
    }
    expect(await findOff(user.id)).toEqual({ mailOff: [], pushOff: [] });
  });
});

describe("the page", () => {
  it("saves the switches that it shows, and no other", async () => {
    const user = await createUser({ mailOff: ["listings", "news"] });
    const page = await app.read(PAGE, { as: user });
    expect(page).toContain('value="enquiries.push"');
    // Switches for teachers.
    expect(page).not.toMatch(/value="(listings|requests|news)\./);
    const shown = [...page.matchAll(/name="shown" value="([a-z.]+)"/g)].map(([, value]) => value as string);
    expect(shown).toEqual(["enquiries.mail", "enquiries.push", "reviews.mail", "alerts.mail", "alerts.push"]);
    await expectRedirect(
      app.post(PAGE, { as: user, ...toForm(shown, ["reviews.mail", "alerts.push"]) }),
      paths.notifications({ done: "saved" }),
    );
    expect(await findOff(user.id)).toEqual({
      mailOff: ["enquiries", "listings", "alerts", "news"],
      pushOff: ["enquiries"],
    });
    expect(await app.read(PAGE, { as: user })).not.toMatch(
      /checked=""[^>]*value="enquiries\.(mail|push)"|value="enquiries\.(mail|push)"[^>]*checked/,
    );
  });

  it("shows teachers all kinds, and what is always sent", async () => {
    const jar = await createTeacher();
    const page = await app.read(`/ro${PAGE}`, { as: jar });
    for (const kind of Object.keys(DEFAULTS)) expect(page).toContain(`value="${kind}.mail"`);
    expect(page).toContain("Vă scriem întotdeauna pe e-mail");
  });

  it("has no switches for push messages without the settings, and keeps these choices", async () => {
    const site = createTestApp({
      VAPID_PUBLIC_KEY: undefined,
      VAPID_PRIVATE_KEY: undefined,
      VAPID_SUBJECT: undefined,
    });
    const user = await createUser({ pushOff: ["alerts"] });
    const jar = await signIn(user);
    const page = await (await site.get(PAGE, { as: jar })).text();
    expect(page).not.toContain(".push");
    await site.post(PAGE, { as: jar, ...toForm(["alerts.mail"], ["alerts.mail"]) });
    expect(await findOff(user.id)).toEqual({ mailOff: [], pushOff: ["alerts"] });
  });
});

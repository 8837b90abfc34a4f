import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { newId } from "@/shared/ids";
import { db, type Jar } from "../../helpers/app";
import { mailsTo, makeAdmin, makeUser, signedIn } from "../../helpers/factories";
import { shows } from "../../helpers/listing-form";
import { FORM, type Scene, scene, stored, WORDS } from "./scene";

let app: Scene["app"];
let person: Scene["person"];
let as: Scene["as"];
let send: Scene["send"];
let published: Scene["published"];

beforeEach(async () => {
  ({ app, person, as, send, published } = await scene());
});

describe("/admin/testimonials", () => {
  let admin: Jar;
  let adminId: string;
  beforeEach(async () => {
    const made = await makeAdmin(app);
    adminId = made.id;
    admin = await signedIn(app, made);
  });
  const decide = (id: string, action: "publish" | "reject", from = "pending") =>
    app.post(`/admin/testimonials/${id}/${action}`, { form: { from }, as: admin });

  it("redirects users who are not admins to the home page", async () => {
    await send(FORM);
    const [one] = await stored();
    for (const who of [{}, { as }]) {
      expect((await app.get("/admin/testimonials", who)).headers.get("location")).toBe("/");
      await app.post(`/admin/testimonials/${one?.id}/publish`, { form: {}, ...who });
    }
    expect(await stored()).toMatchObject([{ state: "pending" }]);
  });

  it("publishes: shown on its page and the home page; mails the sender in their language; writes an audit event", async () => {
    await send(FORM, as, "/ro/testimonials");
    const [one] = await stored();
    const id = one?.id ?? "";
    const queue = await (await app.get("/admin/testimonials", { as: admin })).text();
    shows(queue, WORDS);
    shows(queue, person.email);
    shows(queue, "in Romanian");
    app.clock.now += 60_000;
    const answers = await Promise.all([decide(id, "publish"), decide(id, "publish"), decide(id, "publish")]);
    for (const answer of answers)
      expect(answer.headers.get("location")).toBe("/admin/testimonials?done=published");
    expect(await stored()).toMatchObject([
      { state: "published", decidedBy: adminId, decidedTs: app.clock.now },
    ]);
    for (const path of ["/testimonials", "/ro/testimonials", "/", "/ro"]) {
      shows(await (await app.get(path)).text(), WORDS);
    }
    const mails = await mailsTo(person.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain("Părerea dumneavoastră");
    expect(mails[0]?.text).toContain(WORDS);
    expect(mails[0]?.text).toContain("/ro/testimonials");
    const log = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `testimonial:${id}`));
    expect(log).toMatchObject([{ action: "testimonial.published", actorId: adminId }]);
  });

  it("rejects without a mail, withdraws a published testimonial, and can publish it again", async () => {
    await send(FORM);
    const id = (await stored())[0]?.id ?? "";
    await decide(id, "reject");
    expect(await mailsTo(person.email)).toEqual([]);
    shows(await (await app.get("/testimonials", { as })).text(), "Not published");
    await decide(id, "publish", "rejected");
    shows(await (await app.get("/testimonials")).text(), WORDS);
    const list = await (await app.get("/admin/testimonials?state=published", { as: admin })).text();
    shows(list, "Unpublish");
    const off = await decide(id, "reject", "published");
    expect(off.headers.get("location")).toBe("/admin/testimonials?state=published&done=rejected");
    expect(await (await app.get("/testimonials")).text()).not.toContain(WORDS);
    expect((await decide(newId(), "publish")).status).toBe(404);
  });

  it("returns 409 when another admin decided otherwise meanwhile; 303 for the same decision", async () => {
    await send(FORM);
    const id = (await stored())[0]?.id ?? "";
    const answers = await Promise.all([decide(id, "publish"), decide(id, "reject")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const [one] = await stored();
    const opposite = one?.state === "published" ? "reject" : "publish";
    const late = await decide(id, opposite);
    expect(late.status).toBe(409);
    shows(await late.text(), "Another administrator already decided");
    expect((await decide(id, opposite === "reject" ? "publish" : "reject")).status).toBe(303);
    expect((await stored())[0]?.state).toBe(one?.state);
    const log = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `testimonial:${id}`));
    expect(log).toHaveLength(1);
    const anew = await app.get(`/admin/testimonials/${id}/publish`, { as: admin });
    expect(anew.headers.get("location")).toBe("/admin/testimonials");
  });

  it("sends no mail to an unverified address", async () => {
    const unverified = await makeUser(app, { emailVerifiedTs: null });
    await send(FORM, await signedIn(app, unverified));
    await decide((await stored())[0]?.id ?? "", "publish");
    expect(await stored()).toMatchObject([{ state: "published" }]);
    expect(await mailsTo(unverified.email)).toEqual([]);
  });

  it("lists the oldest pending first, in pages", async () => {
    await published(15, "ro", { state: "pending" });
    const texts = (page: string) => [...page.matchAll(/Cuvintele numărul (\d+)/g)].map(([, n]) => Number(n));
    const first = await (await app.get("/admin/testimonials", { as: admin })).text();
    expect(texts(first)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    const next = first.match(/rel="next" href="([^"]+)"/)?.[1] ?? "";
    expect(texts(await (await app.get(next, { as: admin })).text())).toEqual([2, 1, 0]);
  });
});

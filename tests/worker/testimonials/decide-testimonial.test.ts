import { beforeEach, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, expectStatus, expectText, type Jar } from "../../helpers/app";
import { createAdmin, createUser, listRows, mailsTo, signIn } from "../../helpers/factories";

import { readUndoForm } from "../../helpers/undo";
import { createSetup, FORM, listStored, type Setup, TEXT } from "./setup";

let author: Setup["author"];
let as: Setup["as"];
let send: Setup["send"];

beforeEach(async () => {
  ({ author, as, send } = await createSetup());
});

describe("/admin/testimonials", () => {
  let admin: Jar;
  let adminId: string;
  beforeEach(async () => {
    const adminUser = await createAdmin();
    adminId = adminUser.id;
    admin = await signIn(adminUser);
  });
  const decide = (id: string, action: "publish" | "reject", from = "pending") =>
    app.post(`/admin/testimonials/${id}/${action}`, { form: { queue: from }, as: admin });

  it("publishes: shows the text on both pages, mails the author in their language, and writes an audit event", async () => {
    await send(FORM, as, "/ro/testimonials");
    const [testimonial] = await listStored();
    const id = testimonial?.id ?? "";
    const queue = await app.read("/admin/testimonials", { as: admin });
    expectText(queue, TEXT, author.email, "in Romanian");
    app.clock.now += 60_000;
    const answers = await Promise.all([decide(id, "publish"), decide(id, "publish"), decide(id, "publish")]);
    for (const answer of answers)
      expect(answer.headers.get("location")).toContain(`/admin/testimonials?done=publish&decided=${id}`);
    expect(await listStored()).toMatchObject([
      { state: "published", decidedBy: adminId, decidedTs: app.clock.now },
    ]);
    for (const path of ["/testimonials", "/ro/testimonials", "/", "/ro"]) {
      expectText(await app.read(path), TEXT);
    }
    const mails = await mailsTo(author.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain("Părerea dumneavoastră");
    expect(mails[0]?.text).toContain(TEXT);
    expect(mails[0]?.text).toContain("/ro/testimonials");
    const log = await listRows(auditLog, { subject: `testimonial:${id}` });
    expect(log).toMatchObject([{ action: "testimonial.published", actorId: adminId }]);
  });

  it("rejects without a mail, unpublishes, and publishes again", async () => {
    await send(FORM);
    const id = (await listStored())[0]?.id ?? "";
    await decide(id, "reject");
    expect(await mailsTo(author.email)).toEqual([]);
    expectText(await app.read("/testimonials", { as }), "Not published");
    await decide(id, "publish", "rejected");
    expectText(await app.read("/testimonials"), TEXT);
    const list = await app.read("/admin/testimonials?state=published", { as: admin });
    expectText(list, "Unpublish");
    const unpublished = await decide(id, "reject", "published");
    expect(unpublished.headers.get("location")).toContain(
      `/admin/testimonials?state=published&done=reject&decided=${id}`,
    );
    const to = unpublished.headers.get("location") ?? "";
    expect(await app.read(to, { as: admin })).toContain(`notice__title">${FORM.name}<`);
    expect(await app.read("/testimonials")).not.toContain(TEXT);
    await expectStatus(decide(newId(), "publish"), 404);
  });

  it("takes back the rejection of a published one", async () => {
    await send(FORM);
    const id = (await listStored())[0]?.id ?? "";
    await decide(id, "publish");
    const published = await listStored();
    app.clock.now += 1000;
    await decide(id, "reject", "published");
    const form = await readUndoForm(`testimonial:${id}`);
    await expectStatus(app.post(paths.adminTestimonialAction(id, "undo"), { form, as: admin }), 303);
    expect(await listStored()).toEqual(published);
  });

  it("sends no mail to an unverified address", async () => {
    const unverified = await createUser({ emailVerifiedTs: null });
    await send(FORM, await signIn(unverified));
    await decide((await listStored())[0]?.id ?? "", "publish");
    expect(await listStored()).toMatchObject([{ state: "published" }]);
    expect(await mailsTo(unverified.email)).toEqual([]);
  });
});

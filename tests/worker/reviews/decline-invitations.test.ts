import { eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { mailOutbox } from "@/db/schema";
import { deliverMail } from "@/features/mail";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { db } from "../../helpers/app";
import { signIn } from "../../helpers/factories";
import { findEnquiry } from "../../helpers/guests";
import { servicesAt } from "../../helpers/services";
import { createParticipants, findListingEnquiry, write } from "../enquiries/participants";
import { createInvitationSetup, type InvitationSetup, listInvitationTemplates } from "./invitation-setup";

let app: InvitationSetup["app"];
let participants: InvitationSetup["participants"];
let run: InvitationSetup["run"];
let createAnswered: InvitationSetup["createAnswered"];
beforeEach(async () => {
  await db.delete(mailOutbox);
  ({ app, participants, run, createAnswered } = await createInvitationSetup());
});

async function invite(): Promise<{ id: string; path: string }> {
  const id = await createAnswered();
  app.clock.now += 14 * DAY_MS;
  await run();
  const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.template, "review_invitation"));
  const { pathname, search } = new URL(mail?.unsubscribeUrl ?? "");
  return { id, path: pathname + search };
}
const ONE_CLICK = {
  form: { "List-Unsubscribe": "One-Click" },
  headers: { "sec-fetch-site": "cross-site" },
};

it("opening the page changes nothing; its button ends all invitations, without signing in", async () => {
  const { id, path } = await invite();
  const page = await app.get(path);
  expect(page.status).toBe(200);
  expect(page.headers.get("cache-control")).toContain("no-store");
  expect(await findEnquiry(id)).toMatchObject({ reviewDeclinedTs: null });
  const token = new URL(path, "https://catedra.test").searchParams.get("token") ?? "";
  expect(await page.text()).toContain(`value="${token}"`);
  const answered = await app.post(paths.enquiryReviewAction(id, "decline"), { form: { token } });
  expect(answered.status).toBe(200);
  expect(await findEnquiry(id)).toMatchObject({ reviewDeclinedTs: app.clock.now, reviewMailTs: null });

  const otherTeacher = await createParticipants(app);
  const asLearner = await signIn(app, participants.learner);
  await write(app, otherTeacher.listing.id, asLearner, "Bună ziua!");
  const other = await findListingEnquiry(otherTeacher.listing.id);
  app.clock.now += HOUR_MS;
  await app.post(paths.enquiry(other?.id ?? ""), { as: otherTeacher.asTeacher, form: { message: "Da." } });
  app.clock.now += 14 * DAY_MS;
  expect(await run()).toBe(1);
  expect(await listInvitationTemplates(participants.learner.email)).toEqual(["review_invitation"]);
});

it("a mail program's POST of the URL works (RFC 8058), also twice", async () => {
  const { id, path } = await invite();
  const declinedTs = app.clock.now;
  for (let n = 0; n < 2; n++) {
    expect((await app.post(path, ONE_CLICK)).status).toBe(200);
    app.clock.now += HOUR_MS;
  }
  expect(await findEnquiry(id)).toMatchObject({ reviewDeclinedTs: declinedTs });
});

it("the page refuses another enquiry's token and none", async () => {
  const { id, path } = await invite();
  const { search } = new URL(path, "https://catedra.test");
  const other = "a".repeat(16);
  for (const wrong of [
    paths.enquiryReviewAction(other, "decline") + search,
    paths.enquiryReviewAction(id, "decline"),
    paths.enquiryReviewAction(id, "decline", { token: "é" }),
  ]) {
    expect((await app.get(wrong)).status).toBe(400);
    expect((await app.post(wrong, ONE_CLICK)).status).toBe(400);
  }
  expect(await findEnquiry(id)).toMatchObject({ reviewDeclinedTs: null });
});

it("the sent mail has the link in text and headers, and the outbox then forgets it", async () => {
  const { path } = await invite();
  const sent: { headers: Record<string, string>; text: string; html: string }[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return new Response(null, { status: 202 });
  });
  await deliverMail(servicesAt(app.clock.now, { ...app.bindings, MAIL_ENDPOINT: "https://mail.test/" }));
  const mail = sent.find(({ headers }) => headers["List-Unsubscribe"]?.includes("/review/decline"));
  expect(mail?.headers).toEqual({
    "List-Unsubscribe": `<https://catedra.test${path}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  expect(mail?.text).toContain(`Don’t ask me again:\nhttps://catedra.test${path}`);
  expect(mail?.html).toContain("Don’t ask me again</a>");
  expect(
    await db.select().from(mailOutbox).where(eq(mailOutbox.template, "review_invitation")),
  ).toMatchObject([{ state: "sent", unsubscribeUrl: null }]);
});

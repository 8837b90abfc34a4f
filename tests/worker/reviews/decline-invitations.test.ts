import { beforeEach, expect, it, vi } from "vitest";
import { mailOutbox } from "@/db/schema";
import { deliverMail } from "@/features/mail";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { db, expectStatus } from "../../helpers/app";
import { listRows, signIn } from "../../helpers/factories";
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
  const [mail] = await listRows(mailOutbox, { template: "review_invitation" });
  const { pathname, search } = new URL(mail?.unsubscribeUrl ?? "");
  return { id, path: pathname + search };
}
it("a press on the link, also twice, ends all invitations to the learner; opening it changes nothing", async () => {
  const { id, path } = await invite();
  expect(await app.read(path)).toContain("We will no longer email you to ask for a review");
  expect(await findEnquiry(id)).toMatchObject({ reviewDeclinedTs: null });
  const declinedTs = app.clock.now;
  for (let n = 0; n < 2; n++) {
    await expectStatus(app.post(path), 200);
    app.clock.now += HOUR_MS;
  }
  expect(await findEnquiry(id)).toMatchObject({ reviewDeclinedTs: declinedTs, reviewMailTs: null });

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

it("the sent mail has the link in text and headers, and the outbox then forgets it", async () => {
  const { path } = await invite();
  const sent: { headers: Record<string, string>; text: string; html: string }[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return new Response(null, { status: 202 });
  });
  await deliverMail(servicesAt(app.clock.now, { ...app.bindings, MAIL_ENDPOINT: "https://mail.test/" }));
  const mail = sent.find(({ headers }) =>
    headers["List-Unsubscribe"]?.includes("/unsubscribe?token=review_invitations"),
  );
  expect(mail?.headers).toEqual({
    "List-Unsubscribe": `<https://catedra.test${path}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  expect(mail?.text).toContain(`Don’t ask me again:\nhttps://catedra.test${path}`);
  expect(mail?.html).toContain("Don’t ask me again</a>");
  expect(await listRows(mailOutbox, { template: "review_invitation" })).toMatchObject([
    { state: "sent", unsubscribeUrl: null },
  ]);
});

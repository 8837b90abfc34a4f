import { describe, expect, it } from "vitest";
import { enquiries, messages } from "@/db/schema";
import { sweepGuestEnquiries, sweepUnconfirmedEnquiries } from "@/features/enquiries";
import { paths } from "@/shared/paths";
import { createTestApp, expectStatus } from "../../helpers/app";
import { createUser, listRows, mailsTo, signIn, templatesTo, updateRow } from "../../helpers/factories";
import {
  confirmAsGuest,
  createGuestEnquiry,
  findEnquiry,
  newGuestEmail,
  writeAsGuest,
} from "../../helpers/guests";
import { servicesAt } from "../../helpers/services";

const DAY_MS = 86_400_000;

describe("erasure of guest data", () => {
  it("POST with intent=erase deletes an unconfirmed enquiry, and removes the guest from a confirmed conversation", async () => {
    const app = createTestApp();
    const { teacher, asTeacher, listing, id, token, email } = await createGuestEnquiry(app);
    const erase = (of: { id: string; token: string }) =>
      app.post(paths.enquiry(of.id), { form: { token: of.token, intent: "erase" } });
    await expectStatus(erase({ id, token }), 200);
    expect(await findEnquiry(id)).toBeUndefined();
    expect(await mailsTo(email)).toEqual([]);

    await writeAsGuest(app, listing.id, { email, message: "wqsecret", name: "Xenofon" });
    const link = await confirmAsGuest(app, email);
    await app.post(paths.enquiry(link.id), { as: asTeacher, form: { message: "Răspuns" } });
    await app.post(paths.reportEnquiry(link.id), { form: { token: link.token, reason: "unsafe" } });
    expect(await templatesTo(email)).toContain("conversation_report_received");
    await expectStatus(erase(link), 200);
    expect(await findEnquiry(link.id)).toMatchObject({
      guestName: null,
      guestEmail: null,
      teacherId: teacher.id,
    });
    expect((await listRows(messages, { enquiryId: link.id })).map((message) => message.text)).toEqual([
      "Răspuns",
    ]);
    expect(await mailsTo(email)).toEqual([]);
    await expectStatus(app.get(paths.enquiry(link.id, { token: link.token })), 400);
    const thread = await app.read(paths.enquiry(link.id), { as: asTeacher });
    expect(thread).toContain("Deleted account");
    expect(thread).not.toMatch(/Xenofon|wqsecret/);
  });

  it("the guest is erased 180 days after the last message, or moved to the account with the address", async () => {
    const app = createTestApp();
    const { listing, teacher, email, id } = await createGuestEnquiry(app);
    await confirmAsGuest(app, email);
    const member = await createUser(app, { email: newGuestEmail() });
    const unverified = await createUser(app, { email: newGuestEmail(), emailVerifiedTs: null });
    const left = newGuestEmail();
    const others = [];
    for (const to of [member.email, unverified.email, left]) {
      await writeAsGuest(app, listing.id, { email: to });
      others.push((await confirmAsGuest(app, to)).id);
    }
    // The teacher of this conversation is erased as well, so no side is left.
    await updateRow(enquiries, others[2] ?? "", { teacherId: null });
    app.clock.now += DAY_MS;
    const as = await signIn(app, teacher);
    await app.post(paths.enquiry(id), { as, form: { message: "Da, marți." } });
    const last = app.clock.now;
    const texts = async (of = id) => (await listRows(messages, { enquiryId: of })).map(({ text }) => text);

    await sweepGuestEnquiries(servicesAt(last + 180 * DAY_MS, app.bindings));
    expect(await findEnquiry(id)).toMatchObject({ guestEmail: email, guestName: "Ilinca" });
    await sweepGuestEnquiries(servicesAt(last + 180 * DAY_MS + 1, app.bindings));
    expect(await findEnquiry(id)).toMatchObject({
      teacherId: teacher.id,
      guestEmail: null,
      guestName: null,
      guestLocale: null,
    });
    expect(await texts()).toEqual(["Da, marți."]);
    expect(await findEnquiry(others[0] ?? "")).toMatchObject({ guestEmail: null, learnerId: member.id });
    expect(await findEnquiry(others[1] ?? "")).toMatchObject({ guestEmail: null });
    expect(await findEnquiry(others[2] ?? "")).toBeUndefined();
    expect(await texts(others[2])).toEqual([]);
  });

  it("an unconfirmed enquiry is deleted after a week, a confirmed one is kept", async () => {
    const app = createTestApp();
    const { listing, id } = await createGuestEnquiry(app);
    const email = newGuestEmail();
    await writeAsGuest(app, listing.id, { email });
    const confirmed = await confirmAsGuest(app, email);
    await sweepUnconfirmedEnquiries(servicesAt(app.clock.now + 7 * DAY_MS - 1));
    expect(await findEnquiry(id)).toBeDefined();
    await sweepUnconfirmedEnquiries(servicesAt(app.clock.now + 7 * DAY_MS));
    expect(await findEnquiry(id)).toBeUndefined();
    expect(await listRows(messages, { enquiryId: id })).toEqual([]);
    expect(await findEnquiry(confirmed.id)).toBeDefined();
  });
});

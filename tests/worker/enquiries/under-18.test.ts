import { expect, it } from "vitest";
import { users } from "@/db/schema";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { createTestApp, expectStatus } from "../../helpers/app";
import { mailsTo, signIn, updateRow } from "../../helpers/factories";
import { readEnquiryId } from "../../helpers/guests";
import { createParticipants, write } from "./participants";

const WITH_PHONE = "Bună, sunați-mă la 0745 123 456";

it("contact data of a learner under 18 is held back until it is confirmed; the teacher is told the age", async () => {
  const app = createTestApp();
  app.clock.now = Date.UTC(2026, 10, 20, 9);
  const { listing, teacher, learner, asTeacher } = await createParticipants(app);
  const account = await createUserWithPassword(app, { birthDate: "2008-11-21" });
  const call = { ...bearer((await signInByEmail(app, account.email)).token) };
  const ask = (json: object) => app.post(paths.apiListingEnquiries(listing.id), { json, ...call });
  const isHeld = async (answer: Response) => {
    expect([answer.status, ((await answer.json()) as { title: string }).title]).toEqual([
      422,
      "contact_data_under_18",
    ]);
  };
  await isHeld(await ask({ message: WITH_PHONE }));
  await isHeld(await ask({ message: "Stau pe str. Observatorului 34, ap. 12" }));
  await isHeld(
    await app.post(paths.apiEnquiries(), {
      json: { message: WITH_PHONE, listing_ids: [listing.id] },
      ...call,
    }),
  );
  await expectStatus(ask({ message: WITH_PHONE, confirm_contact: "da" }), 422);
  expect(await mailsTo(teacher.email)).toEqual([]);
  const sent = await expectStatus(ask({ message: WITH_PHONE, confirm_contact: true }), 201);
  const { content } = (await sent.json()) as { content: { _id: string } };
  const answer = (json: object) => app.post(paths.apiEnquiryMessages(content._id), { json, ...call });
  await isHeld(await answer({ message: "dana@exemplu.ro" }));
  await expectStatus(answer({ message: "dana@exemplu.ro", confirm_contact: true }), 201);

  // The forms: the text stays, and one press sends it.
  const as = await signIn(app, learner);
  const id = readEnquiryId(await write(app, listing.id, as, "De la cont de adult: 0745123456"));
  await updateRow(users, learner.id, { birthDate: "2010-01-01" });
  for (const path of [paths.enquiry(id), paths.enquire(listing.id), paths.enquireSeveral()]) {
    const form = { message: WITH_PHONE, listing_ids: listing.id, hint: "1" };
    const held = await app.post(path, { as, form });
    const html = await held.text();
    expect(held.status, path).toBe(422);
    for (const text of [WITH_PHONE, "You are under 18", 'name="confirm_contact"'])
      expect(html).toContain(text);
    expect([200, 303]).toContain(
      (await app.post(path, { as, form: { ...form, confirm_contact: "1" } })).status,
    );
  }
  // Copied for further teachers, the text is held again.
  const copied = await app.post(paths.enquireMore(), {
    as,
    form: { message: WITH_PHONE, listing_ids: listing.id },
  });
  expect(await copied.text()).toContain('name="confirm_contact"');
  // Teachers may write theirs.
  await expectStatus(app.post(paths.enquiry(id), { as: asTeacher, form: { message: WITH_PHONE } }), 303);
});

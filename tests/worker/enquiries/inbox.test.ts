import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { messages, reports, users } from "@/db/schema";
import { addDays, addMonths, toDay } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectRedirect, expectStatus, type Jar } from "../../helpers/app";
import { createTeacher, createUser, signIn, updateRow } from "../../helpers/factories";
import { confirmAsGuest, newGuestEmail, writeAsGuest } from "../../helpers/guests";
import { createParticipants, findListingEnquiry, write } from "./participants";

const WAITING = "Waiting for your answer";
const TO_ANSWER = "To answer";

const openBox = (as: Jar, box?: string, locale = "") =>
  app.read(locale + paths.inbox(box ? { box } : {}), { as });
const countEntries = (page: string) => [...page.matchAll(/<li class="entry/g)].length;
const countTags = (page: string) => [...page.matchAll(/badge--waiting">Waiting for your answer</g)].length;

async function startConversation() {
  const all = await createParticipants();
  await write(all.listing.id, all.asLearner, "Prima întrebare");
  return { ...all, id: (await findListingEnquiry(all.listing.id))?.id ?? "" };
}

describe("conversations that wait for the teacher's answer", () => {
  it("have a tag, a box and its count, until the teacher answers; a further question waits again", async () => {
    const { id, teacher, listing, asTeacher, asLearner } = await startConversation();
    const other = await signIn(await createUser({ firstName: "Radu" }));
    app.clock.now += 1000;
    await write(listing.id, other, "A doua întrebare");
    const received = await openBox(asTeacher);
    expect(received).toContain(`${TO_ANSWER} (2)`);
    expect(received).toContain("<p>2 conversations unread or waiting for your answer</p>");
    expect(received).toContain(
      "within 48 hours, we suggest other teachers by email to the person who wrote to you. After three",
    );
    expect(countTags(received)).toBe(2);

    app.clock.now += 1000;
    await app.post(paths.enquiry(id), { as: asTeacher, form: { message: "Da, marți." } });
    const waiting = await openBox(asTeacher, "waiting");
    expect(waiting).toContain(`${TO_ANSWER} (1)`);
    expect(countEntries(waiting)).toBe(1);
    expect(waiting).toContain("A doua întrebare");
    expect(countEntries(await openBox(asTeacher))).toBe(2);

    app.clock.now += 1000;
    await app.post(paths.enquiry(id), { as: asLearner, form: { message: "La ce oră?" } });
    expect(countEntries(await openBox(asTeacher, "waiting"))).toBe(2);
    const token = await createAccessToken(teacher);
    const answer = await app.get(paths.apiEnquiries({ box: "waiting" }), bearer(token));
    const { content } = (await answer.json()) as { content: { _id: string; side: string }[] };
    expect(content.map(({ side }) => side)).toEqual(["teacher", "teacher"]);
  });

  it.each(["won", "lost"])(
    "include a message that the learner writes after %s, which stays",
    async (state) => {
      const { id, listing, asTeacher, asLearner } = await startConversation();
      await app.post(paths.enquiryState(id), { as: asTeacher, form: { state } });
      app.clock.now += 1000;
      await app.post(paths.enquiry(id), { as: asLearner, form: { message: "Și în vacanță?" } });
      expect(countEntries(await openBox(asTeacher, "waiting"))).toBe(1);
      expect(await findListingEnquiry(listing.id)).toMatchObject({ state });
      expect(countTags(await app.read(paths.enquiry(id), { as: asTeacher }))).toBe(1);

      // The same outcome again ends the waiting, as "No answer needed" does.
      await app.post(paths.enquiryState(id), { as: asTeacher, form: { state } });
      expect(countEntries(await openBox(asTeacher, "waiting"))).toBe(0);
      expect(await findListingEnquiry(listing.id)).toMatchObject({ state });
      // Opened again, it waits as before.
      await app.post(paths.enquiryState(id), { as: asTeacher, form: { state: "new" } });
      expect(countEntries(await openBox(asTeacher, "waiting"))).toBe(1);
    },
  );

  it("leave the box when no answer is needed, until the learner's next message", async () => {
    const { id, teacher, asTeacher, asLearner } = await startConversation();
    const write = async (as: Jar, message: string) => {
      app.clock.now += 1000;
      return app.post(paths.enquiry(id), { as, form: { message } });
    };
    const open = (as = asTeacher) => app.read(paths.enquiry(id), { as });
    const COUNTS = "An answer of at least 20 characters, within two days, counts";
    expect(await open()).toContain(COUNTS);
    expect(await open(asLearner)).not.toContain(COUNTS);
    // Not shown as if the teacher had answered.
    await app.post(paths.enquiryState(id), { as: asTeacher, form: { state: "answered" } });
    expect(await openBox(asTeacher)).toContain('badge--neutral">No answer needed<');
    const press = (page: string) =>
      page.match(/name="state" value="(\w+)"\/><button[^>]*>No answer needed</)?.[1] ?? null;
    await expectRedirect(write(asTeacher, "Da, marți."), paths.enquiry(id, { done: "answered_short" }));
    expect(press(await open())).toBeNull();
    await write(asLearner, "Mulțumesc!");
    const page = await open();
    expect(countTags(page)).toBe(1);
    expect(press(page)).toBe("answered");
    expect(press(await open(asLearner))).toBeNull();
    const { headers } = await app.post(paths.enquiryState(id), {
      as: asTeacher,
      form: { state: press(page) ?? "" },
    });
    const after = await app.read(headers.get("location") ?? "", { as: asTeacher });
    expect(after).toContain("This conversation no longer waits for your answer.");
    // Not shown as if the teacher had answered the learner's last message.
    for (const shown of [after, await openBox(asTeacher)])
      expect(shown).toContain('badge--neutral">No answer needed<');
    // The notice undoes it.
    const undo = after.match(/name="state" value="(\w+)"\/><button[^>]*>It needs an answer after all</)?.[1];
    await app.post(paths.enquiryState(id), { as: asTeacher, form: { state: undo ?? "" } });
    expect(countTags(await open())).toBe(1);
    await app.post(paths.enquiryState(id), { as: asTeacher, form: { state: press(page) ?? "" } });
    expect(countTags(await open())).toBe(0);
    expect(press(after)).toBeNull();
    for (const box of ["waiting", "received"]) {
      const list = await openBox(asTeacher, box);
      expect(list).not.toContain(`${TO_ANSWER} (`);
      expect(list).not.toContain("After three messages in a row");
    }

    await write(asLearner, "Și joi?");
    expect(countEntries(await openBox(asTeacher, "waiting"))).toBe(1);
    const token = await createAccessToken(teacher);
    const json = { state: "answered" };
    const call = { json, method: "PATCH", ...bearer(token) };
    await expectStatus(app.request(paths.apiEnquiry(id), call), 200);
    expect(countEntries(await openBox(asTeacher, "waiting"))).toBe(0);
  });

  it("show the beginning of the newest message up to a whole word", async () => {
    const { id, asTeacher } = await startConversation();
    const excerpt = async (text: string) => {
      await db.update(messages).set({ text }).where(eq(messages.enquiryId, id));
      return (await openBox(asTeacher)).match(/<p>([^<]*)<\/p><\/div><div class="entry__side"/)?.[1];
    };
    const words = "învățare ".repeat(17);
    expect(await excerpt(`${words}1234567`)).toBe(`${words}1234567`);
    expect(await excerpt(`${words}12345678`)).toBe(`${words.trim()}…`);
    expect(await excerpt("x".repeat(200))).toBe(`${"x".repeat(160)}…`);
  });

  it("include a guest's confirmed message, and leave out an erased one", async () => {
    const { listing, asTeacher } = await createParticipants();
    const email = newGuestEmail();
    await writeAsGuest(listing.id, { email });
    expect(await openBox(asTeacher, "waiting")).toContain("No message is waiting for your answer");
    const { id, token } = await confirmAsGuest(email);
    expect(countEntries(await openBox(asTeacher, "waiting"))).toBe(1);
    await app.post(paths.enquiry(id), { form: { token, intent: "erase" } });
    expect(countEntries(await openBox(asTeacher, "waiting"))).toBe(0);
  });

  it("are counted up to 99", async () => {
    const { id, asTeacher } = await startConversation();
    const copies = Array.from({ length: 99 }, newId);
    const insertCopies = (table: string, columns: string, values: string, key: string) =>
      db.run(`insert into ${table} (id, ${columns})
        select value, ${values} from json_each('${JSON.stringify(copies)}'), ${table} where ${table}.${key} = '${id}'`);
    const columns = "listing_id, teacher_id, learner_id, state, created_ts, last_message_ts";
    await insertCopies("enquiries", columns, columns, "id");
    await insertCopies(
      "messages",
      "enquiry_id, author, text, created_ts",
      "value, author, text, created_ts",
      "enquiry_id",
    );
    expect(await openBox(asTeacher)).toContain(`${TO_ANSWER} (99+)`);
  });

  it("leave out closed accounts and what the team decides about, also in the count", async () => {
    const { id, learner, asTeacher } = await startConversation();
    await app.read(paths.enquiry(id), { as: asTeacher });
    const count = async () => countEntries(await openBox(asTeacher, "waiting"));
    const isCounted = async () => (await openBox(asTeacher)).includes("unread or waiting for your answer");
    expect([await count(), await isCounted()]).toEqual([1, true]);
    await updateRow(users, learner.id, { disabledTs: 1 });
    expect([await count(), await isCounted()]).toEqual([0, false]);
    expect(countTags(await app.read(paths.enquiry(id), { as: asTeacher }))).toBe(0);
    await updateRow(users, learner.id, { disabledTs: null });
    expect([await count(), await isCounted()]).toEqual([1, true]);
    // To a learner under 18 the teacher cannot answer until the team has decided about a danger.
    const danger = { reportedSide: "teacher", reason: "unsafe", createdTs: app.clock.now } as const;
    await db.insert(reports).values({ ...danger, id: newId(), enquiryId: id });
    expect([await count(), await isCounted()]).toEqual([1, true]);
    for (const [birthDate, answers] of [
      [addMonths(toDay(app.clock.now), -18 * 12), [1, true]],
      [addDays(addMonths(toDay(app.clock.now), -18 * 12), 1), [0, false]],
    ] as const) {
      await updateRow(users, learner.id, { birthDate });
      expect([await count(), await isCounted()]).toEqual(answers);
      expect(countTags(await app.read(paths.enquiry(id), { as: asTeacher }))).toBe(answers[0]);
    }
    await db.update(reports).set({ outcome: "dismissed" }).where(eq(reports.enquiryId, id));
    expect([await count(), await isCounted()]).toEqual([1, true]);
  });

  it("are marked instead of shown once the reader blocked or reported the other side", async () => {
    const { id, asTeacher, asLearner } = await startConversation();
    app.clock.now += 1000;
    await app.post(paths.enquiry(id), { as: asTeacher, form: { message: "Da, marți." } });
    const open = () => openBox(asLearner);
    expect(await open()).toContain("<p>Da, marți.</p>");
    await app.post(paths.reportEnquiry(id), { as: asLearner, form: { reason: "spam" } });
    const reported = await open();
    expect(reported).toContain("You reported this conversation.");
    expect(reported).not.toContain("Da, marți.");
    await app.post(paths.enquiryBlock(id), { as: asLearner, form: { blocked: "1" } });
    const blocked = await open();
    expect(blocked).toContain("Person blocked");
    expect(blocked).not.toContain("You reported this conversation.");
    // The teacher is not told.
    expect(await openBox(asTeacher)).toContain("Da, marți.");
  });

  it("are not offered to learners, nor to other teachers", async () => {
    const { id, asLearner, asTeacher } = await startConversation();
    app.clock.now += 1000;
    await app.post(paths.enquiry(id), { as: asTeacher, form: { message: "Da, marți." } });
    const learners = await openBox(asLearner, "waiting");
    expect(learners).not.toContain(WAITING);
    expect(countEntries(learners)).toBe(1);
    const stranger = await signIn(await createTeacher());
    expect(countEntries(await openBox(stranger, "waiting"))).toBe(0);
  });
});

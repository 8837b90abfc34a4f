import { beforeEach, describe, expect, it } from "vitest";
import { enquiries, pushOutbox, pushSubscriptions, users } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectStatus } from "../../helpers/app";
import { confirmAsGuest, newGuestEmail, writeAsGuest } from "../../helpers/guests";
import { insertPushDevice } from "../../helpers/push";
import { createParticipants, findListingEnquiry, write } from "./participants";

beforeEach(async () => {
  await db.delete(pushOutbox);
  await db.delete(pushSubscriptions);
});

/** The waiting messages with the device that each is for. */
const listPushes = async () =>
  (await db.select().from(pushOutbox)).map(({ subscriptionId, payload }) => ({
    device: subscriptionId,
    ...JSON.parse(payload),
  }));

async function createDevices(participants: Awaited<ReturnType<typeof createParticipants>>) {
  return {
    teachersDevice: await insertPushDevice(participants.teacher.id),
    learnersDevice: await insertPushDevice(participants.learner.id),
  };
}

describe("push messages about enquiries", () => {
  it("tell the teacher about a new enquiry, in the teacher's language, once for a form sent twice", async () => {
    const participants = await createParticipants();
    const { teachersDevice } = await createDevices(participants);
    const { listing, asLearner } = participants;
    const form = { once: newId() };
    await Promise.all([
      write(listing.id, asLearner, "Aveți locuri libere?", form),
      write(listing.id, asLearner, "Aveți locuri libere?", form),
    ]);
    await write(listing.id, asLearner, "Aveți locuri libere?", form);
    const enquiry = await findListingEnquiry(listing.id);
    const pushes = await listPushes();
    expect(pushes.filter(({ path }) => path === `/ro${paths.enquiry(enquiry?.id ?? "")}`)).toEqual([
      {
        device: teachersDevice,
        title: "Mesaj nou de la Daria N.",
        body: `Despre anunțul „${listing.title}”`,
        path: `/ro${paths.enquiry(enquiry?.id ?? "")}`,
      },
    ]);
  });

  it("tell the learner about the answer, and then both sides about further messages", async () => {
    const participants = await createParticipants();
    const { listing, asLearner, asTeacher } = participants;
    await write(listing.id, asLearner, "Aveți locuri libere?");
    const { id = "" } = (await findListingEnquiry(listing.id)) ?? {};
    const { teachersDevice, learnersDevice } = await createDevices(participants);
    const send = async (as: typeof asTeacher, message: string) => {
      await db.delete(pushOutbox);
      app.clock.now += 1000;
      await expectStatus(app.post(paths.enquiry(id), { as, form: { message } }), 303);
      return listPushes();
    };
    const path = paths.enquiry(id);
    expect(await send(asTeacher, "Da, marți.")).toMatchObject([
      { device: learnersDevice, title: expect.stringContaining("replied to you"), path },
    ]);
    expect(await send(asTeacher, "Sau miercuri.")).toMatchObject([
      { device: learnersDevice, title: expect.stringContaining("wrote to you"), path },
    ]);
    expect(await send(asLearner, "Miercuri e bine.")).toMatchObject([
      { device: teachersDevice, title: "Daria N. v-a scris", path: `/ro${path}` },
    ]);
  });

  it("a message that is refused causes none, and a form sent several times one", async () => {
    const participants = await createParticipants();
    const { listing, asLearner, asTeacher } = participants;
    await write(listing.id, asLearner, "Aveți locuri libere?");
    const { id = "" } = (await findListingEnquiry(listing.id)) ?? {};
    await createDevices(participants);
    app.clock.now += 1000;
    const send = (as: typeof asTeacher, message: string, once = newId()) =>
      app.post(paths.enquiry(id), { as, form: { message, once } });
    await expectStatus(send(asTeacher, ""), 422);
    await db.update(enquiries).set({ state: "spam" });
    await expectStatus(send(asLearner, "Alo?"), 409);
    expect(await listPushes()).toEqual([]);
    const once = newId();
    await Promise.all(Array.from({ length: 3 }, () => send(asTeacher, "Da, marți.", once)));
    await send(asTeacher, "Da, marți.", once);
    expect(await listPushes()).toHaveLength(1);
  });

  it("are sent although the mail is off, and not if push messages are off", async () => {
    const participants = await createParticipants();
    const { teachersDevice } = await createDevices(participants);
    const { listing, asLearner } = participants;
    await db.update(users).set({ mailOff: ["enquiries"] });
    await write(listing.id, asLearner, "Aveți locuri libere?");
    expect(await listPushes()).toMatchObject([{ device: teachersDevice }]);
    await db.delete(pushOutbox);
    await db.update(users).set({ mailOff: [], pushOff: ["enquiries"] });
    app.clock.now += 1000;
    await write(listing.id, asLearner, "Și joi?");
    expect(await listPushes()).toEqual([]);
    await db.update(users).set({ pushOff: [] });
  });

  it("that wait are deleted when the other side erases its data", async () => {
    const participants = await createParticipants();
    await createDevices(participants);
    const email = newGuestEmail();
    await writeAsGuest(participants.listing.id, { email });
    const { id, token } = await confirmAsGuest(email);
    await write(participants.listing.id, participants.asLearner, "Aveți locuri libere?");
    expect(await listPushes()).toHaveLength(2);
    await app.post(paths.enquiry(id), { form: { token, intent: "erase" } });
    expect(await listPushes()).toMatchObject([{ title: "Mesaj nou de la Daria N." }]);
  });

  it("a guest's enquiry causes one when it is confirmed", async () => {
    const participants = await createParticipants();
    const { teachersDevice } = await createDevices(participants);
    const email = newGuestEmail();
    await writeAsGuest(participants.listing.id, { email });
    expect(await listPushes()).toEqual([]);
    await confirmAsGuest(email);
    expect(await listPushes()).toMatchObject([{ device: teachersDevice }]);
  });
});

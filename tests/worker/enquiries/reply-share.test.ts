import { expect, it } from "vitest";
import { users } from "@/db/schema";
import { eraseGuest, refreshReplies } from "@/features/enquiries";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import type { Replies } from "@/shared/reply-time";
import { bearer, createAccessToken, createUserWithPassword, PASSWORD } from "../../helpers/accounts";
import { app, expectStatus } from "../../helpers/app";
import { refreshTeacher } from "../../helpers/derived-columns";
import { createUser, findUser, signIn, updateRow } from "../../helpers/factories";
import {
  confirmAsGuest,
  findEnquiry,
  newGuestEmail,
  publishListing,
  readEnquiryId,
  writeAsGuest,
} from "../../helpers/guests";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";

/** Numbers from 0 to `end`, the end excluded; the same in each run. */
let seed = 5;
function random(end: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % end;
}

const SENDERS = 30;
const refresh = () => refreshReplies(servicesAt(app.clock.now, app.bindings));

type Enquiry = {
  id: string;
  sender: number;
  ts: number;
  /** When answers of at least 20 characters were written. */
  fullTs: number[];
  isSpam: boolean;
};
type Sender = {
  /** Returns the id of the new enquiry. */
  write(): Promise<string>;
  /** Null for guests, whose accounts nobody disables. */
  setDisabled: ((isDisabled: boolean) => Promise<unknown>) | null;
  erase(ids: string[]): Promise<unknown>;
  state: "here" | "disabled" | "erased";
};

it("the stored reply share equals a recount over a random history, with late runs of the job", async () => {
  const { teacher, listing } = await publishListing();
  const asTeacher = () => signIn(teacher);
  const admin = await createUser({ role: "a" });
  const createSender = async (isGuest: boolean): Promise<Sender> => {
    if (isGuest) {
      const email = newGuestEmail();
      return {
        async write() {
          const message = `Bună ziua, mai aveți locuri? ${app.clock.now}`;
          await writeAsGuest(listing.id, { email, message });
          return (await confirmAsGuest(email)).id;
        },
        setDisabled: null,
        async erase(ids) {
          for (const id of ids) await eraseGuest(servicesAt(app.clock.now, app.bindings), id, email);
        },
        state: "here",
      };
    }
    const user = await createUserWithPassword();
    return {
      write: async () =>
        readEnquiryId(
          await app.post(paths.enquire(listing.id), {
            as: await signIn(user),
            form: { message: "Bună ziua, mai aveți locuri?", once: `${app.clock.now}` },
          }),
        ),
      setDisabled: async (disabled) => {
        const asAdmin = bearer(await createAccessToken(admin));
        const json = {
          disabled,
          ...(disabled ? { reason: "Scrie în numele altora.", category: "spam" } : {}),
        };
        return expectStatus(
          app.request(paths.apiAdminUser(user.id), { method: "PATCH", json, ...asAdmin }),
          200,
        );
      },
      erase: async () => {
        const call = bearer(await createAccessToken(user));
        const json = { password: PASSWORD };
        await expectStatus(app.request(paths.authMe(), { method: "DELETE", json, ...call }), 200);
      },
      state: "here",
    };
  };
  const senders = await Promise.all(Array.from({ length: SENDERS }, (_, n) => createSender(n % 5 === 0)));
  /** In the order of delivery. */
  const enquiries: Enquiry[] = [];
  const setState = async (id: string, state: string) =>
    expectStatus(app.post(paths.enquiryState(id), { as: await asTeacher(), form: { state } }), 303);
  const answer = async (entry: Enquiry, message: string) => {
    if (senders[entry.sender]?.state !== "here") return;
    await expectStatus(app.post(paths.enquiry(entry.id), { as: await asTeacher(), form: { message } }), 303);
    if (message.length >= 20) entry.fullTs.push(app.clock.now);
  };
  async function comeOrGo(sender: Sender, number: number) {
    if (sender.state === "disabled") {
      await sender.setDisabled?.(false);
      sender.state = "here";
    } else if (sender.state === "here" && sender.setDisabled && random(2) === 0) {
      await sender.setDisabled(true);
      sender.state = "disabled";
    } else if (sender.state === "here") {
      await sender.erase(enquiries.filter((entry) => entry.sender === number).map(({ id }) => id));
      sender.state = "erased";
    }
  }
  function recount(): Replies | null {
    /** The answers to a message, in any conversation with its sender. */
    const listAnswers = ({ sender, ts }: Enquiry) =>
      enquiries
        .filter((other) => other.sender === sender)
        .flatMap(({ fullTs }) => fullTs)
        .filter((fullTs) => fullTs >= ts);
    const counted = enquiries
      .filter(({ sender }, n) => enquiries.findIndex((entry) => entry.sender === sender) === n)
      .filter(({ ts, isSpam }) => ts + 48 * HOUR_MS < app.clock.now && !isSpam)
      // A sender who is gone cannot read an answer.
      .filter((entry) => senders[entry.sender]?.state === "here" || listAnswers(entry).length > 0)
      .sort((a, b) => b.ts - a.ts || (a.id < b.id ? 1 : -1))
      .slice(0, 20);
    const answered = counted.filter((entry) =>
      listAnswers(entry).some((fullTs) => fullTs - entry.ts <= 48 * HOUR_MS),
    ).length;
    return counted.length < 5 ? null : { answered, of: counted.length };
  }

  const shares = new Set<string>();
  for (let step = 0; step < 120; step++) {
    app.clock.now += random(14) * HOUR_MS;
    // Mostly a recent one, so that many answers are in time.
    const entry = enquiries.at(-1 - random(Math.min(enquiries.length, 8)));
    const choice = random(14);
    if (choice < 4 || !entry) {
      const number = random(SENDERS);
      const sender = senders[number];
      if (sender?.state !== "here") continue;
      const id = await sender.write();
      enquiries.push({ id, sender: number, ts: app.clock.now, fullTs: [], isSpam: false });
    } else if (choice < 10) await answer(entry, "Da, am locuri libere marți.");
    else if (choice < 11) await answer(entry, "Da, am        ");
    else if (choice < 13) {
      entry.isSpam = !entry.isSpam;
      await setState(entry.id, entry.isSpam ? "spam" : "new");
    } else {
      const old = enquiries[random(enquiries.length)] ?? entry;
      const sender = senders[old.sender];
      // Nothing else is due after it.
      await refresh();
      if (sender) await comeOrGo(sender, old.sender);
    }
    if (choice < 13 && random(3) > 0) continue;
    await refresh();
    expect(await refresh()).toBe(0);
    const { replies } = (await findUser(teacher.id)) ?? {};
    expect(replies, `step ${step}`).toEqual(recount());
    const { size } = shares;
    // The teacher's card has the share, in the stored data too.
    if (shares.add(JSON.stringify(replies)).size > size) await expectConsistentIndex(app.clock.now);
  }
  expect(shares.size).toBeGreaterThan(6);
});

it("an answer counts for every earlier message of the sender; declining a lesson without a word does not count", async () => {
  const { asTeacher, listing } = await publishListing();
  const learner = await createUser();
  const write = async () => {
    const as = await signIn(learner);
    const form = { message: "Bună ziua, mai aveți locuri?", once: `${app.clock.now}` };
    return readEnquiryId(await app.post(paths.enquire(listing.id), { as, form }));
  };
  const read = async (id: string) => (await findEnquiry(id))?.fullAnswerTs;
  const first = await write();
  const times = [new Date(app.clock.now + 2 * DAY_MS).toISOString()];
  const call = bearer(await createAccessToken(learner));
  const proposed = await app.post(paths.apiEnquiryAppointments(first), {
    json: { times, minutes: 60, place: "online" },
    ...call,
  });
  const { content } = await (await expectStatus(proposed, 201)).json<{ content: { _id: string } }>();
  await expectStatus(
    app.post(paths.appointmentAction(content._id, "decline"), { as: asTeacher, form: {} }),
    303,
  );
  expect(await findEnquiry(first)).toMatchObject({ state: "answered", fullAnswerTs: null });
  const answer = (id: string) =>
    app.post(paths.enquiry(id), { as: asTeacher, form: { message: "Da, am locuri libere marți." } });
  await answer(first);
  const firstTs = app.clock.now;
  app.clock.now += HOUR_MS;
  const second = await write();
  expect(await read(second)).toBeNull();
  // The first conversation goes on, with its second full answer.
  app.clock.now += HOUR_MS;
  await answer(first);
  expect([await read(first), await read(second)]).toEqual([firstTs, app.clock.now]);
});

it("pages, inbox and JSON show the share; cards show the usual time only from 80 %", async () => {
  const { teacher, listing, asTeacher } = await publishListing();
  const cases: [Replies | null, string, boolean][] = [
    [null, "", true],
    [{ answered: 18, of: 20 }, "Answered 18 of the last 20 messages within 2 days", true],
    [{ answered: 4, of: 5 }, "Answered 4 of the last 5 messages within 2 days", true],
    [{ answered: 15, of: 19 }, "Answered 15 of the last 19 messages within 2 days", false],
  ];
  for (const [replies, text, isReliable] of cases) {
    await updateRow(users, teacher.id, { replies, replyMedianS: 5000 });
    await refreshTeacher(teacher.id);
    for (const path of [paths.listing(listing.id), paths.teacher(teacher.id)]) {
      const page = await app.read(path);
      expect(page).toContain("Usually replies within 2 hours");
      expect(page.includes("of the last"), path).toBe(text !== "");
      expect(page).toContain(text);
    }
    const cards = (await app.read(paths.listings())).match(/<article[\s\S]*?<\/article>/g) ?? [];
    const card = cards.find((html) => html.includes(paths.listing(listing.id))) ?? "";
    expect(card.includes("Usually replies"), text).toBe(isReliable);
    const inbox = await app.read(paths.inbox(), { as: asTeacher });
    expect(inbox).toContain(text || "After five messages");
    const { content } = await (await app.get(paths.apiListing(listing.id))).json<{
      content: { owner: { replies: Replies | null } };
    }>();
    expect(content.owner.replies).toEqual(replies);
  }
  await updateRow(users, teacher.id, { replies: { answered: 20, of: 20 } });
  expect(await app.read(`/ro${paths.listing(listing.id)}`)).toContain(
    "A răspuns în 2 zile la 20 din ultimele 20 de mesaje",
  );
});

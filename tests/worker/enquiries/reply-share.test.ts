import { expect, it } from "vitest";
import { users } from "@/db/schema";
import { refreshReplies } from "@/features/enquiries";
import { HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import type { Replies } from "@/shared/reply-time";
import { createTestApp, expectStatus, type TestApp } from "../../helpers/app";
import { refreshTeacher } from "../../helpers/derived-columns";
import { createUser, findUser, signIn, updateRow } from "../../helpers/factories";
import {
  confirmAsGuest,
  newGuestEmail,
  publishListing,
  readEnquiryId,
  writeAsGuest,
} from "../../helpers/guests";
import { servicesAt } from "../../helpers/services";

/** Numbers from 0 to `end`, the end excluded; the same in each run. */
let seed = 5;
function random(end: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % end;
}

const SENDERS = 30;
const refresh = (app: TestApp) => refreshReplies(servicesAt(app.clock.now, app.bindings));

it("the stored reply share equals a recount over a random history, with late runs of the job", async () => {
  const app = createTestApp();
  const { teacher, listing } = await publishListing(app);
  const asTeacher = () => signIn(app, teacher);
  const write = await Promise.all(
    Array.from({ length: SENDERS }, async (_, n) => {
      if (n % 5 === 0) {
        const email = newGuestEmail();
        return async () => {
          await writeAsGuest(app, listing.id, {
            email,
            message: `Bună ziua, mai aveți locuri? ${app.clock.now}`,
          });
          return (await confirmAsGuest(app, email)).id;
        };
      }
      const user = await createUser(app);
      return async () =>
        readEnquiryId(
          await app.post(paths.enquire(listing.id), {
            as: await signIn(app, user),
            form: { message: "Bună ziua, mai aveți locuri?", once: `${app.clock.now}` },
          }),
        );
    }),
  );
  const isInTime = (ts: number, fullTs: number | null) =>
    fullTs !== null && fullTs >= ts && fullTs - ts <= 48 * HOUR_MS;
  /** In the order of delivery. `fullTs`: the first answer of at least 20 characters. */
  const enquiries: { id: string; sender: number; ts: number; fullTs: number | null; isSpam: boolean }[] = [];
  const setState = async (id: string, state: string) =>
    expectStatus(app.post(paths.enquiryState(id), { as: await asTeacher(), form: { state } }), 303);
  const answer = async (entry: (typeof enquiries)[number], message: string) => {
    await expectStatus(app.post(paths.enquiry(entry.id), { as: await asTeacher(), form: { message } }), 303);
    if (message.length >= 20) entry.fullTs ??= app.clock.now;
  };
  function recount(): Replies | null {
    const counted = enquiries
      .filter(({ sender }, n) => enquiries.findIndex((entry) => entry.sender === sender) === n)
      .filter(({ ts, isSpam }) => ts + 48 * HOUR_MS < app.clock.now && !isSpam)
      .sort((a, b) => b.ts - a.ts || (a.id < b.id ? 1 : -1))
      .slice(0, 20);
    // An answer in any conversation with the sender counts.
    const answered = counted.filter(({ sender, ts }) =>
      enquiries.some((other) => other.sender === sender && isInTime(ts, other.fullTs)),
    ).length;
    return counted.length < 5 ? null : { answered, of: counted.length };
  }

  const shares = new Set<string>();
  for (let step = 0; step < 80; step++) {
    app.clock.now += random(14) * HOUR_MS;
    // Mostly a recent one, so that many answers are in time.
    const entry = enquiries.at(-1 - random(Math.min(enquiries.length, 8)));
    const choice = random(10);
    if (choice < 5 || !entry) {
      const sender = random(SENDERS);
      const id = (await write[sender]?.()) ?? "";
      enquiries.push({ id, sender, ts: app.clock.now, fullTs: null, isSpam: false });
    } else if (choice < 7) await answer(entry, "Da, am locuri libere marți.");
    else if (choice < 8) await answer(entry, "Da, am        ");
    else {
      entry.isSpam = !entry.isSpam;
      await setState(entry.id, entry.isSpam ? "spam" : "new");
    }
    if (random(3) > 0) continue;
    await refresh(app);
    expect(await refresh(app)).toBe(0);
    const { replies } = (await findUser(teacher.id)) ?? {};
    expect(replies, `step ${step}`).toEqual(recount());
    shares.add(JSON.stringify(replies));
  }
  expect(shares.size).toBeGreaterThan(6);
});

it("pages, inbox and JSON show the share; cards show the usual time only from 80 %", async () => {
  const app = createTestApp();
  const { teacher, listing, asTeacher } = await publishListing(app);
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

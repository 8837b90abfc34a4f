import { describe, expect, it, vi } from "vitest";
import { enquiries, teacherInformation, users } from "@/db/schema";
import { refreshReplies } from "@/features/enquiries";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { app, db, expectRedirect, expectStatus } from "../../helpers/app";
import {
  createListing,
  createTeacher,
  listRows,
  mailsTo,
  signIn,
  templatesTo,
  updateRow,
} from "../../helpers/factories";
import {
  confirmAsGuest,
  createGuestEnquiry,
  findGuestLink,
  newGuestEmail,
  writeAsGuest,
} from "../../helpers/guests";
import { createRacingApp } from "../../helpers/racing-app";
import { servicesAt } from "../../helpers/services";

type Call = ReturnType<typeof bearer>;
type Thread = {
  _id: string;
  state: string | null;
  unread: boolean;
  blocked: boolean;
  answered_ts: object | null;
  last_message_ts: object;
  messages: { text: string }[];
};

async function createConversation() {
  const teacher = await createUserWithPassword({ role: "t", firstName: "Ana", lastName: "Pop" });
  const learner = await createUserWithPassword({ firstName: "Daria", lastName: "Neagu" });
  const listings = [await createListing(teacher), await createListing(teacher, { subject: "p" })];
  const [asTeacher, asLearner] = [
    bearer((await signInByEmail(teacher.email)).token),
    bearer((await signInByEmail(learner.email)).token),
  ];
  const content = async <T>(answer: Response) => ((await answer.json()) as { content: T }).content;
  const ask = (message: string, as: Call = asLearner, listing = listings[0]) =>
    app.post(paths.apiListingEnquiries(listing?.id ?? ""), { json: { message }, ...as });
  const { _id: id } = await content<Thread>(await ask("Bună"));
  return {
    ...{ teacher, learner, listings, asTeacher, asLearner, id, ask, content },
    write: (as: Call, message: string) =>
      app.post(paths.apiEnquiryMessages(id), { json: { message }, ...as }),
    block: (as: Call, method = "POST", of = id) => app.request(paths.apiEnquiryBlock(of), { method, ...as }),
    read: async (as: Call, of = id) => content<Thread>(await app.get(paths.apiEnquiry(of), as)),
    list: async (as: Call) => content<Thread[]>(await app.get(paths.apiEnquiries(), as)),
  };
}

const listTexts = ({ messages }: Thread) => messages.map(({ text }) => text);

describe("/api/enquiries/{id}/block", () => {
  it("a block between the read and the write of a message keeps the message back", async () => {
    const { id, teacher, asTeacher, asLearner, block, read } = await createConversation();
    const mails = (await mailsTo(teacher.email)).length;
    const racing = createRacingApp(1, () => block(asTeacher));
    const message = "Sunteți acolo?";
    await expectStatus(racing.post(paths.apiEnquiryMessages(id), { json: { message }, ...asLearner }), 201);
    expect(listTexts(await read(asTeacher))).toEqual(["Bună"]);
    expect(listTexts(await read(asLearner))).toEqual(["Bună", message]);
    expect(await mailsTo(teacher.email)).toHaveLength(mails);
  });

  it("a block between the read and the write of a new enquiry, or of its confirmation, keeps it back", async () => {
    const { teacher, learner, listings, asTeacher, asLearner, block, list } = await createConversation();
    const [, listing] = listings;
    const mails = (await mailsTo(teacher.email)).length;
    await writeAsGuest(listing?.id ?? "", { email: learner.email });
    const racing = () => createRacingApp(1, () => block(asTeacher));
    const { id, token } = await findGuestLink(learner.email);
    await racing().post(paths.enquiry(id), { form: { token } });
    await expectStatus(block(asTeacher, "DELETE"), 204);
    const json = { message: "Alt anunț" };
    const path = paths.apiListingEnquiries(listing?.id ?? "");
    await expectStatus(racing().post(path, { json, ...asLearner }), 201);
    expect(await list(asTeacher)).toHaveLength(1);
    expect(await list(asLearner)).toHaveLength(3);
    expect(await mailsTo(teacher.email)).toHaveLength(mails);
  });

  it("a teacher's block stops the learner's messages, who sees no difference; after it, new ones are delivered", async () => {
    const { teacher, listings, asTeacher, asLearner, write, block, read, list } = await createConversation();
    await db.insert(teacherInformation).values({ userId: teacher.id, phoneNumber: "+40712345678" });
    const readPhone = () => app.post(paths.apiListingPhone(listings[0]?.id ?? ""), asLearner);
    await expectStatus(readPhone(), 200);
    await read(asTeacher);
    await expectStatus(block(asTeacher), 204);
    await expectStatus(readPhone(), 404);
    const before = await list(asTeacher);
    app.clock.now += 60_000;
    await expectStatus(write(asLearner, "Sunteți acolo?"), 201);
    const own = await read(asLearner);
    expect(listTexts(own)).toEqual(["Bună", "Sunteți acolo?"]);
    expect((await list(asLearner))[0]).toMatchObject({
      last_message_ts: own.last_message_ts,
      last_message: { author: "you", excerpt: "Sunteți acolo?" },
    });
    expect(own.last_message_ts).toEqual({ seconds: Math.floor(app.clock.now / 1000), nanoseconds: 0 });

    expect(await list(asTeacher)).toEqual(before);
    expect(before[0]).toMatchObject({ unread: false });
    expect(await read(asTeacher)).toMatchObject({
      blocked: true,
      unread: false,
      messages: [{ text: "Bună" }],
    });
    expect(await templatesTo(teacher.email)).toEqual(["enquiry_new"]);

    await expectStatus(block(asTeacher, "DELETE"), 204);
    app.clock.now += 60_000;
    await write(asLearner, "Mulțumesc");
    expect(listTexts(await read(asTeacher))).toEqual(["Bună", "Mulțumesc"]);
    expect(await templatesTo(teacher.email)).toEqual(["enquiry_new", "enquiry_message"]);
  });

  it("a learner's block hides the teacher's answer, which the teacher sees as sent", async () => {
    const { id, teacher, learner, listings, asTeacher, asLearner, write, block, read, list } =
      await createConversation();
    await db.insert(teacherInformation).values({ userId: teacher.id, phoneNumber: "+40712345678" });
    await block(asLearner);
    app.clock.now += 60_000;
    await expectStatus(write(asTeacher, "Da, marți"), 201);
    expect(await read(asTeacher)).toMatchObject({ state: "answered", answered_ts: expect.any(Object) });
    // A repeated block, too.
    app.clock.now += 60_000;
    await block(asLearner);
    for (const seen of [await read(asLearner), (await list(asLearner))[0]])
      expect(seen).toMatchObject({ state: null, answered_ts: null, unread: false });
    expect(listTexts(await read(asLearner))).toEqual(["Bună"]);
    expect(await mailsTo(learner.email)).toEqual([]);
    const exported = await (await app.get(paths.exportOwn(), { as: await signIn(learner) })).json();
    expect(exported).toMatchObject({
      enquiries: [
        { state: null, answered_ts: null, blocked_ts: expect.any(Object), messages: [{ text: "Bună" }] },
      ],
    });
    // The list of blocked people, where the block ends.
    const as = await signIn(learner);
    const inbox = async () => (await app.get(paths.inbox(), { as })).text();
    expect(await inbox()).toContain("Blocked people");
    // No page invites to write to the teacher, also about another listing.
    const invitations = listings.flatMap(({ id: listingId }) => [
      [paths.listing(listingId), 'name="message"'],
      [paths.enquire(listingId), 'name="message"'],
      [paths.sharedShortlist({ ids: listingId }), 'name="listing_ids"'],
    ]);
    const open = async (path: string) => (await app.get(path, { as })).text();
    for (const [path = "", field = ""] of invitations) {
      const html = await open(path);
      expect(html, path).toContain("Person blocked");
      expect(html, path).toContain(`href="${paths.enquiry(id)}"`);
      expect(html, path).not.toContain(field);
    }
    // In a list, the teacher's cards say it, and have no checkbox.
    const searched = paths.listings({ select: true });
    const listed = await open(searched);
    expect(listed).toContain('<p class="card__note">Person blocked');
    for (const { id: listingId } of listings) expect(listed).not.toContain(`value="${listingId}"`);
    // Nor does a page or call give the number, or offer the teacher as similar to another.
    const listing = listings[0]?.id ?? "";
    const other = await createListing(await createTeacher());
    const reveal = paths.revealPhone(listing);
    expect(await open(paths.listing(listing))).not.toContain(reveal);
    await expectStatus(app.post(reveal, { as, form: {} }), 404);
    await expectStatus(app.post(paths.apiListingPhone(listing), asLearner), 404);
    expect(await open(paths.listing(other.id))).not.toContain(paths.listing(listing));
    await app.post(paths.enquiryBlock(id), { as, form: { blocked: "" } });
    expect(await open(paths.listing(listing))).toContain(reveal);
    await expectStatus(app.post(reveal, { as, form: {} }), 200);
    expect(await open(paths.listing(other.id))).toContain(paths.listing(listing));
    expect(await inbox()).not.toContain("Blocked people");
    expect(await open(searched)).not.toContain("Person blocked");
    for (const [path = "", field = ""] of invitations) expect(await open(path), path).toContain(field);
  });

  it("holds in new conversations, also as a guest of the same mailbox; a message after the block delivers them", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { teacher, learner, listings, asTeacher, asLearner, ask, block, read, list, content } =
      await createConversation();
    await block(asTeacher);
    const before = await list(asTeacher);
    const sent = await expectStatus(ask("Alt anunț", asLearner, listings[1]), 201);
    const other = await content<Thread & { with: string }>(sent);
    expect(other).toMatchObject({ with: "Ana Pop", messages: [{ text: "Alt anunț" }] });
    await writeAsGuest(listings[1]?.id ?? "", { email: learner.email });
    await confirmAsGuest(learner.email);
    expect(await list(asTeacher)).toEqual(before);
    await expectStatus(app.get(paths.apiEnquiry(other._id), asTeacher), 404);
    expect(await mailsTo(teacher.email)).toHaveLength(1);
    // The sender's own list has both.
    expect(await list(asLearner)).toHaveLength(3);

    await block(asTeacher, "DELETE");
    await app.post(paths.apiEnquiryMessages(other._id), { json: { message: "Revin" }, ...asLearner });
    expect(listTexts(await read(asTeacher, other._id))).toEqual(["Revin"]);
    // Another person was never blocked.
    const email = newGuestEmail();
    await writeAsGuest(listings[0]?.id ?? "", { email });
    await confirmAsGuest(email);
    expect(await list(asTeacher)).toHaveLength(3);
  });

  it("holds when the blocked person is the teacher of the new conversation", async () => {
    const { teacher, learner, asTeacher, asLearner, ask, block, list } = await createConversation();
    await updateRow(users, learner.id, { role: "t" });
    const own = await createListing(learner);
    await block(asLearner);
    // Only the person who blocked is shown the block.
    const asTeacherInBrowser = await signIn(teacher);
    expect(await (await app.get(paths.listing(own.id), { as: asTeacherInBrowser })).text()).toContain(
      'name="message"',
    );
    await expectStatus(ask("Predați și dumneavoastră?", asTeacher, own), 201);
    // The received ones.
    expect(await list(asLearner)).toEqual([]);
    expect(await mailsTo(learner.email)).toEqual([]);

    // Delivered after the block, it counts in the reply share from then on.
    app.clock.now += 5 * DAY_MS;
    await refreshReplies(servicesAt(app.clock.now, app.bindings));
    const [undelivered] = await listRows(enquiries, { listingId: own.id });
    expect(undelivered).toMatchObject({ teacherId: null, isCounted: true });
    await block(bearer(await createAccessToken(learner)), "DELETE");
    const sender = bearer(await createAccessToken(teacher));
    const json = { message: "Revin cu întrebarea" };
    await app.post(paths.apiEnquiryMessages(undelivered?.id ?? ""), { json, ...sender });
    expect(await listRows(enquiries, { listingId: own.id })).toMatchObject([
      {
        teacherId: learner.id,
        createdTs: app.clock.now,
        countsFromTs: app.clock.now + 2 * DAY_MS,
        isCounted: false,
      },
    ]);
  });

  it("a guest blocks and unblocks by the link, a stranger does not", async () => {
    const { listing, asTeacher, email } = await createGuestEnquiry();
    const { id, token } = await confirmAsGuest(email);
    const press = (blocked: string, signature = token) =>
      app.post(paths.enquiryBlock(id), { form: { token: signature, blocked } });
    const answer = async (message: string) => {
      await expectStatus(app.post(paths.enquiry(id), { as: asTeacher, form: { message } }), 303);
      return app.read(paths.enquiry(id, { token }));
    };
    await expectStatus(press("1", `${token}x`), 401);
    expect(await answer("Da, marți.")).toContain("Da, marți.");
    await expectRedirect(press("1"), paths.enquiry(id, { token, done: "blocked" }));
    const mails = (await mailsTo(email)).length;
    expect(await answer("Sau joi?")).not.toContain("Sau joi?");
    expect(await mailsTo(email)).toHaveLength(mails);
    await expectRedirect(press(""), paths.enquiry(id, { token, done: "unblocked" }));
    expect(await answer("Ori vineri?")).toContain("Ori vineri?");
    expect(await listRows(enquiries, { listingId: listing.id })).toMatchObject([{ learnerBlockedTs: null }]);
  });
});

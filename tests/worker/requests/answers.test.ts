import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { enquiries, pushOutbox, reports, requests } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { MAX_ANSWERS } from "@/shared/request-limits";
import { app, db, expectPage, expectStatus } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createUser,
  findUser,
  listRows,
  mailsTo,
  signIn,
  templatesTo,
  updateRow,
} from "../../helpers/factories";
import { insertPushDevice } from "../../helpers/push";
import { createAnsweringTeacher, createAuth, insertRequest, postAnswer } from "./setup";

const titleOf = async (answer: Response) =>
  `${answer.status} ${(await answer.json<{ title: string; errors?: { code: string }[] }>()).title}`;
const idOf = async (answer: Response) => (await answer.json<{ content: { _id: string } }>()).content._id;

it("a teacher whom the author reported as a danger answers after the decision", async () => {
  const author = await createUser();
  const answering = await createAnsweringTeacher();
  const first = await insertRequest(author);
  const id = await idOf(await expectStatus(postAnswer(first.id, answering), 201));
  const form = { reason: "unsafe", text: "Cere poze." };
  await app.post(paths.reportEnquiry(id), { as: await signIn(author), form });
  await updateRow(requests, first.id, { state: "closed", closedTs: app.clock.now, closeReason: "author" });
  const second = await insertRequest(author);
  const again = () => postAnswer(second.id, { ...answering, message: "Bună ziua, pot și joi seara." });
  expect(await titleOf(await again())).toBe("409 awaits_decision");
  await db.update(reports).set({ outcome: "dismissed" }).where(eq(reports.enquiryId, id));
  await expectStatus(again(), 201);
});

it("an answer is a conversation that its author compares with others", async () => {
  const author = await createUser({ firstName: "Xenia", lastName: "Zamfir" });
  const subscriptionId = await insertPushDevice(author.id);
  const request = await insertRequest(author);
  const answering = await createAnsweringTeacher();
  const answer = await expectStatus(postAnswer(request.id, answering), 201);
  const { content } = await answer.json<{ content: { _id: string } }>();
  expect(content).toMatchObject({
    side: "teacher",
    state: "answered",
    with: "Xenia Z.",
    learner: { who: "child", grade: 8 },
    messages: [{ author: "you" }],
  });
  const [mail] = await mailsTo(author.email);
  expect(mail?.template).toBe("request_answered");
  expect(mail?.text).toContain(paths.enquiry(content._id));
  expect(mail?.text).not.toContain(answering.teacher.email);
  expect(mail?.text).toContain("Answers: 1 of at most 5\n");
  expect(mail?.text).toContain("Do not pay in advance to a person you have not met.");
  expect(mail?.text).toContain(paths.signIn({ next: paths.request(request.id) }));
  expect((await listRows(pushOutbox, { subscriptionId }))[0]?.payload).toContain("Ștefan Țepeș");
  // No reply share, no reminder, no offer, no invitation to a review before a lesson is agreed, no reply time.
  expect((await listRows(enquiries, { id: content._id }))[0]).toMatchObject({
    requestId: request.id,
    countsFromTs: null,
    awaitsAnswer: false,
    reviewMailTs: null,
    learnerReadTs: null,
    answeredTs: app.clock.now,
  });

  const as = await createAuth(author);
  const own = await app.get(paths.apiRequest(request.id), as);
  expect(await own.json()).toMatchObject({
    content: {
      answer_count: 1,
      answers: [
        {
          enquiry_id: content._id,
          teacher: "Ștefan Țepeș",
          message: "Bună ziua, pot miercuri seara.",
          status: "unread",
          listing: { _id: answering.listing.id, price_per_hour: 9000 },
        },
      ],
    },
  });
  expect(own.headers.get("cache-control")).toBe("no-store");
  // The same answer again is the same conversation; another one is refused.
  expect(await idOf(await expectStatus(postAnswer(request.id, answering), 201))).toBe(content._id);
  expect(
    await titleOf(await postAnswer(request.id, { ...answering, message: "Alt text, la fel de lung." })),
  ).toBe("409 request_answered");
  // The teacher's list has what became of it, without what only the open request says.
  const readOwnAnswers = async () => {
    const list = await app.get(paths.apiRequests({ for: "answered" }), answering.auth);
    return (await list.json<{ content: Record<string, unknown>[] }>()).content;
  };
  const [ownAnswer] = await readOwnAnswers();
  expect(ownAnswer).toMatchObject({ _id: request.id, enquiry_id: content._id, status: "unread" });
  expect(Object.keys(ownAnswer ?? {})).not.toEqual(expect.arrayContaining(["text"]));
  // The author replies as in any conversation.
  await expectStatus(
    app.post(paths.apiEnquiryMessages(content._id), { ...as, json: { message: "Da!" } }),
    201,
  );
  expect(await templatesTo(answering.teacher.email)).toEqual(["enquiry_message"]);
  expect(await readOwnAnswers()).toMatchObject([{ status: "replied" }]);
  expect(await (await app.get(paths.apiRequests({ for: "answered" }), as)).json()).toMatchObject({
    content: [],
  });
  // Counted from the author's reply, which is a millisecond after the answer.
  expect((await listRows(enquiries, { id: content._id }))[0]?.reviewMailTs).toBe(
    app.clock.now + 1 + 14 * DAY_MS,
  );
  // A blocked teacher's answer disappears from the comparison; the teacher sees no difference.
  await app.post(paths.apiEnquiryBlock(content._id), as);
  expect(await (await app.get(paths.apiRequest(request.id), as)).json()).toMatchObject({
    content: { answers: [] },
  });
  expect(await (await app.get(paths.apiRequest(request.id), answering.auth)).json()).toMatchObject({
    content: { enquiry_id: content._id },
  });
});

it("an answer counts in the reply share for what the author wrote to the teacher before", async () => {
  const author = await createUser();
  const answering = await createAnsweringTeacher();
  const form = { message: "Bună ziua, mai aveți locuri?" };
  await app.post(paths.enquire(answering.listing.id), { as: await signIn(author), form });
  const request = await insertRequest(author);
  await expectStatus(postAnswer(request.id, answering), 201);
  expect(await listRows(enquiries, { listingId: answering.listing.id, state: "new" })).toMatchObject([
    { fullAnswerTs: app.clock.now, answeredTs: null },
  ]);
});

it("answers to requests leave the usual reply time of the teacher", async () => {
  const answering = await createAnsweringTeacher();
  for (let n = 0; n < 6; n++) {
    const request = await insertRequest(await createUser());
    await expectStatus(postAnswer(request.id, { ...answering, message: `Răspunsul cu numărul ${n}.` }), 201);
  }
  // The first answer to an ordinary message computes the time.
  const learner = await createUser();
  const asLearner = await createAuth(learner);
  const sent = await app.post(paths.apiListingEnquiries(answering.listing.id), {
    ...asLearner,
    json: { message: "Bună!" },
  });
  app.clock.now += 60_000;
  await expectStatus(
    app.post(paths.apiEnquiryMessages(await idOf(sent)), {
      ...(await createAuth(answering.teacher)),
      json: { message: "Da" },
    }),
    201,
  );
  // One ordinary answer is too few.
  expect((await findUser(answering.teacher.id))?.replyMedianS).toBeNull();
});

type Case = {
  title: string;
  change?: (setup: Setup) => Promise<unknown>;
  json?: (setup: Setup) => object;
};
type Setup = Awaited<ReturnType<typeof createAnsweringTeacher>> & {
  request: Awaited<ReturnType<typeof insertRequest>>;
};

const CASES: Case[] = [
  {
    title: "404 not_found",
    change: ({ request }) => updateRow(requests, request.id, { state: "pending", openedTs: null }),
  },
  { title: "404 not_found", change: ({ request }) => updateRow(requests, request.id, { subject: "c" }) },
  {
    title: "409 request_closed",
    change: ({ request }) => updateRow(requests, request.id, { state: "closed" }),
  },
  {
    title: "409 request_closed",
    change: ({ request }) => updateRow(requests, request.id, { openedTs: app.clock.now - 14 * DAY_MS }),
  },
  {
    title: "409 request_full",
    change: ({ request }) => updateRow(requests, request.id, { state: "closed", answerCount: MAX_ANSWERS }),
  },
  {
    title: "403 email_unverified",
    change: ({ teacher }) => db.run(sql`update users set email_verified_ts = null where id = ${teacher.id}`),
  },
  {
    title: "403 listing_suspended",
    change: ({ teacher }) =>
      createListing(teacher, { subject: "c", state: "suspended", suspendedFrom: "published" }),
  },
  {
    title: "403 listing_suspended",
    change: ({ teacher }) =>
      createListing(teacher, { subject: "c", state: "deleted", suspendedFrom: "published" }),
  },
  { title: "422 invalid", json: () => ({ message: "Bună ziua, pot de luni." }) },
  { title: "422 invalid", json: ({ listing }) => ({ listing_id: listing.id, message: " " }) },
  // Contact data does not count.
  ...["Da, pot.", "Sunați-mă: 0745 123 456, str. Lungă nr. 5."].map((message) => ({
    title: "422 invalid",
    json: ({ listing }: Setup) => ({ listing_id: listing.id, message }),
  })),
  {
    title: "429 too_many",
    change: ({ teacher }) =>
      db.run(sql`insert into limit_counters (name, key, window_start_ts, hits)
        values ('messages_hour', ${teacher.id}, ${app.clock.now}, 60)`),
  },
];

it.each(CASES)("refuses an answer with $title", async ({ title, change, json }) => {
  const request = await insertRequest(await createUser());
  const setup = { request, ...(await createAnsweringTeacher()) };
  await change?.(setup);
  const answer = await app.post(paths.apiRequestAction(request.id, "answers"), {
    ...setup.auth,
    json: json?.(setup) ?? { listing_id: setup.listing.id, message: "Bună ziua, pot de luni." },
  });
  expect(await titleOf(answer)).toBe(title);
  expect(await db.$count(enquiries, sql`request_id = ${request.id}`)).toBe(0);
});

it("refuses the text that went to nine other requests, also at the same time", async () => {
  const answering = await createAnsweringTeacher();
  const send = async (message: string) =>
    postAnswer((await insertRequest(await createUser())).id, { ...answering, message });
  for (let n = 0; n < 4; n++)
    await expectStatus(send(n % 2 ? "Bună! Pot oricând, dimineața." : "buna pot   oricand dimineata"), 201);
  const parallel = await Promise.all(Array.from({ length: 7 }, () => send("Bună! Pot oricând, dimineața.")));
  expect(parallel.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 422, 422]);
  const refused = await expectStatus(send("BUNĂ, pot oricând, dimineața"), 422);
  expect((await refused.json<{ errors: object[] }>()).errors).toEqual([
    expect.objectContaining({ field: "message", code: "repeated_answer" }),
  ]);
  await expectStatus(send("Bună! Am citit cererea: pot joi."), 201);
});

it("lets a teacher write three times before the author replies, lessons included, and keeps the text", async () => {
  const author = await createUser();
  const request = await insertRequest(author);
  const { auth, teacher, ...answering } = await createAnsweringTeacher();
  const id = await idOf(await postAnswer(request.id, { auth, ...answering }));
  const propose = () =>
    app.post(paths.apiEnquiryAppointments(id), {
      ...auth,
      json: { times: [new Date(app.clock.now + DAY_MS).toISOString()], minutes: 60, place: "online" },
    });
  const write = (message: string) => app.post(paths.apiEnquiryMessages(id), { ...auth, json: { message } });
  await expectStatus(propose(), 201);
  const sent = await Promise.all(["Mai sunteți interesat?", "V-ați decis?"].map(write));
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 409]);
  for (const refused of [await write("Alo?"), await propose()])
    expect(await titleOf(refused)).toBe("409 awaits_reply");
  const as = await signIn(teacher);
  // No forms, but the proposal can be withdrawn.
  const waiting = await app.read(paths.enquiry(id), { as });
  expect(waiting).toMatch(/Withdraw.*You can write again once the learner replies/s);
  for (const form of ["<textarea", "Propose"]) expect(waiting).not.toContain(form);
  const page = await expectPage(
    app.post(paths.enquiry(id), { as, form: { message: "Vă mai aștept." } }),
    409,
  );
  for (const text of ["a teacher can write 3 times", "Vă mai aștept.</textarea>"])
    expect(page).toContain(text);
  // Without a reply, there is nothing to review after three days, however the teacher files it.
  for (const state of ["lost", "answered"])
    await expectStatus(app.post(paths.enquiryState(id), { as, form: { state } }), 303);
  expect((await listRows(enquiries, { id }))[0]?.reviewMailTs).toBeNull();
  const answeredTs = app.clock.now - 3 * DAY_MS;
  await updateRow(enquiries, id, { createdTs: answeredTs, answeredTs });
  const asAuthor = await createAuth(author);
  expect(
    await titleOf(await app.post(paths.apiEnquiryReview(id), { ...asAuthor, json: { rating: 1, text: "" } })),
  ).toBe("409 never_replied");
  const readThread = async () => app.read(paths.enquiry(id), { as: await signIn(author) });
  expect(await readThread()).not.toContain(paths.enquiryReview(id));
  const reply = { ...asAuthor, json: { message: "Da, joi." } };
  await expectStatus(app.post(paths.apiEnquiryMessages(id), reply), 201);
  expect(await readThread()).toContain(paths.enquiryReview(id));
  for (const message of ["Perfect.", "La ce oră?"]) await expectStatus(write(message), 201);
});

it.each([
  ["proposes", 201],
  ["declines", 201],
  ["cancels", 201],
  ["blocks", 409],
] as const)("what the author does about a lesson is a reply: %s", async (act, status) => {
  const author = await createUser();
  const asAuthor = await createAuth(author);
  const request = await insertRequest(author);
  const { auth, ...answering } = await createAnsweringTeacher();
  const id = await idOf(await postAnswer(request.id, { auth, ...answering }));
  const time = new Date(app.clock.now + DAY_MS).toISOString();
  const propose = (as: typeof auth) =>
    app.post(paths.apiEnquiryAppointments(id), {
      ...as,
      json: { times: [time], minutes: 60, place: "online" },
    });
  const write = () => app.post(paths.apiEnquiryMessages(id), { ...auth, json: { message: "Mai sunteți?" } });
  const lesson = await idOf(await expectStatus(propose(auth), 201));
  await expectStatus(write(), 201);
  const change = (action: "accept" | "decline" | "cancel", json = {}) =>
    expectStatus(app.post(paths.apiAppointmentAction(lesson, action), { ...asAuthor, json }), 200);
  if (act === "proposes") await expectStatus(propose(asAuthor), 201);
  if (act === "declines") await change("decline");
  if (act === "cancels") {
    await change("accept", { time });
    await change("cancel", { reason: "Sunt bolnavă." });
  }
  if (act === "blocks") {
    const as = await signIn(author);
    for (const blocked of ["1", ""])
      await expectStatus(app.post(paths.enquiryBlock(id), { as, form: { blocked } }), 303);
  }
  await expectStatus(write(), status);
});

it("contact data to an author under 18 is held back until it is confirmed, and its page warns of it", async () => {
  const author = await createUser({ birthDate: "2010-01-01" });
  const request = await insertRequest(author, {
    learnerWho: "me",
    learnerGrade: null,
  });
  const answering = await createAnsweringTeacher();
  const message = "Vă pot ajuta la fracții. Scrieți-mi la 0745 123 456.";
  expect(await titleOf(await postAnswer(request.id, { ...answering, message }))).toBe(
    "422 contact_data_to_under_18",
  );
  // What cannot be confirmed is reported to the team, once a day for each request.
  const asked = "Vă pot ajuta la fracții. Trimite-mi o poză cu tine.";
  for (let n = 0; n < 2; n++)
    expect(await titleOf(await postAnswer(request.id, { ...answering, message: asked }))).toBe(
      "422 unsafe_to_under_18",
    );
  expect(await listRows(reports, { listingId: answering.listing.id })).toMatchObject([
    { reason: "unsafe", enquiryId: null, reporterId: null, text: expect.stringContaining(asked) },
  ]);
  const path = paths.requestAction(request.id, "answers");
  const as = await signIn(answering.teacher);
  const form = { listing_id: answering.listing.id, message };
  expect(await expectPage(app.post(path, { as, form }), 422)).toContain('name="confirm_contact"');
  await expectStatus(app.post(path, { as, form: { ...form, confirm_contact: "1" } }), 303);
  const page = await app.read(paths.request(request.id), { as: await signIn(author) });
  for (const part of [
    "You are under 18",
    "Show this message to a parent.",
    'href="tel:119"',
    "Report or block",
  ])
    expect(page).toContain(part);
  // The author reports it as any conversation, and an admin reads the answer.
  const [{ id = "" } = {}] = await listRows(enquiries, { requestId: request.id });
  const reported = { as: await signIn(author), form: { reason: "unsafe", text: "Cere date de contact." } };
  await expectStatus(app.post(paths.reportEnquiry(id), reported), 303);
  expect(await listRows(reports, { enquiryId: id })).toMatchObject([{ reporterId: author.id }]);
  expect(await app.read(paths.adminConversation(id), { as: await signIn(await createAdmin()) })).toContain(
    "Vă pot ajuta la fracții.",
  );
});

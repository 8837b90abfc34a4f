import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { auditLog, enquiries, pushOutbox, requestNotices, requests, users } from "@/db/schema";
import { sweepRequests } from "@/features/requests";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectStatus } from "../../helpers/app";
import { createUser, listRows, mailsTo, signIn, templatesTo, updateRow } from "../../helpers/factories";
import { jobContextAt } from "../../helpers/outbox";
import { insertPushDevice } from "../../helpers/push";
import { createAnsweringTeacher, createAuth, insertRequest, postAnswer } from "./setup";

const idOf = async (answer: Response) => (await answer.json<{ content: { _id: string } }>()).content._id;

it("closes open requests after 14 days by mail, and erases ended ones after 90 days", async () => {
  const { now } = app.clock;
  const author = await createUser({ locale: "en" });
  const gone = await createUser({ disabledTs: now });
  const old = await insertRequest(author, { openedTs: now - 14 * DAY_MS, createdTs: now - 20 * DAY_MS });
  const answered = await insertRequest(author, { subject: "b", openedTs: now - 14 * DAY_MS, answerCount: 2 });
  const young = await insertRequest(author, { subject: "c", openedTs: now - 14 * DAY_MS + 1 });
  const silent = await insertRequest(gone, { openedTs: now - 15 * DAY_MS });
  const ended = { state: "closed", notifiedPosition: null } as const;
  const erased = await insertRequest(author, { subject: "p", ...ended, closedTs: now - 90 * DAY_MS });
  const kept = await insertRequest(author, { subject: "h", ...ended, closedTs: now - 89 * DAY_MS });
  const { teacher, listing, auth } = await createAnsweringTeacher({ subject: "p" });
  const answerId = newId();
  await db.insert(enquiries).values({
    id: answerId,
    listingId: listing.id,
    requestId: erased.id,
    teacherId: teacher.id,
    learnerId: author.id,
    state: "answered",
    createdTs: now - 95 * DAY_MS,
    answeredTs: now - 95 * DAY_MS,
    lastMessageTs: now - 95 * DAY_MS,
  });
  for (const [requestId, age] of [
    [old.id, 31],
    [young.id, 29],
    [erased.id, 1],
  ] as const)
    await db
      .insert(requestNotices)
      .values({ requestId, teacherId: teacher.id, createdTs: now - age * DAY_MS });

  for (let run = 0; run < 2; run++) await sweepRequests(jobContextAt(now));
  const stateOf = async (id: string) => {
    const [row] = await listRows(requests, { id });
    return row ? [row.state, row.closeReason, row.closedTs, row.notifiedPosition] : null;
  };
  expect(await stateOf(old.id)).toEqual(["closed", "expired", now, null]);
  expect(await stateOf(silent.id)).toEqual(["closed", "expired", now, null]);
  expect((await stateOf(young.id))?.[0]).toBe("open");
  expect(await stateOf(erased.id)).toBeNull();
  expect(await stateOf(kept.id)).not.toBeNull();
  expect(await stateOf(answered.id)).toEqual(["closed", "expired", now, null]);
  const mails = await mailsTo(author.email);
  expect(mails.map(({ template }) => template)).toEqual(["request_expired", "request_expired"]);
  for (const text of [
    "No teacher answered.\n",
    "2 answers. The conversations stay open: you can still reply",
  ])
    expect(mails.filter((mail) => mail.text.includes(text))).toHaveLength(1);
  expect(await templatesTo(gone.email)).toEqual([]);
  expect(await listRows(auditLog, { subject: `request:${old.id}` })).toHaveLength(1);
  // The conversation stays.
  expect((await listRows(enquiries, { id: answerId }))[0]?.requestId).toBeNull();
  // The teacher, to whom nobody replied, writes no more.
  expect(await app.read(paths.enquiry(answerId), { as: await signIn(teacher) })).toContain(
    "The request is closed; you can write if",
  );
  const json = { message: "Mai sunteți interesat?" };
  await expectStatus(app.post(paths.apiEnquiryMessages(answerId), { ...auth, json }), 409);
  // It still began with the teacher's answer: the author's first own message counts in the reply share.
  const own = await expectStatus(
    app.post(paths.apiListingEnquiries(listing.id), {
      ...(await createAuth(author)),
      json: { message: "Bună ziua, aș dori lecții de fizică." },
    }),
    201,
  );
  expect((await listRows(enquiries, { id: await idOf(own) }))[0]?.countsFromTs).not.toBeNull();
  expect(
    (await listRows(requestNotices, { teacherId: teacher.id })).map(({ requestId }) => requestId),
  ).toEqual([young.id]);
});

it("ends with the first lesson that the author says took place, not the teacher", async () => {
  const author = await createUser();
  const request = await insertRequest(author);
  const answers = [];
  for (let n = 0; n < 3; n++) {
    const answering = await createAnsweringTeacher();
    answers.push({ ...answering, id: await idOf(await postAnswer(request.id, answering)) });
  }
  const other = answers.pop();
  const [start, as] = [app.clock.now + DAY_MS, () => createAuth(author)];
  const lessons: string[] = [];
  const reply = { ...(await as()), json: { message: "Mulțumesc, mă gândesc." } };
  await expectStatus(app.post(paths.apiEnquiryMessages(other?.id ?? ""), reply), 201);
  for (const { id, teacher } of answers) {
    const proposed = await app.post(paths.apiEnquiryAppointments(id), {
      ...(await as()),
      json: { times: [new Date(start).toISOString()], minutes: 60, place: "online" },
    });
    const lesson = await idOf(await expectStatus(proposed, 201));
    await expectStatus(
      app.post(paths.apiAppointmentAction(lesson, "accept"), {
        ...(await createAuth(teacher)),
        json: { time: new Date(start).toISOString() },
      }),
      200,
    );
    lessons.push(lesson);
  }
  // Once a lesson is agreed, the close button is at the top.
  const page = await app.read(paths.request(request.id), { as: await signIn(author) });
  expect(page).toMatch(/Lesson agreed.*Found a teacher\?.*Close it.*3 answers/s);
  expect(page.split("Found a teacher?")).toHaveLength(2);
  app.clock.now = start + 26 * HOUR_MS;
  const stateOf = async () => (await listRows(requests, { id: request.id }))[0];
  const tell = async (n: number, auth: Awaited<ReturnType<typeof createAuth>>, tookPlace: boolean) =>
    expectStatus(
      app.post(paths.apiAppointmentAction(lessons[n] ?? "", "outcome"), {
        ...auth,
        json: { took_place: tookPlace },
      }),
      200,
    );
  await tell(0, await createAuth(answers[0]?.teacher ?? author), true);
  await tell(1, await as(), false);
  expect((await stateOf())?.state).toBe("open");
  await tell(0, await as(), true);
  expect(await stateOf()).toMatchObject({ state: "closed", closeReason: "lesson", closedTs: app.clock.now });
  expect(await db.$count(enquiries, sql`request_id = ${request.id} and state = 'won'`)).toBe(1);
  expect(await listRows(auditLog, { subject: `request:${request.id}`, action: "request.closed" })).toEqual([
    expect.objectContaining({ actorId: author.id, detail: { reason: "lesson" } }),
  ]);
  // The teacher without a lesson is told, also after a reply; those with a lesson are not.
  const othersMails = await mailsTo(other?.teacher.email ?? "");
  expect(othersMails.map(({ template }) => template)).toEqual(["enquiry_message", "request_closed"]);
  expect(othersMails[1]?.text).toMatch(/the author continues with another teacher|autorul continuă cu alt/);
  const asOther = await signIn(other?.teacher ?? author);
  expect(await app.read(paths.request(request.id), { as: asOther })).toContain(
    "continues with another teacher",
  );
  for (const { teacher } of answers) expect(await templatesTo(teacher.email)).not.toContain("request_closed");
});

it("tells the teachers who wait for a reply once that its author closed it", async () => {
  const author = await createUser();
  const as = await createAuth(author);
  const request = await insertRequest(author);
  const answer = async (locale: "en" | "ro" = "ro") => {
    const answering = await createAnsweringTeacher();
    await updateRow(users, answering.teacher.id, { locale });
    return { ...answering, id: await idOf(await postAnswer(request.id, answering)) };
  };
  const [waiting, english, replied, blocking, disabled] = [
    await answer(),
    await answer("en"),
    await answer(),
    await answer(),
    await answer(),
  ];
  // The fifth answer closed it.
  await updateRow(requests, request.id, { state: "open", closedTs: null, closeReason: null });
  const subscriptionId = await insertPushDevice(waiting.teacher.id);
  await expectStatus(
    app.post(paths.apiEnquiryMessages(replied.id), { ...as, json: { message: "Da, joi?" } }),
    201,
  );
  await expectStatus(app.post(paths.apiEnquiryBlock(blocking.id), blocking.auth), 204);
  await updateRow(users, disabled.teacher.id, { disabledTs: app.clock.now });

  const close = () => expectStatus(app.post(paths.apiRequestAction(request.id, "close"), as), 200);
  await Promise.all([close(), close()]);
  await close();
  // Without a reply, a teacher does not write to an author who closed the request.
  const asWaiting = await signIn(waiting.teacher);
  const refused = "The request is closed; you can write if its author writes to you.";
  const closed = await app.read(paths.enquiry(waiting.id), { as: asWaiting });
  expect(closed).toContain(refused);
  for (const form of ["<textarea", 'id="first-lesson"']) expect(closed).not.toContain(form);
  expect(await app.read(paths.request(request.id), { as: await signIn(author) })).toContain(
    "Those to whom you did not reply can no longer write to you.",
  );
  const form = { message: "Mai sunteți interesat?" };
  const unsent = await expectPage(app.post(paths.enquiry(waiting.id), { as: asWaiting, form }), 409);
  for (const text of ["You can write again once the learner replies.", "Mai sunteți interesat?</textarea>"])
    expect(unsent).toContain(text);
  await expectStatus(
    app.post(paths.apiEnquiryMessages(replied.id), { ...replied.auth, json: { message: "Da, joi." } }),
    201,
  );
  const told = async ({ teacher }: typeof waiting) => templatesTo(teacher.email);
  expect(await Promise.all([waiting, english, replied, blocking, disabled].map(told))).toEqual([
    ["request_closed"],
    ["request_closed"],
    ["enquiry_message"],
    [],
    [],
  ]);
  const [mail] = await mailsTo(waiting.teacher.email);
  expect(mail?.text).toContain(
    "Un părinte din Cluj caută meditații la matematică, clasa a VIII-a, miercuri seara.",
  );
  expect(mail?.text).toContain("autorul a închis-o. Vă mulțumim");
  expect(mail?.text).toContain("Nu mai trebuie să faceți nimic.");
  expect(mail?.text).not.toContain(author.lastName);
  expect((await mailsTo(english.teacher.email))[0]?.text).toContain("Nothing more is needed from you.");
  const pushes = (await listRows(pushOutbox, { subscriptionId })).map(({ payload }) => JSON.parse(payload));
  expect(pushes).toEqual([
    expect.objectContaining({
      title: "O cerere la care ați răspuns s-a închis",
      path: `/ro${paths.requests({ box: "answered" })}`,
    }),
  ]);
});

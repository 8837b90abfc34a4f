import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { enquiries, listings, requests } from "@/db/schema";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectRedirect, expectStatus, type Jar } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  createUser,
  listRows,
  mailsTo,
  signIn,
  updateRow,
} from "../../helpers/factories";
import { parseFormEntries } from "../../helpers/forms";
import { joinedMailsTo } from "../enquiries/participants";
import { createAnsweringTeacher, insertRequest } from "./setup";

const signInAs = (user: { id: string }) => signIn(user);

it("shows a request to teachers whom it fits, and leads an admin to the decision", async () => {
  const author = await createUser();
  const request = await insertRequest(author, { text: "Cu multă răbdare." });
  const path = paths.request(request.id);
  const fitting = await signInAs((await createAnsweringTeacher()).teacher);
  const unlisted = await app.read(paths.requests(), { as: await signInAs(await createTeacher()) });
  expect(unlisted).toMatch(/Publish a listing to see requests.*>Publish a listing</s);
  expect(await app.read(paths.requests(), { as: fitting })).toMatch(
    new RegExp(`Cu multă răbdare\\..*Open until ${formatDate(app.clock.now + 14 * DAY_MS, "en")}`, "s"),
  );
  // What subject and place do not say: the level, and a price that is too high.
  const marked = await insertRequest(await createUser(), { level: "bc", maxPrice: 5000 });
  for (const list of [paths.requests(), paths.request(marked.id)])
    expect(
      (await app.read(list, { as: fitting })).match(
        /Not a level of your listing|Below your price: 90 lei an hour/g,
      ),
    ).toEqual(["Not a level of your listing", "Below your price: 90 lei an hour"]);
  expect(await app.read(paths.request(marked.id), { as: fitting })).toContain("You can answer anyway");
  const page = await app.get(path, { as: fitting });
  expect(page.headers.get("cache-control")).toBe("private, no-store");
  const html = await expectPage(page, 200);
  expect(html).not.toMatch(new RegExp(`${author.id}|${author.email}|You can answer anyway`));
  // What the team knows of the author comes before the form, which says what is not to be asked.
  expect(html).toMatch(
    /confirmed their email address\..*contact details, we ask you.*child’s name or school/s,
  );
  expect(html).not.toContain("our team read the request");
  await updateRow(requests, request.id, { holdRule: "first_request" });
  const read = await app.read(path, { as: fitting });
  expect(read).toContain("our team read the request");
  const [, report = ""] = read.match(/href="([^"]*)"[^>]*>Report this request/) ?? [];
  expect(await app.read(report, { as: fitting })).toContain(`value="Report of the request ${request.id}"`);
  await expectRedirect(
    app.get(path, { as: await signInAs(await createAdmin()) }),
    paths.adminRequest(request.id),
    302,
  );
});

it("a teacher answers once by the form, the author compares the answers and closes the request", async () => {
  const author = await createUser();
  const request = await insertRequest(author, { maxPrice: 8900 });
  const path = paths.request(request.id);
  const answers = paths.requestAction(request.id, "answers");
  /** A teacher with the open form, and the function that sends it with a message. */
  const openAnswer = async () => {
    const teacher = await createTeacher();
    const listing = await createListing(teacher, { subject: "m", county: "cj", levels: ["m"] });
    // The newest listing is not of the request's level, so it is not chosen.
    await createListing(teacher, {
      subject: "m",
      county: "cj",
      levels: ["bc"],
      publishedTs: app.clock.now,
    });
    const as = await signInAs(teacher);
    const page = await app.read(path, { as });
    expect(page).toContain(`<option value="${listing.id}" selected="">`);
    const form = Object.fromEntries(parseFormEntries(page, new RegExp(`<form[^>]*${answers}"`)));
    return { as, teacher, send: (message: string) => app.post(answers, { as, form: { ...form, message } }) };
  };
  const [first, late] = [await openAnswer(), await openAnswer()];
  expect(await expectPage(first.send(""), 422)).toContain('href="#field-message"');
  expect(await expectPage(first.send("Da, pot."), 422)).toMatch(
    /Write at least 20 characters.*Da, pot\.<\/textarea>/s,
  );
  const asked = await expectPage(first.send("Bună ziua, aștept răspunsul dumneavoastră!"), 200);
  expect(asked).toContain("Add a few details");
  expect(parseFormEntries(asked, new RegExp(`<form[^>]*${answers}"`)).map(([name]) => name)).not.toContain(
    "hint",
  );
  // Contact data is asked about once too.
  const withPhone = await expectPage(first.send("Bună ziua, pot de luni. 0745 123 456"), 200);
  // Above the request, with the focus.
  for (const [page, text] of [
    [asked, "Add a few details"],
    [withPhone, "The message seems to contain personal details"],
  ] as const)
    expect(page).toMatch(
      new RegExp(`autofocus.*Your answer was not sent yet.*href="#field-message">${text}.*<dl`, "is"),
    );
  expect(withPhone).toMatch(/The learner will see “0745 123 456”.*pot de luni\. 0745 123 456<\/textarea>/s);
  const sent = await first.send("Bună ziua, pot de luni.");
  const [enquiry] = await listRows(enquiries, { requestId: request.id });
  await expectRedirect(sent, paths.enquiry(enquiry?.id ?? "", { done: "answered" }));
  const again = await app.read(path, { as: first.as });
  expect(again).toContain(`href="${paths.enquiry(enquiry?.id ?? "")}"`);
  expect(again).not.toContain("<textarea");
  expect(await app.read(paths.enquiry(enquiry?.id ?? ""), { as: first.as })).toContain(`href="${path}"`);
  const boxes = [paths.requests(), paths.requests({ box: "answered" })];
  const [left, answered] = await Promise.all(boxes.map((box) => app.read(`/ro${box}`, { as: first.as })));
  expect(left).not.toContain(path);
  expect(answered).toMatch(/Un răspuns din cel mult 5.*Încă fără răspuns/s);
  // Teachers who have not answered see how many have.
  for (const unanswered of [boxes[0] ?? "", path])
    expect(await app.read(unanswered, { as: late.as })).toContain("1 answer, of at most 5");
  // One answer shows the same rows, and nothing says that the author wrote first.
  const asAuthor = await signInAs(author);
  const alone = await app.read(path, { as: asAuthor });
  expect(alone).toMatch(
    /Read the answer below.*In the listing:.*90 lei.*Above your maximum.*Read and reply.*Do not pay in advance.*1 answer is unread/s,
  );
  expect(alone).toMatch(/The teacher’s listing.*class="compared".*Price per hour.*Places/s);
  const listing = await app.read(paths.listing(enquiry?.listingId ?? ""), { as: asAuthor });
  expect(listing).toMatch(
    /You already have a conversation about this listing\..*Open the conversation.*<details class="stack"><summary>Write a new message/s,
  );

  // An edited request that was approved since no longer waits.
  expect(await app.read(paths.request(request.id, { done: "edited" }), { as: asAuthor })).not.toContain(
    "waits for our approval",
  );

  const days = ["marți", "miercuri", "joi", "vineri"];
  for (const day of days) await expectStatus((await openAnswer()).send(`Bună ziua, pot de ${day}.`), 303);
  expect(
    (await mailsTo(author.email)).filter(({ text }) =>
      text.includes("5 of at most 5. The request is closed."),
    ),
  ).toHaveLength(1);
  const refused = await expectPage(late.send("Un text lung, care nu se pierde."), 409);
  // Above the request, with the focus.
  expect(refused).toMatch(
    /id="error-summary"[^>]*autofocus.*Five teachers have already answered, so the request is closed\. Your answer was not sent.*Un text lung, care nu se pierde\.<\/textarea>/is,
  );
  await expectRedirect(app.get(answers, { as: late.as }), path, 302);
  // Who did not answer reads it no more.
  for (const gone of [refused, await expectPage(app.get(path, { as: late.as }), 404)]) {
    expect(gone).toContain("You can no longer answer this request");
    expect(gone).not.toContain(request.text);
  }
  await db.update(listings).set({ state: "paused" }).where(eq(listings.ownerId, late.teacher.id));
  const gone = await expectPage(late.send("Un text lung, care nu se pierde."), 404);
  expect(gone).toContain("Un text lung, care nu se pierde.");

  // What became of each answer, for its teacher and for the author.
  const outcomes = async (as: Jar) =>
    [...(await app.read(paths.requests({ box: "answered" }), { as })).matchAll(/badge--\w+">([^<]+)/g)].map(
      ([, text]) => text,
    );
  expect(await outcomes(late.as)).toEqual([]);
  expect(await outcomes(first.as)).toEqual(["No reply yet"]);
  const thread = paths.enquiry(enquiry?.id ?? "");
  const statuses = async () =>
    [
      ...(await app.read(path, { as: asAuthor })).matchAll(
        /badge--\w+">(New|Read|You replied|Lesson agreed)</g,
      ),
    ].map(([, text]) => text);
  expect(await statuses()).toEqual(["New", "New", "New", "New", "New"]);
  // Not once the author closed the request.
  await updateRow(requests, request.id, { closeReason: "author" });
  expect(await outcomes(first.as)).toEqual(["Closed"]);
  expect(await app.read(paths.requests({ box: "answered" }), { as: first.as })).toContain(
    "Closed: the author closed it",
  );
  expect(await app.read(path, { as: first.as })).toContain("The reason: the author closed it.");
  const ended = await app.read(thread, { as: first.as });
  expect(ended).toContain("The request is closed; you can write if its author writes to you.");
  for (const text of [
    "The request is closed, but",
    'value="won"',
    "before a reply",
    "What came of it?",
    "“Lessons agreed”",
  ])
    expect(ended).not.toContain(text);
  await updateRow(requests, request.id, { closeReason: "answers" });
  expect(await app.read(thread, { as: asAuthor })).toContain("Waiting for your answer");
  expect(await statuses()).toEqual(expect.arrayContaining(["Read"]));
  expect(await outcomes(first.as)).toEqual(["No reply yet"]);
  await expectStatus(
    app.post(thread, { as: asAuthor, form: { message: "Mulțumesc, luni e bine.", once: "1" } }),
    303,
  );
  expect(await statuses()).toEqual(expect.arrayContaining(["You replied"]));
  const sentBox = await app.read(paths.inbox({ box: "sent" }), { as: asAuthor });
  expect([...sentBox.matchAll(/Waiting for your answer|You replied/g)].map(([text]) => text).sort()).toEqual([
    ...Array(4).fill("Waiting for your answer"),
    "You replied",
  ]);
  expect(await app.read(thread, { as: first.as })).toContain('value="won"');
  expect(await outcomes(first.as)).toEqual(["Replied to you"]);
  expect((await joinedMailsTo(first.teacher.email)).at(-1)?.text).toContain(
    "The request is closed, but its author",
  );
  expect(await app.read(paths.requests({ box: "answered" }), { as: first.as })).toMatch(
    new RegExp(`href="${thread}".*Closed: five teachers answered`, "s"),
  );

  const page = await app.read(path, { as: asAuthor });
  expect(page).toMatch(
    /Closed: five teachers have answered.*Teachers who answered can still read the request\..*It is deleted 90 days/s,
  );
  expect(await app.read(`/ro${path}`, { as: asAuthor })).toContain("60 de minute");
  for (const day of ["luni", ...days]) expect(page).toContain(`Bună ziua, pot de ${day}.`);
  expect([page.split("Read and reply").length, page.split("Open the conversation").length]).toEqual([5, 2]);
  expect(page).not.toContain("can no longer write to you");
  expect(page.match(/class="compared"/g)).toHaveLength(5);
  expect(page).not.toContain('name="listing_ids"');
  expect(page.split("Above your maximum")).toHaveLength(6);
  // A row without anything in all of them is left out.
  expect(page).toContain("comparison--five");
  expect(page).not.toContain("Teaching experience");
  expect(page).not.toContain("Not the level");
  await updateRow(listings, enquiry?.listingId ?? "", { levels: ["bc"] });
  expect(await app.read(path, { as: asAuthor })).toMatch(
    /Not the level you are looking for.*In the listing:/s,
  );
});

it("says in plain words what became of a request", async () => {
  const author = await createUser();
  const as = await signInAs(author);
  const open = await insertRequest(author);
  const page = await app.read(`/ro${paths.request(open.id)}`, { as });
  expect(page).toContain("Încă nu a răspuns niciun profesor");
  expect(page).toMatch(
    /<title>Matematică, Gimnaziu.*<summary[^>]*>Închideți cererea.*nu poate fi redeschisă/s,
  );
  expect(page).toContain(formatDate(app.clock.now + 14 * DAY_MS, "ro"));
  await createListing(await createTeacher(), { subject: "m", county: "cj" });
  // Opened at 11:00, 18:00 and the day before.
  for (const [hours, text] of [
    [0, "or at 18:00 by email"],
    [7, "or tomorrow at 18:00 by email"],
    [-24, "Suitable teachers were told of it"],
  ] as const) {
    const openedTs = app.clock.now + hours * HOUR_MS;
    await updateRow(requests, open.id, { openedTs });
    app.clock.now = Math.max(app.clock.now, openedTs);
    expect(await app.read(paths.request(open.id), { as })).toContain(text);
  }
  await expectRedirect(
    app.post(paths.requestAction(open.id, "close"), { as }),
    paths.request(open.id, { done: "closed" }),
  );
  const closed = await app.read(paths.request(open.id, { done: "closed" }), { as });
  expect(closed).toMatch(/Closed: you closed it.*>It is deleted 90 days after it was closed/s);
  // Only what the request lacks.
  for (const change of ["more times", "lessons online"]) expect(closed).toContain(change);
  expect(closed).not.toContain("a higher maximum");
  expect(closed).toContain(`href="${paths.createRequest({ from: open.id })}"`);
  for (const [fields, text] of [
    [{ state: "pending", openedTs: null, notifiedPosition: null }, "reads your request first"],
    [
      { state: "rejected", openedTs: null, reason: "advert", reasonText: "Oferiți lecții." },
      "Oferiți lecții.",
    ],
  ] as const) {
    const { id } = await insertRequest(author, { subject: "p", ...fields });
    expect(await app.read(paths.request(id), { as })).toContain(text);
    await app.post(paths.requestAction(id, "close"), { as });
  }
});

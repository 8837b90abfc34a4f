import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { requests, users } from "@/db/schema";
import { paths } from "@/shared/paths";
import { REQUEST_TEXT_LENGTH } from "@/shared/schemas/request";
import { app, db, expectPage, expectRedirect, expectStatus, type Jar } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  createUser,
  listRows,
  signIn,
  updateRow,
} from "../../helpers/factories";
import { parseFormEntries } from "../../helpers/forms";
import { openPage } from "../../helpers/open-page";
import { createAuth, insertRequest } from "./setup";

const FORM = /<form[^>]*action="(?:\/ro)?\/requests\/create[?"]/;
const QUERY = {
  q: "matematică clasa a 8-a cluj miercuri seara sub 90 lei cu răbdare",
  location: "lh",
  trial: "1",
};
/** The query of the last link to a path. */
function toQuery(html: string, path: string) {
  const [, query = ""] = html.match(new RegExp(`.*href="${path}\\?([^"]*)"`, "s")) ?? [];
  return Object.fromEntries(new URLSearchParams(query.replaceAll("&amp;", "&")));
}
/** The fields of the form as a browser sends them untouched. */
const openForm = async (as: Jar, path: string) =>
  Object.fromEntries(parseFormEntries(await expectPage(app.get(path, { as }), 200), FORM));
const signInAs = (user: { id: string }) => signIn(user);

it("leads from a search without results, and from the end of a list, to a request with its filters, for visitors by way of the sign-up", async () => {
  // The words are carried over as they were typed, which says more than the filters that they meant.
  for (const query of [{ subject: "m", county: "cj", min: "800", online: "1" }, QUERY]) {
    const list = await openPage(paths.listings(query));
    expect(toQuery(list, "/requests/create")).toEqual(query);
    expect(list).toContain("You need a free account.");
  }
  await createListing(await createTeacher(), { subject: "la", county: "tm" });
  const few = { subject: "la", county: "tm" };
  expect(toQuery(await app.read(paths.listings(few)), "/requests/create")).toEqual(few);
  // Words without a subject may name none of the form's: a search without results, and the end of a list.
  for (const query of [{ q: "chineza" }, { q: "astronomie vaslui" }, { q: "Matematică pentru", exact: "1" }])
    expect(await openPage(paths.listings(query))).not.toMatch(/main.*\/requests\/create.*<\/main>/s);
  const path = paths.createRequest(QUERY);
  for (const locale of ["", "/ro"]) {
    const page = await app.get(locale + path);
    const html = await expectPage(page, 200);
    expect(html).toContain('content="noindex"');
    for (const to of ["sign-up", "sign-in"]) expect(toQuery(html, `${locale}/${to}`)).toEqual({ next: path });
    expect(html).not.toMatch(FORM);
    // What it asks and who sees it come before the account.
    expect(
      html.search(
        /who learns.*Only teachers of your subject, in.*do not ask for a phone|pentru cine.*numai profesorii care predau.*Nu vă cerem numărul/s,
      ),
    ).toBeGreaterThan(0);
  }
});

it("fills in what the words of a search mean, and opens the request that was sent", async () => {
  const user = await createUser();
  const closed = {
    subject: "en",
    state: "closed",
    openedTs: null,
    closedTs: 1,
    closeReason: "author",
  } as const;
  const { id } = await insertRequest(user, closed);
  const as = await signInAs(user);
  expect(await app.read(paths.request(id), { as })).toContain("closed before teachers could see it");
  const values: Record<string, string> = await openForm(as, `/ro${paths.createRequest(QUERY)}`);
  expect(values).toMatchObject({
    subject: "m",
    county: "cj",
    availability: "3e",
    max_price: "90",
    "learner.grade": "8",
    text: "răbdare, Acasă la elev",
  });
  const findOtherFilters = async (query: Record<string, string>, more = "") =>
    (await app.read(paths.createRequest(query) + more, { as })).match(
      /search also asked for: (.*?)\. A request/,
    )?.[1];
  expect(await findOtherFilters(QUERY)).toBe("Trial lesson");
  expect(await findOtherFilters({ subject: "m", min: "50", near: "cj" }, "&subject=p")).toMatch(
    /^Physics, From 50 lei, .*25.km/,
  );
  expect(await findOtherFilters({ subject: "m", county: "cj", max: "90" })).toBeUndefined();
  // Of several levels, the exam is the level of the request, if the subject has it. The others are in the text.
  for (const [query, level, text] of [
    ["subject=m&level=m&level=pe", "pe", "Middle school"],
    ["subject=p&level=m&level=pe", "m", "National Evaluation"],
    ["subject=m&level=e&level=h", "e", "High school"],
    ["q=mate clasa a 7-a evaluare nationala", "pe", ""],
    ["q=mate clasa a 8-a", "m", ""],
  ] as const)
    expect(await openForm(as, `${paths.createRequest()}?${query}`)).toMatchObject({ level, text });
  // After the search and its link, the third press sends the untouched form.
  const form = values;
  const sent = await app.post(`/ro${paths.createRequest()}`, { as, form });
  const [request] = await listRows(requests, { userId: user.id, subject: "m" });
  await expectRedirect(sent, `/ro${paths.request(request?.id ?? "", { done: "created" })}`);
  expect(request).toMatchObject({
    state: "pending",
    level: values.level,
    county: "cj",
    online: false,
    availability: ["3e"],
    maxPrice: 9000,
    learnerWho: "child",
    learnerGrade: 8,
  });
  // Sent twice, it is one request.
  await expectRedirect(
    app.post(paths.createRequest(), { as, form }),
    sent.headers.get("location")?.slice(3) ?? "",
  );
  // With other values, it is another one, also if its id is that of a stranger's request.
  const strangers = await insertRequest(await createUser());
  const others = [{ subject: "c" }, { subject: "b", once: strangers.id }] as const;
  for (const changes of others) {
    await expectStatus(app.post(paths.createRequest(), { as, form: { ...form, ...changes } }), 303);
    expect(await listRows(requests, { userId: user.id, subject: changes.subject })).toHaveLength(1);
  }
  const page = await app.read(`/ro${paths.requests()}`, { as });
  expect(page).toContain("Așteaptă aprobarea");
  // Another one like it begins with its values.
  expect(await openForm(as, paths.createRequest({ from: request?.id ?? "" }))).toMatchObject({
    subject: "m",
    max_price: "90",
    "learner.grade": "8",
    text: form.text,
  });
});

it("says that no teacher of the subject is in the county, before and after sending", async () => {
  const author = await createUser();
  const as = await signInAs(author);
  const place = { subject: "la", county: "vs" } as const;
  const form = paths.createRequest(place);
  const empty = await app.read(form, { as });
  expect(empty).toContain(
    "No teacher of Latin in Vaslui County has a listing yet. Teachers who publish a suitable listing later will be able to see",
  );
  const { id } = await insertRequest(author, place);
  expect(await app.read(paths.request(id), { as })).toContain("no suitable teacher at the moment");
  // While it waits for an admin, it can still be corrected.
  await updateRow(requests, id, { state: "pending", openedTs: null });
  const hopeless = await app.read(paths.request(id), { as });
  expect(hopeless).toContain("No teacher has a suitable listing");
  expect(hopeless).not.toContain("<p></p>");
  await createListing(await createTeacher(), { ...place, online: true });
  const one = await app.read(form, { as });
  expect(one).toContain("1 teacher of Latin in Vaslui County will be able to see the request.<");
  expect(one).toMatch(/For example:.*an exam in June.*afraid of tests.*want to practice a lot/s);
  // The teacher in the county who also teaches online is counted once.
  await updateRow(requests, id, { online: true });
  expect(await app.read(paths.request(id), { as })).toMatch(
    /1 teacher of Latin in Vaslui County will be able to see the request\. <a/,
  );
  await updateRow(requests, id, { online: false });
  expect(await app.read(paths.request(id), { as })).not.toContain("suitable listing");
  await createListing(await createTeacher(), { subject: "la", county: "tm", online: true });
  // The style sheet shows the sentence of the tick.
  const both = await app.read(`/ro${form}`, { as });
  const inCounty = "1 profesor de latină în județul Vaslui va putea vedea cererea.";
  for (const text of [
    `"audience">${inCounty} Dacă acceptați lecții online, cererea va putea fi văzută de profesorii de latină care predau online.`,
    `"audience audience--online">${inCounty} O vor putea vedea și profesorii care predau online.`,
  ])
    expect(both).toContain(text);
  // The form shows it again for what is chosen now, sends nothing and keeps what was typed.
  const changes = { subject: "la", county: "is", text: "Cu răbdare.", intent: "update" };
  const edit = paths.requestAction(id, "edit");
  for (const path of [paths.createRequest(), edit]) {
    const updated = await expectPage(app.post(path, { as, form: changes }), 200);
    for (const text of [
      "No teacher of Latin in Iași County has a listing yet. If lessons may be online, teachers",
      "Cu răbdare.</textarea>",
    ])
      expect(updated).toContain(text);
  }
  expect(await listRows(requests, { userId: author.id })).toMatchObject([{ county: "vs", version: 1 }]);
  // The page of a request says who can see it, and leads to those who teach online.
  await updateRow(requests, id, { online: true });
  const waiting = await app.read(paths.request(id), { as });
  expect(waiting).toMatch(
    /1 teacher of Latin in Vaslui County will be able to see the request\. Teachers who teach it online will be able to see it too\./,
  );
  expect(waiting).toContain(`href="${paths.listings({ subject: "la", online: "1" }).replace("&", "&amp;")}"`);
  await updateRow(requests, id, { state: "open", openedTs: app.clock.now });
  expect(await app.read(paths.request(id), { as })).toMatch(
    /County can see the request\. Teachers who teach it online can see it too\..*An open request cannot be changed\./s,
  );
  // How many have the level, or the school before an exam, if not all have.
  const readLevel = (level: string) => app.read(`${form}&level=${level}`, { as });
  expect(await readLevel("phd")).toContain("The listing does not name this level yet; the teacher may still");
  for (const levels of [["h"], ["pb", "ms"]] as const)
    await createListing(await createTeacher(), { ...place, levels: [...levels] });
  expect(await readLevel("phd")).toContain("None of them lists this level yet; they may still answer.");
  expect(await readLevel("ms")).toContain("able to see the request. 1 of them offers lessons for master’s");
  expect(await readLevel("pb")).toContain("of them offer lessons for high school or the Baccalaureate.");
});

it("lets the author correct a request that waits, and asks when it was changed meanwhile", async () => {
  const user = await createUser();
  const as = await signInAs(user);
  await insertRequest(user, { subject: "c" });
  const { id } = await insertRequest(user, { state: "pending", openedTs: null, notifiedPosition: null });
  const path = paths.requestAction(id, "edit");
  expect(await app.read(paths.request(id), { as })).toContain(`href="${path}"`);
  const opened = parseFormEntries(await app.read(path, { as }), new RegExp(`<form[^>]*action="${path}"`));
  const values: Record<string, string> = Object.fromEntries(opened);
  expect(values).toMatchObject({ subject: "m", version: "1" });
  const send = (changes: Record<string, string>, other = as) =>
    app.post(path, { as: other, form: { ...values, ...changes } });
  await expectRedirect(send({ text: "Cu răbdare." }), paths.request(id, { done: "edited" }));
  // Sent twice, from another tab, and for a subject that has a request.
  await expectStatus(send({ text: "Cu răbdare." }), 303);
  const stale = await expectPage(send({ text: "Alt text" }), 409);
  for (const text of ["Alt text</textarea>", "Cu răbdare.", 'name="version" value="2"'])
    expect(stale).toContain(text);
  const taken = await expectPage(send({ subject: "c", level: "h", version: "2", "learner.who": "me" }), 409);
  expect(taken).toContain("You already have a request for this subject");
  expect(await expectPage(send({ text: "0712 345 678", version: "2" }), 422)).toContain(
    "0712 345 678</textarea>",
  );
  const asked = await expectPage(send({ text: "La Liceul Traian", version: "2" }), 200);
  for (const text of [
    "The request was not sent yet",
    "La Liceul Traian</textarea>",
    'name="version" value="2"',
  ])
    expect(asked).toContain(text);
  await expectStatus(send({ version: "2" }, await signInAs(await createUser())), 404);
  expect(await listRows(requests, { id })).toMatchObject([
    { text: "Cu răbdare.", state: "pending", version: 2 },
  ]);
  // An admin who read the first version decides about the second one only after reading it.
  const refused = await app.post(paths.apiAdminRequestAction(id, "approve"), {
    ...(await createAuth(await createAdmin())),
    json: { version: 1 },
  });
  expect(refused.status).toBe(409);
  await updateRow(requests, id, { state: "open", openedTs: app.clock.now });
  const decided = await expectPage(send({ text: "Prea târziu", version: "2" }), 409);
  expect(decided).toContain("Prea târziu</textarea>");
  await expectRedirect(app.get(path, { as }), paths.request(id), 302);
  // A rejected one waits again, if there is room for it.
  await updateRow(requests, id, {
    state: "rejected",
    openedTs: null,
    closedTs: app.clock.now,
    reason: "personal_data",
    reasonText: "Are un nume.",
    version: 3,
  });
  expect(await app.read(paths.request(id), { as })).toContain("Change it and send it again");
  const again = { version: "3", text: "Fără nume." };
  await updateRow(users, user.id, { emailVerifiedTs: null });
  await expectStatus(send(again), 403);
  await updateRow(users, user.id, { emailVerifiedTs: app.clock.now });
  app.clock.now += 1000;
  expect(await app.read(path, { as })).toMatch(/Are un nume\..*Send the request/s);
  expect(await app.read(paths.request(id, { done: "created" }), { as })).not.toContain("notice--success");
  expect(await expectPage(send({ ...again, subject: "c", level: "h", "learner.who": "me" }), 409)).toContain(
    "Correct it if it waits for approval",
  );
  const sameAgain = await insertRequest(user, { subject: "m" });
  await expectStatus(send({ ...again, text: "Cu răbdare." }), 409);
  await updateRow(requests, sameAgain.id, { state: "closed" });
  await db.run(sql`insert into limit_counters (name, key, window_start_ts, hits)
    values ('requests_day', ${user.id}, ${app.clock.now}, 100)`);
  expect(await expectPage(send(again), 429)).toContain("Closed and rejected ones count too. Try again in");
  await db.run(sql`delete from limit_counters where name = 'requests_day'`);
  await expectRedirect(send(again), paths.request(id, { done: "edited" }));
  expect(await listRows(requests, { id })).toMatchObject([
    {
      state: "pending",
      text: "Fără nume.",
      reason: null,
      reasonText: "",
      createdTs: app.clock.now,
      closedTs: null,
      version: 4,
    },
  ]);
});

it("keeps what was typed when a request is refused", async () => {
  const form = {
    subject: "m",
    level: "m",
    county: "",
    availability: ["3e", "6m"],
    max_price: "12o",
    text: "Sunați la 0712 345 678",
  };
  const user = await createUser();
  const as = await signInAs(user);
  const refused = await expectPage(app.post(paths.createRequest(), { as, form }), 422);
  const kept = parseFormEntries(refused, FORM).filter(([name]) => name in form);
  expect(kept).toEqual(
    expect.arrayContaining([
      ["availability", "3e"],
      ["availability", "6m"],
      ["max_price", "12o"],
      ["text", form.text],
    ]),
  );
  for (const field of ["county", "max_price", "learner.who", "text"])
    expect(refused).toContain(`href="#field-${field}"`);
  // The browser keeps a draft of each search's form, and of the returned form as it was typed.
  const query = { subject: "m", county: "cj" };
  const opened = await app.read(paths.createRequest(query), { as });
  const draft = `{"key":"request/requests/create?subject=m&county=cj","page":"/requests/create?subject=m&county=cj"`;
  expect(opened).toContain(`${draft},"prefilled":"1"}`);
  const long = "a".repeat(REQUEST_TEXT_LENGTH + 1);
  const tooLong = await expectPage(app.post(paths.createRequest(query), { as, form: { text: long } }), 422);
  for (const part of [`${draft}}`, `${long}</textarea>`, "use at most 300 characters"])
    expect(tooLong).toContain(part);
  expect(tooLong).not.toContain("maxlength");

  const good = { ...form, county: "cj", max_price: "", text: "Cu răbdare.", "learner.who": "me" };
  // Each name, school or street is asked about once, when nothing else is wrong, with everything kept.
  const ask = async (text: string, asked: string[], status: number) => {
    const sent = { ...good, text, hint: asked };
    const page = await expectPage(app.post(paths.createRequest(), { as, form: sent }), status);
    return {
      page,
      hints: parseFormEntries(page, FORM).flatMap(([name, value]) => (name === "hint" ? value : [])),
    };
  };
  const text = "Elevă la Liceul Traian. Fiica mea Ana";
  const asked = await ask(text, [""], 200);
  expect(asked.hints).toEqual(["", "Liceul Traian", "Fiica mea Ana"]);
  for (const part of [
    "The request was not sent yet",
    "“Liceul Traian”, “Fiica mea Ana” may tell",
    "or send it as it is",
    ">Send it anyway</button>",
    `>${text}</textarea>`,
  ])
    expect(asked.page).toContain(part);
  expect((await ask("La Liceul Unirea", asked.hints, 200)).hints).toEqual(["", "Liceul Unirea"]);
  const both = await ask(`${text} ${long}`, [""], 422);
  for (const part of ["use at most 300 characters", "“Fiica mea Ana” may tell"])
    expect(both.page).toContain(part);
  expect(both.hints).toEqual([""]);
  expect(both.page).not.toMatch(/as it is|Send it anyway/);
  expect((await ask(text, both.hints, 200)).hints).toEqual(asked.hints);
  expect(await listRows(requests, { userId: user.id })).toEqual([]);
  const signedOut = await expectPage(app.post(paths.createRequest(), { form: good }), 401);
  expect(signedOut).toContain('name="text" value="Cu răbdare."');
  await expectStatus(
    app.post(paths.createRequest(), { form: good, headers: { "sec-fetch-site": "cross-site" } }),
    403,
  );
  const unverified = await signInAs(await createUser({ emailVerifiedTs: null }));
  const unconfirmed = await expectPage(app.post(paths.createRequest(), { as: unverified, form: good }), 403);
  expect(unconfirmed).toContain("Cu răbdare.</textarea>");
  expect(unconfirmed).toContain(`href="${paths.verifyEmail()}"`);
  const young = await signInAs(await createUser({ birthDate: "2012-01-01" }));
  expect(await app.read(paths.createRequest(), { as: young })).toContain("from the age of 16");

  const live = await insertRequest(user);
  const second = await expectPage(app.post(paths.createRequest(), { as, form: good }), 409);
  expect(second).toContain(`href="${paths.request(live.id)}"`);
  expect(second.split("You already have a request for this subject")).toHaveLength(2);
  expect(second).toContain("Cu răbdare.</textarea>");
});

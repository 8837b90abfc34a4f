import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, invitations, mailOutbox } from "@/db/schema";
import { paths } from "@/shared/paths";
import { UPLOAD_LIMITS } from "@/shared/schemas/invitation";
import { bearer, createAccessToken, newEmail, PASSWORD, signInByEmail } from "../../helpers/accounts";
import {
  app,
  bindings,
  createTestApp,
  db,
  expectPage,
  expectRedirect,
  expectStatus,
  resetApp,
} from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createUser, listRows, mailsTo } from "../../helpers/factories";
import { parseFormEntries } from "../../helpers/forms";
import { captureErrors } from "../../helpers/intercept";
import { killDb } from "../../helpers/kill-db";
import { EXPORT } from "../privacy/export";
import { removeReactMarkers } from "../settings/pricing-admin";
import {
  admin,
  as,
  call,
  claim,
  findPhone,
  HEADER,
  invite,
  listAudit,
  listCodes,
  refuse,
  resetInvitations,
  SOURCE,
  toCsv,
  toLine,
} from "./setup";

beforeEach(resetInvitations);

describe("uploads", () => {
  it("checks a pasted file without inviting, then invites in one press, and again nobody", async () => {
    const [one, two] = [newEmail(), newEmail()];
    const wrong = toLine(newEmail(), "12,m,,cj,,da,ieftin,,");
    const right = toCsv(one, two, one).replace(`${two},Ana,Wqinvitata,ro`, `${two},Ana,Wqinvitata,en`);
    const typed = { csv: `${right}\n${wrong}`, source: SOURCE, intent: "check" };
    const html = await expectPage(app.post(paths.adminInvitations(), { as, form: typed }), 200);
    const text = removeReactMarkers(html);
    expect(text).toContain(
      "Row 5 (Ana Wqinvitata), phone:</strong> <q>12</q>; write a Romanian phone number",
    );
    expect(text).toContain("Row 5 (Ana Wqinvitata), price:");
    // The mail as the first teacher will read it.
    for (const part of [
      app.bindings.MAIL_FROM?.match(/[^<>\s]+@[^<>\s]+/)?.[0] ?? "?",
      "Bună ziua, Ana!",
      `Datele dumneavoastră: nume, e-mail, telefon, materie, niveluri, loc, preț și textul anunțului. Sursa lor: „${SOURCE}”.`,
      "0712 345 678, Mathematics, Middle school, High school, Cluj, Online, 80 lei",
    ])
      expect(text).toContain(part);
    expect(html).toContain("Invite 2 teachers");
    expect(html).toMatch(/role="status" tabindex="-1" autofocus/i);
    expect(await db.select().from(mailOutbox)).toEqual([]);
    const form = Object.fromEntries(parseFormEntries(html, /<form[^>]*multipart[^>]*>/));
    // A changed text is checked first.
    const changed = { ...form, csv: toCsv(one), intent: "invite" };
    await expectPage(app.post(paths.adminInvitations(), { as, form: changed }), 200);
    expect(await db.select().from(invitations)).toEqual([]);
    // Nobody is invited without the statement that the law allows it.
    const unstated = { ...form, intent: "invite" };
    const asked = await expectPage(app.post(paths.adminInvitations(), { as, form: unstated }), 422);
    expect(asked).toContain('id="field-may_write-error"');
    expect(asked).toContain("Invite 2 teachers");
    const trial = { ...form, intent: "trial" };
    expect(await expectPage(app.post(paths.adminInvitations(), { as, form: trial }), 200)).toContain(
      `on its way to ${admin.email}`,
    );
    expect(
      (await mailsTo(admin.email)).map(({ subject, unsubscribeUrl }) => [subject, unsubscribeUrl]),
    ).toEqual([[expect.stringContaining("Wqinvited matematică pe Catedra"), null]]);
    expect(await db.select().from(invitations)).toEqual([]);
    Object.assign(form, { may_write: "1" });
    // The statement holds for the checked text only.
    const same = await expectPage(
      app.post(paths.adminInvitations(), { as, form: { ...form, intent: "check" } }),
      200,
    );
    const other = { ...form, csv: toCsv(one), intent: "check" };
    const dropped = await expectPage(app.post(paths.adminInvitations(), { as, form: other }), 200);
    expect([same, dropped].map((page) => /name="may_write"[^>]* checked/.test(page))).toEqual([true, false]);
    const press = { as, form: { ...form, csv: typed.csv.replaceAll("\n", "\r\n"), intent: "invite" } };
    const left = await expectPage(app.post(paths.adminInvitations(), press), 200);
    expect(left).toContain("2 teachers are invited.");
    expect(left).toContain("the list below shows who accepted or declined");
    // The row to correct is left; that with the address of an invited teacher is skipped.
    expect(left).toContain("1 row was left out.");
    expect(left).toContain("1 row is skipped:");
    expect(removeReactMarkers(left)).toContain("Row 2 (Ana Wqinvitata), phone:");
    const kept = Object.fromEntries(parseFormEntries(left, /<form[^>]*multipart[^>]*>/));
    expect(kept).toMatchObject({ csv: `${HEADER}\n${wrong}`, source: SOURCE });
    const corrected = { ...kept, csv: toCsv(newEmail()), intent: "check" };
    const again = await expectPage(app.post(paths.adminInvitations(), { as, form: corrected }), 200);
    const last = Object.fromEntries(parseFormEntries(again, /<form[^>]*multipart[^>]*>/));
    await expectRedirect(
      app.post(paths.adminInvitations(), { as, form: { ...last, may_write: "1", intent: "invite" } }),
      paths.adminInvitations({ invited: 1, skipped: 0 }),
    );
    const repeated = await expectPage(app.post(paths.adminInvitations(), press), 200);
    expect(repeated).toContain("1 row was left out.");
    expect(repeated).toContain("3 rows are skipped: their addresses have an account or an invitation");
    const full = await expectPage(app.post(paths.adminInvitations(), { as, form: typed }), 200);
    expect(full).toContain("3 rows are skipped: their addresses have an account or an invitation");
    expect(full).toContain("1 row has a problem and is left out.");
    expect(await mailsTo(one)).toHaveLength(1);
    expect(await mailsTo(two)).toMatchObject([
      {
        subject: "Invitation: Wqinvited matematică on Catedra",
        text: expect.stringContaining("https://catedra.test/invitation?token="),
      },
    ]);
    expect(await listAudit()).toEqual(Array(3).fill("invitation.sent"));
    const [event] = await listRows(auditLog, { action: "invitation.sent" });
    expect(event?.detail).toEqual({ may_write: true });
    const list = await app.read(paths.adminInvitations(), { as });
    expect(list).toContain("3 wait for an answer");
    expect(list).toContain("Mathematics, Cluj");
    // Those of one upload have the order of its rows.
    expect(list.indexOf(one)).toBeLessThan(list.indexOf(two));
    expect(await app.read(paths.adminInvitations({ email: two }), { as })).not.toContain(one);
  });

  it("names the same mistake of several rows once", async () => {
    const lines = ["Xlvj", "Xlvj", "Qazy"].map((county) => toLine(newEmail(), `,m,,${county},,da,80,,`));
    const form = { csv: [HEADER, ...lines].join("\n"), source: SOURCE, intent: "check" };
    const text = removeReactMarkers(await expectPage(app.post(paths.adminInvitations(), { as, form }), 200));
    expect(text).toContain("Rows 2–4, county:</strong> write the name of a county");
    expect(text).toContain("<li><q>Xlvj</q>: 2–3</li><li><q>Qazy</q>: 4</li>");
  });

  it("says what short cells may mean, and warns of a place in another county and of a mistyped address", async () => {
    const lines = [
      ",m,,Cluj-Napoca,,da,80,,",
      ",m,,lângă Brașov,,da,80,,",
      ",m,clasa a VIII-a,cj,,da,80,,",
      ",m,,cj,Timișoara,da,80,,",
      ",m,,cj,Gheorgheni,da,80,,",
      `,m,,Iași${" și împrejurimi".repeat(4)},,da,80,,`,
    ];
    lines.push(",m,,Clij,,da,80,,", ",Fizca,,cj,,da,,,", ",lecții de pian,,cj,,da,,,", ",m,,cj,,da,,,");
    const mistyped = newEmail().replace(/@.*/, "@yahoo.no");
    const csv = [
      HEADER,
      ...lines.map((line) => toLine(newEmail(), line)),
      toLine(mistyped, ",m,,cj,,da,80,,"),
    ].join("\n");
    const form = { csv, source: SOURCE, intent: "check" };
    const text = removeReactMarkers(await expectPage(app.post(paths.adminInvitations(), { as, form }), 200));
    expect(text).toContain("<q>Cluj-Napoca</q>; read as the county Cluj.");
    expect(text).not.toContain("a text that its teacher must complete");
    expect(text).toContain("or leave the cell empty. Did you mean Brașov?");
    expect(text).toMatch(/<q>clasa a VIII-a<\/q>; .* Did you mean Middle school,? and National Evaluation\?/);
    expect(text).toContain("or leave the cell empty. Did you mean Cluj?");
    expect(text).toMatch(/<q>Fizca<\/q>; .* Did you mean Physics\?/);
    expect(text).toMatch(/<q>lecții de pian<\/q>; .* Did you mean Music\?/);
    expect(text).toContain("Cluj, Online, no price yet");
    expect(text).toContain("<q>Timișoara</q>; this place is in Timiș, but the county of the row is Cluj.");
    expect(text).toContain("1 correct row has a place of another county.");
    expect(text).toContain("1 correct row has an address that looks mistyped.");
    expect(text).not.toContain("Did you mean Iași?");
    expect(text).toContain("Invite 5 teachers");
  });

  it("reads a file, and keeps what was typed if the file or the source is missing", async () => {
    const email = newEmail();
    const body = new FormData();
    body.set("file", new File([toCsv(email)], "profesori.csv", { type: "text/csv" }));
    body.set("source", "");
    const html = await expectPage(app.post(paths.adminInvitations(), { as, body }), 422);
    expect(html).toContain(email);
    expect(html).toContain("Say where the data come from.");
    expect(html).toContain("ana.pop@example.ro;Ana;Pop;Mathematics");
    expect(
      await expectPage(app.post(paths.adminInvitations(), { as, form: { csv: "", source: SOURCE } }), 422),
    ).toContain(SOURCE);
    const short = { csv: toCsv(email), source: "x" };
    expect(await expectPage(app.post(paths.adminInvitations(), { as, form: short }), 422)).toContain(
      "Too short: use at least 10 characters.",
    );
  });

  it("reads its own sample file in both languages, and shows the columns if some are missing", async () => {
    for (const path of [paths.adminInvitationSample(), `/ro${paths.adminInvitationSample()}`]) {
      const { rows } = await call(await app.read(path, { as }), { dry_run: true });
      // Nobody may write to the address of the example.
      expect(listCodes(rows)).toEqual(["email_example"]);
    }
    const form = { csv: "Nume;Prenume\nPop;Ana", source: SOURCE };
    const html = await expectPage(app.post(paths.adminInvitations(), { as, form }), 422);
    expect(html).toContain("These are missing: email, subject.");
    expect(html).toMatch(/<details open="">.*href="\/admin\/invitations\/sample\.csv"/);
  });

  it("says why an address can't be invited", async () => {
    const [fresh, invited, refused] = [newEmail(), newEmail(), newEmail()];
    const user = await createUser();
    await invite(invited);
    const { link, token } = await invite(refused);
    await refuse(token);
    const [erased, deleted] = [newEmail(), newEmail()];
    const claimed = await invite(erased);
    await claim(claimed.token, { phone: "1" });
    expect(await findPhone(erased)).toBe("+40712345678");
    const own = bearer((await signInByEmail(erased)).token);
    const exported = await app.get(EXPORT, own);
    expect(await exported.json()).toMatchObject({ invitations: [{ state: "claimed", email: null }] });
    const json = { password: PASSWORD };
    await expectStatus(app.request(paths.authMe(), { method: "DELETE", json, ...own }), 200);
    for (const answer of [app.get(claimed.link), refuse(claimed.token)])
      expect(await (await answer).text()).toMatch(
        /Contul dumneavoastră a fost șters|Your account was deleted/,
      );
    await invite(deleted);
    const [row] = await listRows(invitations, { email: deleted });
    await app.post(paths.adminDeleteInvitation(row?.id ?? ""), { as });
    // Backups of the database hold the hashes, so nothing beside them may hold their key.
    const stored = await app.bindings.BACKUPS.list();
    await app.bindings.BACKUPS.delete(stored.objects.map(({ key }) => key));
    // Each address of a mailbox counts as the others.
    const tagged = refused.replace("@", "+lectii@").toUpperCase();
    const csv = toCsv(fresh, user.email, invited, tagged, erased, deleted, fresh.replace("@", "+2@"));
    // A refusal holds when the secret changes, which ends links.
    resetApp({ JWT_SECRET: "another secret of at least 32 bytes" });
    expect(await expectPage(app.get(link), 400)).toContain(`mailto:${app.bindings.CONTACT_EMAIL}`);
    for (const dry_run of [true, false]) {
      const { rows, invited: count } = await call(csv, { dry_run });
      expect(listCodes(rows)).toEqual([
        "",
        "email_has_account",
        "email_invited",
        "email_refused",
        "email_refused",
        "email_refused",
        "email_repeated",
      ]);
      expect(count).toBe(dry_run ? 0 : 1);
    }
  });

  it("invites 500 different teachers by few calls of the database", async () => {
    let row = 0;
    // Half of the rows have a place of their own, which the search is asked about.
    const csv = toCsv(...Array.from({ length: UPLOAD_LIMITS.rows }, newEmail)).replace(/,cj,/g, (cell) =>
      row++ % 2 ? `${cell}Cartierul ${row} de lângă gara Brașov` : cell,
    );
    const json = { csv, source: SOURCE, may_write: true };
    const auth = bearer(await createAccessToken(admin));
    const counted = createTestApp();
    const { db: counting, ledger } = createCountingDb(bindings.DB);
    Object.assign(counted.bindings, { DB: counting });
    const send = async (more: object) => {
      ledger.clear();
      const answer = counted.post(paths.apiAdminInvitations(), { ...auth, json: { ...json, ...more } });
      const { content } = await (await expectStatus(answer, 200)).json<{
        content: { invited: number; rows: { problems: object[] }[] };
      }>();
      return [
        content.rows.filter(({ problems }) => problems.length === 0).length,
        content.invited,
        (await mailsTo(csv.split("\n")[500]?.split(",")[0] ?? "")).length,
        (await db.select().from(mailOutbox)).length,
      ];
    };
    expect(await send({ dry_run: true })).toEqual([500, 0, 0, 0]);
    expect(ledger.roundTrips()).toBeLessThanOrEqual(4);
    expect(await send({})).toEqual([500, 500, 1, 500]);
    // Ten batches of 50.
    expect(ledger.roundTrips()).toBeLessThanOrEqual(16);
    // The list has them in the order of the file, 50 on a page.
    const listed: string[] = [];
    let after: string | undefined;
    for (let page = 0; page < 2; page++) {
      const answer = await expectStatus(app.get(paths.apiAdminInvitations({ after }), auth), 200);
      const { content, next, counts } = await answer.json<{
        content: { email: string; state: string }[];
        next: string;
        counts: object;
      }>();
      expect(counts).toEqual({ invited: 500, claimed: 0, refused: 0, expired: 0 });
      listed.push(...content.map(({ email, state }) => `${state} ${email}`));
      after = next;
    }
    const file = csv.split("\n").map((line) => `invited ${line.split(",")[0]}`);
    expect(listed).toEqual(file.slice(1, 101));
  });

  it.each([true, false])(
    "invites nobody twice after it was killed (batch executed: %s)",
    async (isExecuted) => {
      const emails = Array.from({ length: 60 }, newEmail);
      // Session, document and addresses are read before the first batch.
      for (let step = 0; step < 12; step++) {
        const killed = createTestApp();
        Object.assign(killed.bindings, { DB: killDb(bindings.DB, { call: step, isExecuted }) });
        const auth = bearer(await createAccessToken(admin));
        const json = { csv: toCsv(...emails), source: SOURCE, may_write: true };
        await captureErrors(() => killed.post(paths.apiAdminInvitations(), { ...auth, json }));
      }
      await call(toCsv(...emails));
      const mails = await db.select().from(mailOutbox);
      expect(mails.map(({ recipient }) => recipient).sort()).toEqual([...emails].sort());
    },
  );
});

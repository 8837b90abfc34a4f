import { auditLog, invitations, mailOutbox, teacherInformation } from "@/db/schema";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken, PASSWORD } from "../../helpers/accounts";
import { app, db, expectStatus, type Jar, newJar } from "../../helpers/app";
import { createAdmin, findUserByEmail, listRows, mailsTo, signIn } from "../../helpers/factories";
import { parseFormEntries } from "../../helpers/forms";

export const SOURCE = "lista profesorilor de pe site-ul inspectoratului";
export const HEADER =
  "email,first_name,last_name,locale,phone,subject,levels,county,neighbourhood,online,price,title,description";
export const toLine = (
  email: string,
  more = "0712345678,m,Gimnaziu|h,cj,,da,80,Wqinvited matematică,Lecții wqinvited pentru gimnaziu și liceu",
) => `${email},Ana,Wqinvitata,ro,${more}`;
export const toCsv = (...emails: string[]) => [HEADER, ...emails.map((email) => toLine(email))].join("\n");

export let admin: Awaited<ReturnType<typeof createAdmin>>;
export let as: Jar;
/** Before each test of a file. */
export async function resetInvitations() {
  await db.batch([db.delete(invitations), db.delete(mailOutbox), db.delete(auditLog)]);
  admin = await createAdmin();
  as = await signIn(admin);
}

export const call = async (csv: string, more: object = {}) => {
  const auth = bearer(await createAccessToken(admin));
  const answer = await expectStatus(
    app.post(paths.apiAdminInvitations(), {
      ...auth,
      json: { csv, source: SOURCE, may_write: true, ...more },
    }),
    200,
  );
  return (
    (await answer.json()) as {
      content: { invited: number; rows: { row: number; problems: { code: string }[] }[] };
    }
  ).content;
};
export const listCodes = (rows: { problems: { code: string }[] }[]) =>
  rows.map(({ problems }) => problems.map(({ code }) => code).join());
/** Invites an address. @returns the path of the mailed link, and the address that a mail program may call */
export async function invite(email: string, more?: string) {
  await call([HEADER, toLine(email, more)].join("\n"));
  const [mail] = await mailsTo(email);
  const [, link = ""] = mail?.text.match(/https:\/\/catedra\.test(\S*\/invitation\?token=\S+)/) ?? [];
  return {
    link,
    token: link.split("token=")[1] ?? "",
    unsubscribe: (mail?.unsubscribeUrl ?? "").replace("https://catedra.test", ""),
    mail,
  };
}
export const PHONE_TICKED = "Telefonul devine public doar dacă bifați afișarea lui.";
const CLAIM = {
  password: PASSWORD,
  birth_date: "5.4.1990",
  terms: "1",
};
/** Submits the page of an invitation, as it is filled in, with what the teacher adds. */
export const claim = async (token: string, form: object = {}, on = app, jar: Jar = newJar()) => {
  const page = await (await app.get(`/ro${paths.invitation({ token })}`)).text();
  const filledIn = Object.fromEntries(
    [...new Set(parseFormEntries(page, FORM).map(([name]) => name))].map((name) => [
      name,
      parseFormEntries(page, FORM).flatMap(([other, value]) => (other === name ? [value] : [])),
    ]),
  );
  return on.post(`/ro${paths.invitation({ token })}`, { as: jar, form: { ...filledIn, ...CLAIM, ...form } });
};
export const FORM = /<form[^>]*\/invitation\?/;
export const refuse = (token: string, on = app) => on.post(paths.refuseInvitation({ token }), { form: {} });
export const findPhone = async (email: string) => {
  const [row] = await listRows(teacherInformation, { userId: (await findUserByEmail(email))?.id ?? "" });
  return row?.phoneNumber;
};
export const listAudit = async () =>
  (await db.select().from(auditLog))
    .map(({ action }) => action)
    .filter((action) => action.startsWith("invitation"));

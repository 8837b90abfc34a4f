import { sql } from "drizzle-orm";
import { alerts } from "@/db/schema";
import { paths } from "@/shared/paths";
import { type Actor, app, db } from "../../helpers/app";
import { createUser, mailsTo } from "../../helpers/factories";

let addresses = 0;
let networks = 0;
/** A unique email address. */
export const newAddress = () => `alerta${++addresses}@mailuri.test`;

/** An app with a signed-in learner. */
export async function createAlertSetup() {
  const user = await createUser({ email: newAddress() });
  return { user, as: user };
}

type Form = { filters?: string; frequency?: string; email?: string; asked_email?: string };
type Visit = { as?: Actor; locale?: string; from?: string };

/** Sends the form of the list: as a user, or as a guest from another network each time, or from `from`. */
export const postAlert = (form: Form, { as, locale = "", from }: Visit = {}) =>
  app.post(locale + paths.alerts(), {
    form: { filters: "subject=m", frequency: "daily", ...form },
    headers: { "cf-connecting-ip": from ?? `2001:db8:1:${(++networks).toString(16)}::1` },
    ...(as ? { as } : {}),
  });

/** The token of the newest confirmation mail to an address, and its alert's id. */
export async function findAlertToken(email: string) {
  const mail = (await mailsTo(email)).findLast(({ template }) => template === "alert_confirm");
  const token = mail?.text.match(/\/alerts\?token=([\w.-]+)/)?.[1] ?? "";
  return { mail, token, id: token.split(".")[0] ?? "" };
}

/** A confirmed alert without an account. */
export async function createGuestAlert(form: Form = {}, email = newAddress()) {
  await postAlert({ email, ...form });
  const { token, id } = await findAlertToken(email);
  await app.post(paths.alertAction(id, "confirm"), { form: { token } });
  return { email, token, id };
}

/** Alerts of an account or an address, the oldest first. */
export const listStoredAlerts = ({ id = "", email = "" }: { id?: string; email?: string }) =>
  db
    .select()
    .from(alerts)
    .where(sql`user_id = ${id} or email = ${email}`)
    .orderBy(alerts.createdTs, sql`rowid`);

export const countFilters = async () =>
  (await db.all<{ n: number }>(sql`select count(*) as n from alert_filters`))[0]?.n ?? 0;

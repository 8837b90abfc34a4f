import { auditLog, settings, settingVersions } from "@/db/schema";
import { app, db } from "../../helpers/app";
import { createAdmin, listRows, signIn } from "../../helpers/factories";
import { parseFormEntries } from "../../helpers/forms";

type Fields = Record<string, string | string[]>;

/** An admin on the pricing pages with default settings: reads and submits their forms. */
export async function setUpPricingAdmin() {
  const adminUser = await createAdmin();
  const admin = await signIn(adminUser);
  await db.delete(settings);
  await db.delete(settingVersions);
  await db.delete(auditLog);
  return {
    admin,
    adminId: adminUser.id,
    /** Names and values of the form's inputs on a page. */
    readForm: async (path: string) => parseFields(await app.read(path, { as: admin })),
    send: (name: string, form: Fields, as = admin, prefix = "") =>
      app.post(`${prefix}/admin/pricing/${name}`, { as, form }),
  };
}
export type PricingAdmin = Awaited<ReturnType<typeof setUpPricingAdmin>>;

/** Names and values of the inputs in a page's form; a repeated name has several values. */
export function parseFields(html: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of parseFormEntries(html, /<form[^>]*action="(?:\/ro)?\/admin\/pricing\//)) {
    const previous = fields[name];
    fields[name] = previous === undefined ? value : [previous, value].flat();
  }
  return fields;
}

/** Removes the markers that React puts between texts. */
export const removeReactMarkers = (html: string) => html.replaceAll("<!-- -->", "");

export const findDocument = async (path: string) => (await listRows(settings, { path }))[0] ?? null;

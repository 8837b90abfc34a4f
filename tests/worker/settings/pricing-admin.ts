import { eq } from "drizzle-orm";
import { auditLog, settings, settingVersions } from "@/db/schema";
import { createTestApp, db } from "../../helpers/app";
import { makeAdmin, signedIn } from "../../helpers/factories";
import { entriesIn } from "../../helpers/forms";

type Fields = Record<string, string | string[]>;

/** An admin at the pages of prices, where nothing was ever set: reads their forms and sends them. */
export async function setUpPricingAdmin() {
  const app = createTestApp();
  const one = await makeAdmin(app);
  const admin = await signedIn(app, one);
  await db.delete(settings);
  await db.delete(settingVersions);
  await db.delete(auditLog);
  return {
    app,
    admin,
    adminId: one.id,
    /** The form as the page shows it: names and values of its inputs. */
    formOf: async (path: string) => fieldsIn(await (await app.get(path, { as: admin })).text()),
    send: (name: string, form: Fields, as = admin, prefix = "") =>
      app.post(`${prefix}/admin/pricing/${name}`, { as, form }),
  };
}
export type PricingAdmin = Awaited<ReturnType<typeof setUpPricingAdmin>>;

/** Names and values of the inputs of the form in such a page; several values where a name stands several times. */
export function fieldsIn(html: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of entriesIn(html, /<form[^>]*action="(?:\/ro)?\/admin\/pricing\//)) {
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return fields;
}

/** Without the marks that React leaves between texts. */
export const plain = (html: string) => html.replaceAll("<!-- -->", "");

export const documentAt = async (path: string) =>
  (await db.select().from(settings).where(eq(settings.path, path)))[0] ?? null;

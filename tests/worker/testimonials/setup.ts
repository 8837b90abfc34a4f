import { testimonials } from "@/db/schema";
import { newId } from "@/shared/ids";
import { type Actor, app, db } from "../../helpers/app";
import { createUser } from "../../helpers/factories";

export const TEXT = "Am găsit un profesor bun în două zile și fetița mea îl așteaptă.";
export const FORM = { text: TEXT, name: "Ioana P.", role: "mamă a doi copii, Cluj", consent: "1" };

/** Deletes all testimonials, and signs in a user who may submit some. */
export async function createSetup() {
  await db.delete(testimonials);
  const author = await createUser({ firstName: "Ioana", lastName: "Popa", locale: "ro" });
  const send = (form: Record<string, string>, jar: Actor = author, path = "/testimonials") =>
    app.post(path, { form, as: jar });
  /** Inserts testimonials of one user, each a second older than the previous one. */
  async function insertTestimonials(
    count: number,
    locale: "en" | "ro",
    fields: Partial<typeof testimonials.$inferInsert> = {},
  ) {
    for (let index = 0; index < count; index++) {
      await db.insert(testimonials).values({
        id: newId(),
        userId: author.id,
        text: `Cuvintele numărul ${index} (${locale}) sunt aici.`,
        name: "Ana",
        locale,
        consentTs: app.clock.now,
        state: "published" as const,
        createdTs: app.clock.now - index * 1000,
        ...fields,
      });
    }
  }
  return { author, as: author, send, insertTestimonials };
}

export type Setup = Awaited<ReturnType<typeof createSetup>>;

export const listStored = () => db.select().from(testimonials);

import { testimonials } from "@/db/schema";
import { newId } from "@/shared/ids";
import { createTestApp, db, type Jar } from "../../helpers/app";
import { createUser, signIn } from "../../helpers/factories";

export const TEXT = "Am găsit un profesor bun în două zile și fetița mea îl așteaptă.";
export const FORM = { text: TEXT, name: "Ioana P.", role: "mamă a doi copii, Cluj", consent: "1" };

/** Deletes all testimonials, and signs in a user who may submit some. */
export async function createSetup() {
  const app = createTestApp();
  await db.delete(testimonials);
  const author = await createUser(app, { firstName: "Ioana", lastName: "Popa", locale: "ro" });
  const as = await signIn(app, author);
  const send = (form: Record<string, string>, jar: Jar = as, path = "/testimonials") =>
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
  return { app, author, as, send, insertTestimonials };
}

export type Setup = Awaited<ReturnType<typeof createSetup>>;

export const listStored = () => db.select().from(testimonials);

import { testimonials } from "@/db/schema";
import { newId } from "@/shared/ids";
import { createTestApp, db, type Jar } from "../../helpers/app";
import { makeUser, signedIn } from "../../helpers/factories";

export const WORDS = "Am găsit un profesor bun în două zile și fetița mea îl așteaptă.";
export const FORM = { text: WORDS, name: "Ioana P.", role: "mamă a doi copii, Cluj", consent: "1" };

/** Deletes all testimonials, and signs in a user who may send some. */
export async function scene() {
  const app = createTestApp();
  await db.delete(testimonials);
  const person = await makeUser(app, { firstName: "Ioana", lastName: "Popa", locale: "ro" });
  const as = await signedIn(app, person);
  const send = (form: Record<string, string>, who: Jar = as, path = "/testimonials") =>
    app.post(path, { form, as: who });
  /** Inserts testimonials of one user, each a second older than the one before. */
  async function published(
    n: number,
    locale: "en" | "ro",
    given: Partial<typeof testimonials.$inferInsert> = {},
  ) {
    for (let place = 0; place < n; place++) {
      await db.insert(testimonials).values({
        id: newId(),
        userId: person.id,
        text: `Cuvintele numărul ${place} (${locale}) sunt aici.`,
        name: "Ana",
        locale,
        consentTs: app.clock.now,
        state: "published" as const,
        createdTs: app.clock.now - place * 1000,
        ...given,
      });
    }
  }
  return { app, person, as, send, published };
}

export type Scene = Awaited<ReturnType<typeof scene>>;

export const stored = () => db.select().from(testimonials);

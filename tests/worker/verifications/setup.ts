import { verifications } from "@/db/schema";
import { db, type TestApp } from "../../helpers/app";

type Verification = typeof verifications.$inferInsert;

let count = 0;

/** A checked diploma by default, inserted directly. */
export async function insertVerification(
  app: TestApp,
  userId: string,
  overrides: Partial<Verification> = {},
): Promise<string> {
  const id = `v${String(++count).padStart(15, "0")}`;
  await db.insert(verifications).values({
    id,
    userId,
    kind: "diploma",
    proves: "Licență în matematică",
    state: "approved",
    files: [],
    issuer: "Universitatea din București",
    documentDate: "2010-07-01",
    createdTs: app.clock.now - count,
    decidedTs: app.clock.now - count,
    ...overrides,
  });
  return id;
}

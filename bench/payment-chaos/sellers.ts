import type { D1Database } from "@cloudflare/workers-types";
import { insertRows } from "../../dev/seed/insert";
import { createSeller } from "../../dev/seed/seller";
import { createRefreshToken } from "../../src/auth/refresh-token";
import { sessions, settings, settingVersions, users } from "../../src/db/schema";
import type { Billing } from "../../src/shared/schemas/billing";
import { fillCatalogue } from "../catalogue/fill-catalogue";

const DAY_MS = 86_400_000;
/** The catalogue promotes its hundredth listing, of which the Stripe stub would know nothing. */
const MAX_LISTINGS = 99;

const BILLING: Billing = {
  kind: "person",
  name: "Ana Pop",
  tax_id: null,
  register_number: null,
  street: "Strada Florilor nr. 2",
  city: "Cluj-Napoca",
  county: "cj",
};

/** The cookie header of a signed-in user. */
export type Cookie = string;

export interface Seller {
  listing: string;
  cookie: Cookie;
}

/** Fills an empty, migrated database with `wanted` listings, two a teacher, and signs in every teacher and an admin. */
export async function createSellers(
  db: D1Database,
  wanted: number,
): Promise<{ sellers: Seller[]; admin: Cookie }> {
  const now = Date.now();
  const listings = Math.min(wanted, MAX_LISTINGS);
  await fillCatalogue(db, { listings, now });
  const admin = { id: "a000000000000001", email: "admin@example.test", role: "a", signupTs: now } as const;
  const seller = createSeller(admin.id, now);
  await db.batch([
    ...insertRows(db, users, [{ ...admin, emailVerifiedTs: now }]),
    ...insertRows(db, settings, seller.settings),
    ...insertRows(db, settingVersions, seller.settingVersions),
    db.prepare("update users set billing = ?").bind(JSON.stringify(BILLING)),
  ]);
  const teachers = Array.from({ length: Math.ceil(listings / 2) }, (_, n) => toId("t", n + 1));
  const signedIn = [admin.id, ...teachers].map((userId) => ({ userId, token: createRefreshToken() }));
  await db.batch(
    insertRows(
      db,
      sessions,
      signedIn.map(({ userId, token }) => ({
        id: token.sessionId,
        userId,
        tokenHash: token.hash,
        createdTs: now,
        lastSeenTs: now,
        absoluteExpiresTs: now + DAY_MS,
        idleExpiresTs: now + DAY_MS,
        remember: true,
      })),
    ),
  );
  const createCookie = (id: string) =>
    `__Host-refresh_token=${signedIn.find(({ userId }) => userId === id)?.token.value ?? ""}`;
  const sellers = Array.from({ length: listings }, (_, n) => ({
    listing: toId("k", n + 1),
    cookie: createCookie(toId("t", Math.floor(n / 2) + 1)),
  }));
  return { sellers, admin: createCookie(admin.id) };
}

/** As the catalogue names its rows. */
const toId = (kind: string, n: number): string => `${kind}${String(n).padStart(15, "0")}`;

import { sql } from "drizzle-orm";
import { reindexListingsStatements } from "@/features/listings";
import { type Catalogue, catalogueStatements } from "../../bench/catalogue/catalogue-statements";
import { bindings, db } from "./app";

/** Fills the database with a small catalogue of the benchmarks, indexed in one batch. */
export async function fillCatalogue(catalogue: Catalogue): Promise<void> {
  for (const statement of catalogueStatements(catalogue)) await bindings.DB.prepare(statement).run();
  const [first, ...rest] = reindexListingsStatements({ db, now: catalogue.now }, sql`true`);
  if (first) await db.batch([first, ...rest]);
}

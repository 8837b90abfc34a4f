import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { alerts } from "@/db/schema";

/** Ends the alerts that meet the condition. A trigger deletes filters that no other alert uses. Returns the ids. */
export const deleteAlertsStatement = ({ db }: Ctx, condition: SQL) =>
  db.delete(alerts).where(condition).returning({ id: alerts.id });

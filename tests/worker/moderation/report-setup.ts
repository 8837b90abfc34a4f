import { reports } from "@/db/schema";
import { app, type Jar } from "../../helpers/app";
import { createListing, createTeacher, listRows } from "../../helpers/factories";

let visitors = 0;
/** A visitor with a unique IP address. */
export const newVisitor = () => ({ "cf-connecting-ip": `198.51.100.${++visitors}` });
export const listReports = (id: string) => listRows(reports, { listingId: id });

/** A listing, its teacher, and a form that reports it or the listing `id`. */
export async function createReportSetup() {
  const teacher = await createTeacher();
  const listing = await createListing(teacher);
  const send = (
    form: Record<string, string>,
    more: { as?: Jar; headers?: Record<string, string> } = {},
    id = listing.id,
  ) => app.post(`/tutoring/${id}/report`, { form, ...more });
  return { teacher, listing, send };
}

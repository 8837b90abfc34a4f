import type { verifications } from "@/db/schema";
import { DAY_MS, HOUR_MS, toDay } from "@/shared/dates";
import { createDocument } from "./documents";
import type { ListingRow } from "./listings";
import type { DocumentFile } from "./pictures";
import type { Random } from "./random";
import type { SeedTeacher, UserRow } from "./teachers";

type VerificationRow = typeof verifications.$inferInsert;

/** One in this many teachers had a document checked. */
const CHECKED_SHARE = 8;
/** Days since the oldest check. */
const MAX_CHECKED_DAYS = 80;
/** What a teacher's diploma proves, and who issued it. */
const toDegree = ({ bachelors }: SeedTeacher["information"]) => {
  const [faculty, town] = bachelors?.split(", ") ?? [];
  return { proves: `Licență, ${faculty}`, issuer: `Universitatea din ${town}` };
};

/**
 * Checked documents of some teachers and of the demo teacher, and two requests that wait for an admin, with their files.
 */
export function createVerifications(
  random: Random,
  {
    teachers,
    demoTeacher,
    adminId,
  }: { teachers: readonly SeedTeacher[]; demoTeacher: UserRow; adminId: string },
  now: number,
) {
  const rows: VerificationRow[] = [];
  const documents: DocumentFile[] = [];

  function addChecked(
    user: UserRow,
    values: Pick<VerificationRow, "kind" | "proves" | "issuer" | "documentDate" | "endsTs">,
  ) {
    const createdTs = random.daysAgo(now, random.int(20, MAX_CHECKED_DAYS));
    rows.push({
      id: random.id(),
      userId: user.id,
      state: "approved",
      files: [],
      createdTs,
      decidedTs: createdTs + random.int(3, 40) * HOUR_MS,
      decidedBy: adminId,
      checkedName: `${user.firstName} ${user.lastName}`,
      version: 2,
      ...values,
    });
  }

  function addWaiting(teacher: SeedTeacher, request: Request): void {
    const { row, document } = createRequest(random, teacher, request, now);
    rows.push(row);
    documents.push(document);
  }

  addChecked(demoTeacher, {
    kind: "diploma",
    proves: "Licență în matematică",
    issuer: "Facultatea de Matematică și Informatică, Cluj-Napoca",
    documentDate: "2008-07-04",
  });
  addChecked(demoTeacher, {
    kind: "teaching_degree",
    proves: "Gradul didactic I",
    issuer: "Inspectoratul Școlar Județean Cluj",
    documentDate: "2019-09-01",
  });
  for (const { user, information, persona } of teachers) {
    if (persona === "student" || random.int(1, CHECKED_SHARE) > 1) continue;
    const graduated = new Date(now).getUTCFullYear() - (information.experienceTeaching ?? 0) - 1;
    addChecked(user, {
      kind: "diploma",
      ...toDegree(information),
      documentDate: `${graduated}-07-10`,
    });
    if (random.chance(30)) {
      const issuedTs = now - random.int(MAX_CHECKED_DAYS + 1, 120) * DAY_MS;
      addChecked(user, {
        kind: "integrity",
        proves: "",
        issuer: "Inspectoratul de Poliție Județean",
        documentDate: toDay(issuedTs),
        endsTs: issuedTs + 180 * DAY_MS,
      });
    }
  }
  const [first, second] = teachers.filter(
    ({ user, persona }) => persona === "school" && !rows.some(({ userId }) => userId === user.id),
  );
  if (first)
    addWaiting(first, {
      kind: "diploma",
      ...toDegree(first.information),
      hoursAgo: 5,
      title: "DIPLOMĂ DE LICENȚĂ",
      date: "2012-07-10",
    });
  if (second)
    addWaiting(second, {
      kind: "teaching_degree",
      proves: capitalize(second.slots.degree),
      hoursAgo: 29,
      title: "CERTIFICAT DE GRAD DIDACTIC",
      issuer: "Inspectoratul Școlar Județean",
      date: "2021-09-01",
    });
  return { verifications: rows, documents };
}

/**
 * A certificate of integrity for a teacher without documents who prepares online for the National Evaluation in
 * mathematics, the commonest search of parents.
 */
export function createMathematicsCertificate(
  random: Random,
  rows: readonly VerificationRow[],
  teachers: readonly SeedTeacher[],
  listings: readonly ListingRow[],
): VerificationRow[] {
  const owners = listings.flatMap(({ ownerId, state, subject, online, levels }) =>
    state === "published" && subject === "m" && online && levels?.includes("m") && levels.includes("pe")
      ? [ownerId]
      : [],
  );
  const teacher = teachers.find(
    ({ user }) => owners.includes(user.id) && !rows.some(({ userId }) => userId === user.id),
  );
  const certificate = rows.find(({ kind }) => kind === "integrity");
  if (!teacher || !certificate) return [];
  const { id, firstName, lastName } = teacher.user;
  return [{ ...certificate, id: random.id(), userId: id, checkedName: `${firstName} ${lastName}` }];
}

type Request = Pick<VerificationRow, "kind"> & {
  proves: string;
  hoursAgo: number;
  /** The heading of the document. */
  title: string;
  issuer: string;
  /** The date of the document: `YYYY-MM-DD`. */
  date: string;
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A request that waits for an admin, and its file. */
export function createRequest(
  random: Random,
  { user }: Pick<SeedTeacher, "user">,
  { kind, proves, hoursAgo, title, issuer, date }: Request,
  now: number,
): { row: VerificationRow; document: DocumentFile } {
  const file = `${random.id()}.pdf`;
  const row: VerificationRow = {
    id: random.id(),
    userId: user.id,
    kind,
    proves,
    state: "pending",
    files: [file],
    createdTs: now - hoursAgo * HOUR_MS,
  };
  const lines = [`${user.firstName} ${user.lastName}`, proves, `Emitent: ${issuer}`, `Data: ${date}`];
  return {
    row,
    document: {
      key: `private/verifications/${user.id}/${file}`,
      pdf: createDocument(title, lines.filter(Boolean)),
    },
  };
}

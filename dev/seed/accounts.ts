import { DAY_MS } from "@/shared/dates";
import { mailName, type Name } from "./names";
import type { Random } from "./random";
import { birthDate, type TeacherRow, type UserRow } from "./teachers";

/** The password of every demo account; the launcher prints it. */
export const DEMO_PASSWORD = "catedra-demo-2026";

export type DemoAccounts = { admin: UserRow; teacher: UserRow; learner: UserRow; information: TeacherRow };

/** The accounts for trying out the site: an admin, a teacher and a learner. */
export function createDemoAccounts(random: Random, now: number, passwordHash: string): DemoAccounts {
  const account = (
    fields: Pick<UserRow, "email" | "firstName" | "lastName"> & Partial<UserRow>,
  ): UserRow => ({
    id: random.id(),
    emailVerifiedTs: now - 240 * DAY_MS,
    passwordHash,
    signupTs: now - 240 * DAY_MS,
    locale: "ro",
    ...fields,
  });
  const admin = account({
    email: "admin@catedra.test",
    firstName: "Ioana",
    lastName: "Marinescu",
    role: "a",
    canCreateAdmin: true,
    birthDate: "1984-03-12",
  });
  const teacher = account({
    email: "teacher@catedra.test",
    firstName: "Mihai",
    lastName: "Rusu",
    role: "t",
    birthDate: "1986-09-24",
  });
  const learner = account({
    email: "learner@catedra.test",
    firstName: "Daria",
    lastName: "Neagu",
    role: "u",
    birthDate: "2003-05-30",
  });
  return {
    admin,
    teacher,
    learner,
    information: {
      userId: teacher.id,
      phoneNumber: "+40712001234",
      whatsapp: true,
      about:
        "Predau de 14 ani la liceu și lucrez cel mai mult cu elevi de clasa a VIII-a și a XII-a. Încep mereu cu o oră în care aflăm împreună unde s-a rupt firul, apoi lucrăm de acolo, fără grabă.\n\nDupă fiecare lecție trimit un rezumat scurt și tema, ca părinții să știe ce am făcut.",
      county: "cj",
      neighbourhood: "Zorilor",
      qualifications: ["Titular în învățământ", "Gradul didactic I", "Corector la Bacalaureat"],
      job: "profesor de matematică",
      employer: "Liceu din Cluj-Napoca",
      highSchool: "Liceul Teoretic din Cluj-Napoca",
      bachelors: "Facultatea de Matematică și Informatică, Cluj-Napoca",
      masters: "Didactica matematicii, Cluj-Napoca",
      experienceJob: 15,
      experienceTeaching: 14,
      languages: ["ro", "en"],
    },
  };
}

/** Learners and parents other than the demo account. */
export function createLearners(
  random: Random,
  names: (femaleShare: number) => Name,
  now: number,
  passwordHash: string,
): UserRow[] {
  return Array.from({ length: 36 }, () => {
    const name = names(60);
    return {
      id: random.id(),
      email: `${mailName(name)}@catedra.test`,
      emailVerifiedTs: now - 90 * DAY_MS,
      passwordHash,
      role: "u" as const,
      firstName: name.firstName,
      lastName: name.lastName,
      birthDate: birthDate(random, now, random.int(16, 48)),
      signupTs: random.daysAgo(now, random.int(91, 300)),
      locale: random.chance(90) ? ("ro" as const) : ("en" as const),
    };
  });
}

import type { teacherInformation, users } from "@/db/schema";
import { COUNTY_CODES, type County, type Subject } from "@/shared/codes";
import { listTeachingLanguages } from "./languages";
import { type createNames, mailName, type Name } from "./names";
import { countListings, getSeatPoint, getUniversityTown, listNeighbourhoods } from "./places";
import type { Random } from "./random";
import { AGES, COMBINATIONS, FACULTIES, JOBS } from "./teacher-kinds";
import type { Persona } from "./texts/descriptions";
import { fill, years } from "./texts/fill";

export type UserRow = typeof users.$inferInsert;
export type TeacherRow = typeof teacherInformation.$inferInsert;

/** A teacher, with the data that the texts of the listings use. */
export type SeedTeacher = {
  user: UserRow;
  information: TeacherRow;
  name: Name;
  county: County;
  persona: Persona;
  subjects: readonly Subject[];
  /** Number of listings to make for this teacher. */
  listings: number;
  /** Slots with the same value in each listing of this teacher. */
  slots: { school: string; town: string; seat: string; years: string; job: string; degree: string };
};

/** The years of teaching after which teachers have a degree, at the earliest. */
const FIRST_DEGREE_YEARS = 12;
const SECOND_DEGREE_YEARS = 7;

/** Teachers county by county, until each county has its number of listings. */
export function createTeachers(
  random: Random,
  names: ReturnType<typeof createNames>,
  now: number,
  passwordHash: string,
): SeedTeacher[] {
  const teachers: SeedTeacher[] = [];
  for (const county of COUNTY_CODES) {
    let left = countListings(county);
    // At least two teachers, also in a small county.
    const max = Math.ceil(left / 2);
    while (left > 0) {
      const teacher = createTeacher(random, names(68), county, now, passwordHash);
      teacher.listings = Math.min(left, max, teacher.listings);
      left -= teacher.listings;
      teachers.push(teacher);
    }
  }
  return teachers;
}

function createTeacher(
  random: Random,
  name: Name,
  county: County,
  now: number,
  passwordHash: string,
): SeedTeacher {
  const subjects = random.weighted(COMBINATIONS);
  const main = subjects[0] as Subject;
  const persona = random.weighted<Persona>([
    ["school", 46],
    ["student", 20],
    ["practitioner", JOBS[main] ? 16 : 0],
    ["university", 11],
    ["retired", 7],
  ]);
  const age = random.int(...AGES[persona]);
  const teaching =
    persona === "student"
      ? random.int(1, 4)
      : Math.max(3, age - (persona === "retired" ? 28 : 25) - random.int(0, 3));
  const { seat } = getSeatPoint(county);
  const town = getUniversityTown(county);
  const school = random.chance(60)
    ? `Școala Gimnazială nr. ${random.int(2, 24)} din ${seat}`
    : `un liceu din ${seat}`;
  const job = fill(JOBS[main] ?? "profesor", { gender: name.gender });
  const id = random.id();
  const signupTs = random.daysAgo(now, random.int(135, 420));
  const atSchool = persona === "school" || persona === "retired";
  const listings = Math.min(
    subjects.length,
    random.weighted([
      [2, 5],
      [3, 25],
      [4, 70],
    ]),
  );
  const hasFirstDegree = random.chance(67) && teaching >= FIRST_DEGREE_YEARS;
  const degree = hasFirstDegree
    ? "gradul didactic I"
    : teaching >= SECOND_DEGREE_YEARS
      ? "gradul didactic II"
      : "definitivatul";
  return {
    name,
    county,
    persona,
    subjects,
    listings,
    slots: { school, town, seat, job, years: years(teaching), degree },
    user: {
      id,
      email: `${mailName(name)}@catedra.test`,
      emailVerifiedTs: signupTs,
      passwordHash,
      role: "t",
      firstName: name.firstName,
      lastName: name.lastName,
      birthDate: birthDate(random, now, age),
      signupTs,
      locale: random.chance(95) ? "ro" : "en",
    },
    information: {
      userId: id,
      phoneNumber: `+4071200${random.int(1000, 9999)}`,
      county,
      neighbourhood: random.pick(listNeighbourhoods(county)),
      qualifications: qualifications(random, { persona, atSchool, subjects, teaching, hasFirstDegree }),
      job: atSchool
        ? fill("[profesor|profesoară]", { gender: name.gender })
        : persona === "student"
          ? fill("[student|studentă]", { gender: name.gender })
          : job,
      employer:
        persona === "school"
          ? school.replace(/^un liceu/, "Liceu")
          : persona === "university"
            ? `Universitatea din ${town}`
            : "",
      highSchool: `Liceul Teoretic din ${seat}`,
      bachelors: `${FACULTIES[main] ?? "Facultatea de Științe"}, ${town}`,
      masters: random.chance(55) ? `Master la ${FACULTIES[main] ?? "Facultatea de Științe"}, ${town}` : "",
      doctorate: persona === "university" ? `Doctorat, ${town}` : "",
      experienceJob: persona === "student" ? 0 : Math.max(1, age - 24),
      experienceTeaching: teaching,
      languages: listTeachingLanguages(subjects, county),
    },
  };
}

function qualifications(
  random: Random,
  {
    persona,
    atSchool,
    subjects,
    teaching,
    hasFirstDegree,
  }: Pick<SeedTeacher, "persona" | "subjects"> & {
    atSchool: boolean;
    /** Years. */
    teaching: number;
    hasFirstDegree: boolean;
  },
): string[] {
  const hasNationalEvaluation = subjects.includes("m") || subjects.includes("ro");
  const choices = atSchool
    ? [
        "Titular în învățământ",
        ...(subjects[0] === "mu" ? [] : ["Corector la Bacalaureat"]),
        ...(hasFirstDegree ? ["Gradul didactic I"] : []),
        ...(hasNationalEvaluation ? ["Corector la Evaluarea Națională"] : []),
        ...(teaching >= FIRST_DEGREE_YEARS ? ["Formator național"] : []),
      ]
    : persona === "university"
      ? ["Doctor în domeniu", "Autor de articole științifice", "Membru în comisii de admitere"]
      : [
          "Modul psihopedagogic absolvit",
          "Premii la olimpiade",
          "Voluntariat în programe educaționale",
          "Atestat de formator",
        ];
  return random.sample(choices, random.int(1, 2));
}

/** `YYYY-MM-DD` of a user who is `age` years old now. */
export function birthDate(random: Random, now: number, age: number): string {
  const year = new Date(now).getUTCFullYear() - age - 1;
  const two = (n: number) => String(n).padStart(2, "0");
  return `${year}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
}

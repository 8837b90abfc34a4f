import { eq } from "drizzle-orm";
import { teacherInformation } from "@/db/schema";
import { bearer, createUserWithPassword, signInByEmail } from "../../helpers/accounts";
import { app, db, type TestRequest } from "../../helpers/app";
import { createTeacher } from "../../helpers/factories";

/** A user's id and their bearer token for calls. */
export async function createCaller(overrides: Parameters<typeof createUserWithPassword>[0] = {}) {
  const user = await createUserWithPassword(overrides);
  const { token } = await signInByEmail(user.email);
  const call = (path: string, init: TestRequest = {}) => app.request(path, { ...init, ...bearer(token) });
  const { authorization } = bearer(token).headers;
  return {
    user,
    call,
    put: (json: unknown) => call("/auth/users/me", { method: "PUT", json }),
    /** PUT /auth/users/me with the body as given. */
    send: (body: string, type = "application/json") =>
      app.request("/auth/users/me", {
        method: "PUT",
        body,
        headers: { authorization, "content-type": type },
      }),
  };
}

/** A teacher with every field filled in. */
export async function createTeacherWithProfile(overrides: Parameters<typeof createTeacher>[0] = {}) {
  const teacher = await createTeacher(overrides);
  await db
    .update(teacherInformation)
    .set({
      neighbourhood: "Zorilor",
      about: "Predau cu răbdare.\n\nOnline, seara.",
      qualifications: ["Gradul didactic I", "Formator național"],
      job: "Profesor",
      employer: "Liceul Teoretic",
      highSchool: "Colegiul Național",
      bachelors: "Facultatea de Matematică",
      experienceJob: 12,
      experienceTeaching: 9,
    })
    .where(eq(teacherInformation.userId, teacher.id));
  return teacher;
}

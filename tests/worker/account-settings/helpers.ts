import { bearer, createUserWithPassword, PASSWORD, signInByEmail } from "../../helpers/accounts";
import { type Actor, app, type Jar, newJar } from "../../helpers/app";

/** Submits a form of the settings page. */
export const send = (
  form: string,
  as: Actor,
  fields: Record<string, string> = {},
  prefix = "",
  on = app,
): Promise<Response> => on.post(`${prefix}/profile/settings/${form}`, { as, form: fields });

/** The text of a page, without markup. */
export const readText = async (answer: Response): Promise<string> =>
  (await answer.text())
    .replace(/<script[\s\S]*?<\/script>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ");

/** A user signed in on two devices, the second with an access token in use. */
export async function signInOnTwoDevices(overrides: Parameters<typeof createUserWithPassword>[0] = {}) {
  const member = await createUserWithPassword(overrides);
  const first = await signInByEmail(member.email);
  const second = await signInByEmail(member.email);
  return { member, jar: first.jar, token: first.token, otherJar: second.jar, otherToken: second.token };
}

/** Whether a device's cookie still opens pages, and its access token still works for the API. */
export const findAccess = async (jar: Jar, token: string) => ({
  pages: (await app.get("/profile", { as: new Map(jar) })).status === 200,
  calls: (await app.get("/auth/users/me", bearer(token))).status === 200,
});

export const signsIn = async (email: string, password: string): Promise<boolean> => {
  const answer = await app.post("/auth/users/token", { form: { username: email, password }, as: newJar() });
  return answer.status === 200;
};

export { PASSWORD };

import { loadArgon2Module } from "../../dev/launch/argon2-module";
import { openLocalData } from "../../dev/launch/local-data";
import { createPasswordHasher } from "../../src/platform/password-hasher";
import { paths } from "../../src/shared/paths";
import { siteVars } from "./app";

const PASSWORD = "trei culori cunosc pe lume";

/** Adds an account that signs in with PASSWORD, and returns its address. */
export async function addUser(dataDir: string): Promise<string> {
  const email = "person@example.test";
  const data = await openLocalData(dataDir);
  try {
    const hash = await createPasswordHasher({ loadModule: loadArgon2Module }).hash(PASSWORD);
    await data.db
      .prepare(
        `insert into users (id, email, email_verified_ts, password_hash, role, first_name, last_name, birth_date, signup_ts)
        values ('n000000000000000', ?1, ?2, ?3, 'u', 'Ioana', 'Pop', '1990-05-17', ?2)`,
      )
      .bind(email, Date.now(), hash)
      .run();
    return email;
  } finally {
    await data.close();
  }
}

/** Signs in with the form, as a browser does, and returns the Cookie header of the session. */
export async function signInWithForm(url: string, email: string, password = PASSWORD): Promise<string> {
  const cookies = new Map<string, string>();
  const format = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const request = async (path: string, expected: number, init: RequestInit = {}) => {
    const response = await fetch(url + path, {
      redirect: "manual",
      ...init,
      headers: { ...init.headers, cookie: format() },
    });
    await response.arrayBuffer();
    if (response.status !== expected) throw new Error(`${path} of ${email} answered ${response.status}`);
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = line.match(/^([^=]+)=([^;]*)/) ?? [];
      cookies.set(name, value);
    }
  };
  await request(paths.signIn(), 303, {
    method: "POST",
    headers: { origin: siteVars.SITE_URL ?? "", "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ email, password }),
  });
  // The first page issues the cookies that the following pages use.
  await request(paths.profile(), 200);
  return format();
}

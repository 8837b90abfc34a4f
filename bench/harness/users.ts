import { loadArgon2Module } from "../../dev/launch/argon2-module";
import { openLocalData } from "../../dev/launch/local-data";
import { createPasswordHasher } from "../../src/platform/password-hasher";
import { paths } from "../../src/shared/paths";
import { siteVars } from "./app";

export const PASSWORD = "trei culori cunosc pe lume";

/** E-mail and listing of the teacher with this number (from 1) in the catalogue, which gives each two listings. */
export const teacherEmail = (n: number): string => `teacher${n}@example.test`;
export const teacherListing = (n: number): string => `k${String(2 * n).padStart(15, "0")}`;

/** The address of the person with this number; those past the last one have no account. All are of one length. */
export const userEmail = (n: number): string => `person${String(n).padStart(6, "0")}@example.test`;

/**
 * An address of a visitor, another for each number, because limits count by it. A worker without Cloudflare in front
 * trusts this header.
 */
export const fromVisitor = (n: number): Record<string, string> => ({
  "cf-connecting-ip": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
});

/** Adds `users` accounts that sign in with PASSWORD, as then do the first teachers. All share one hash: hashing is slow. */
export async function addUsers(dataDir: string, users: number, teachers = 0): Promise<void> {
  const data = await openLocalData(dataDir);
  try {
    const hash = await createPasswordHasher({ loadModule: loadArgon2Module }).hash(PASSWORD);
    await data.db
      .prepare(
        `with recursive row(n) as (select 0 union all select n + 1 from row where n + 1 < ?1)
        insert into users (id, email, email_verified_ts, password_hash, role, first_name, last_name, birth_date, signup_ts)
        select printf('n%015d', n), printf('person%06d@example.test', n), ?2, ?3, 'u', 'Ioana', 'Pop', '1990-05-17', ?2 from row`,
      )
      .bind(users, Date.now(), hash)
      .run();
    await data.db
      .prepare(
        "update users set password_hash = ?2 where id in (select id from users where role = 't' order by id limit ?1)",
      )
      .bind(teachers, hash)
      .run();
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

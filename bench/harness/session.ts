import { paths } from "../../src/shared/paths";
import { PASSWORD } from "../catalogue/serve-with-users";
import { siteVars } from "../serve-bundle";

/** Signs in with the form, as a browser does, and returns the Cookie header of the session. */
export async function signInWithForm(url: string, email: string): Promise<string> {
  const cookies = new Map<string, string>();
  const request = async (path: string, init: RequestInit): Promise<number> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...init.headers, ...(cookie ? { cookie } : {}) };
    const response = await fetch(url + path, { redirect: "manual", ...init, headers });
    await response.arrayBuffer();
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = line.match(/^([^=]+)=([^;]*)/) ?? [];
      cookies.set(name, value);
    }
    return response.status;
  };
  const status = await request(paths.signIn(), {
    method: "POST",
    headers: { origin: siteVars.SITE_URL ?? "", "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ email, password: PASSWORD }),
  });
  if (status !== 303) throw new Error(`The sign-in of ${email} answered ${status}`);
  // The first page issues the cookies that the following pages use.
  const pageStatus = await request(paths.profile(), {});
  if (pageStatus !== 200) throw new Error(`${paths.profile()} of ${email} answered ${pageStatus}`);
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

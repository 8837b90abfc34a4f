import { serveSite } from "./helpers/served";

/** One site for all browser tests. They find it by `baseURL`; STUBS_URL holds the Dev console's address. */
export default async function serveForTests(): Promise<() => Promise<void>> {
  const { url, stubsUrl, stop } = await serveSite();
  // Set before the workers start, so each of them reads it when it loads the configuration.
  process.env.BASE_URL = url;
  process.env.STUBS_URL = stubsUrl;
  return stop;
}

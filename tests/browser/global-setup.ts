import { serveSite } from "./helpers/served";

/** One site for all browser tests. They find it by `baseURL`; DESK_URL holds the desk's address. */
export default async function serveForTests(): Promise<() => Promise<void>> {
  const { url, deskUrl, stop } = await serveSite();
  // Set before the workers start, so each of them reads it when it loads the configuration.
  process.env.BASE_URL = url;
  process.env.DESK_URL = deskUrl;
  return stop;
}

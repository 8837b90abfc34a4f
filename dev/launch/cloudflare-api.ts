import { UserError } from "./settings";
import { runTool } from "./tools";

type Answer<T> = {
  /** null when the call failed. */
  result: T | null;
  /** Cloudflare's code of the error. */
  code: number | null;
};

/** Reads from Cloudflare's API with the account of wrangler. */
export type CloudflareApi = {
  <T>(path: string, headers?: Record<string, string>): Promise<Answer<T>>;
  /** The account's id. */
  account: string;
  /** Any call; the answer may be bytes. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
};

/** @throws UserError when nobody is signed in, or the sign-in has several accounts and none is chosen */
export async function openCloudflareApi(env = process.env): Promise<CloudflareApi> {
  const base = env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4";
  const token = env.CLOUDFLARE_API_TOKEN ?? (await readWranglerToken());
  const call = (path: string, { headers = {}, ...init }: RequestInit = {}): Promise<Response> =>
    fetch(base + path, {
      signal: AbortSignal.timeout(30_000),
      ...init,
      headers: { authorization: `Bearer ${token}`, ...headers },
    }).catch((error: Error) => {
      throw new UserError(`Cloudflare's API does not answer (${base}): ${error.message}`);
    });
  const get = async <T>(path: string, headers: Record<string, string> = {}): Promise<Answer<T>> => {
    const response = await call(path, { headers });
    const body = (await response.json().catch(() => ({}))) as {
      result?: T;
      errors?: { code: number }[];
    };
    return response.ok
      ? { result: body.result ?? null, code: null }
      : { result: null, code: body.errors?.[0]?.code ?? response.status };
  };
  const account = env.CLOUDFLARE_ACCOUNT_ID ?? (await findAccount(get));
  return Object.assign(get, { account, fetch: call });
}

async function readWranglerToken(): Promise<string> {
  const { code, output } = await runTool("wrangler", ["auth", "token"]);
  if (code !== 0) throw new UserError('Run "wrangler login", or set CLOUDFLARE_API_TOKEN.');
  return output.trim().split("\n").at(-1) ?? "";
}

async function findAccount(
  get: (path: string) => Promise<Answer<{ id: string; name: string }[]>>,
): Promise<string> {
  const { result, code } = await get("/accounts");
  const [account, ...others] = result ?? [];
  if (!account) throw new UserError(`The API token is not valid, or has no account (${code}).`);
  if (others.length === 0) return account.id;
  const names = [account, ...others].map(({ id, name }) => `  ${id}  ${name}`);
  throw new UserError(`Set CLOUDFLARE_ACCOUNT_ID to one of your accounts:\n${names.join("\n")}`);
}

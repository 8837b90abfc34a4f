import { vi } from "vitest";
import { eFacturaConnection } from "@/db/schema";
import { connectEFactura, getConsentUrl } from "@/features/e-factura/connect-e-factura";
import type { Stubs } from "../../dev/stubs/context";
import { createCode, eFacturaAuthority, type StubUpload } from "../../dev/stubs/e-factura/authority";
import { createFaultInjector } from "../../dev/stubs/fault-injector";
import { app, db } from "./app";
import { MemoryCollection } from "./fake-stripe";
import { createUserContext } from "./promotion-fixture";

/** Marks a response of a stub that closes the connection instead. */
const HANG_UP = "stubs-hang-up";

/**
 * The e-Factura stub of the development server in the place of the network, for one test file. Other addresses keep the
 * `fetch` from before.
 */
export function fakeAuthority() {
  const faults = createFaultInjector();
  const uploads = new MemoryCollection<StubUpload>();
  const { EFACTURA_AUTH_URL, EFACTURA_API_URL, EFACTURA_CLIENT_ID, EFACTURA_CLIENT_SECRET } = app.bindings;
  const stubs = {
    options: { eFacturaClient: { id: EFACTURA_CLIENT_ID, secret: EFACTURA_CLIENT_SECRET } },
    seconds: () => Math.floor(app.clock.now / 1000),
    store: { saved: async () => {} },
    eFacturaTokens: new MemoryCollection(),
    eFacturaUploads: uploads,
    faults,
  } as unknown as Stubs;
  const stub = eFacturaAuthority(stubs);
  const calls: string[] = [];
  const before = globalThis.fetch;
  const request = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const sent = new Request(input, init);
    if (![EFACTURA_AUTH_URL, EFACTURA_API_URL].some((url) => sent.url.startsWith(String(url))))
      return before(input, init);
    const { pathname } = new URL(sent.url);
    calls.push(pathname.split("/").at(-1) ?? "");
    const response = await stub.request(sent);
    if (response.headers.has(HANG_UP)) throw new TypeError("connection lost");
    return response;
  };
  vi.stubGlobal("fetch", request);

  return {
    uploads,
    faults,
    /** The last parts of the paths of all calls. */
    calls,
    /** Consents on the authority's page. Returns the path that it leads back to. */
    consent(consentUrl: string): string {
      const { searchParams } = new URL(consentUrl);
      const callback = new URL(searchParams.get("redirect_uri") ?? "");
      const code = createCode(stubs, callback.href);
      return `${callback.pathname}?${new URLSearchParams({ code, state: searchParams.get("state") ?? "" })}`;
    },
    /** Connects the site without its pages. */
    async connect(): Promise<void> {
      await db.delete(eFacturaConnection);
      const ctx = createUserContext({ id: "admin", email: "admin@example.test" }, "a");
      const query = new URLSearchParams(this.consent(getConsentUrl(ctx) ?? "").split("?")[1]);
      await connectEFactura(ctx, { code: query.get("code") ?? "", state: query.get("state") ?? "" });
    },
  };
}

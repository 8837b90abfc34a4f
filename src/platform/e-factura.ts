import { decodeJwt } from "jose";
import * as z from "zod/mini";
import { DAY_MS } from "@/shared/dates";
import { unescapeXml } from "@/shared/xml";

/** Longest time (ms) for an answer of the authority. */
const TIMEOUT_MS = 30_000;
/** Lifetime (ms) of a refresh token that does not say its end, as the authority documents it. */
const CONSENT_MS = 365 * DAY_MS;

/** Tokens of a consent. Times in ms; the consent ends with the refresh token. */
export type EFacturaTokens = {
  accessToken: string;
  refreshToken: string;
  accessExpiresTs: number;
  consentEndsTs: number;
};

/**
 * The authority gave no usable answer. `unknown`: it may have done what was asked. `refused`: it did nothing, and the
 * next attempt may succeed. `unauthorized`: it did nothing, because it refused the tokens.
 */
export class EFacturaError extends Error {
  constructor(
    readonly kind: "unknown" | "refused" | "unauthorized",
    message: string,
  ) {
    super(message);
  }
}

/** A document taken over for processing, or why not. */
export type UploadResult = { index: string } | { error: string };
/** `refused`: the document is not even processed. Otherwise the answer can be downloaded. */
export type DocumentState =
  | { state: "processing" }
  | { state: "accepted" | "rejected"; downloadId: string }
  | { state: "refused"; error: string };
export type EFacturaMessage = { id: string; index: string };

type EFacturaOptions = {
  clientId: string | undefined;
  clientSecret: string | undefined;
  /** Without a trailing slash. */
  authUrl: string;
  apiUrl: string;
};

const tokensSchema = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.string().check(z.minLength(1)),
  /** Seconds. */
  expires_in: z.coerce.number().check(z.positive()),
});
const messagesSchema = z.object({
  mesaje: z._default(z.array(z.object({ id: z.string(), id_solicitare: z.string() })), []),
  numar_total_pagini: z._default(z.int(), 1),
  eroare: z.optional(z.string()),
});

/**
 * The tax authority's system for e-invoices, RO e-Factura; null without the settings. Its API:
 * https://mfinante.gov.ro/web/efactura/informatii-tehnice. OAuth 2: ANAF, "Procedura de înregistrare aplicații portal".
 */
export function createEFactura({ clientId, clientSecret, authUrl, apiUrl }: EFacturaOptions) {
  if (clientId === undefined || clientSecret === undefined) return null;

  async function send(url: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      throw new EFacturaError("unknown", error instanceof Error ? error.message : "no answer");
    }
    const { status } = response;
    if (status === 200) return response;
    const message = `status ${status}: ${(await response.text().catch(() => "")).slice(0, 200)}`;
    if (status === 401 || status === 403) throw new EFacturaError("unauthorized", message);
    // 429, and 204 in its place, when there were too many calls.
    throw new EFacturaError(status >= 500 ? "unknown" : "refused", message);
  }

  async function requestTokens(now: number, fields: Record<string, string>): Promise<EFacturaTokens> {
    const response = await send(`${authUrl}/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ ...fields, token_content_type: "jwt" }),
    }).catch((error) => {
      // `invalid_grant` and its like: the code or the refresh token is used up or expired.
      const isRefused = error instanceof EFacturaError && error.kind === "refused";
      throw isRefused ? new EFacturaError("unauthorized", error.message) : error;
    });
    const read = tokensSchema.safeParse(await response.json().catch(() => null));
    if (!read.success) throw new EFacturaError("unknown", "the answer has no tokens");
    const { access_token, refresh_token, expires_in } = read.data;
    return {
      accessToken: access_token,
      refreshToken: refresh_token,
      accessExpiresTs: now + expires_in * 1000,
      consentEndsTs: readEnd(refresh_token) ?? now + CONSENT_MS,
    };
  }

  const call = (accessToken: string, path: string, query: Record<string, string>, init: RequestInit = {}) =>
    send(`${apiUrl}/${path}?${new URLSearchParams(query)}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${accessToken}` },
    });

  return {
    /** The page on which an admin consents with a certificate. It leads back to `redirectUri` with `code` and `state`. */
    getConsentUrl(redirectUri: string, state: string): string {
      const query = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        token_content_type: "jwt",
        state,
      };
      return `${authUrl}/authorize?${new URLSearchParams(query)}`;
    },
    /** The tokens for the code of a consent, which is valid for a minute. @throws EFacturaError */
    exchangeCode: (code: string, redirectUri: string, now: number): Promise<EFacturaTokens> =>
      requestTokens(now, { grant_type: "authorization_code", code, redirect_uri: redirectUri }),
    /** New tokens. The earlier ones end when the new ones are used. @throws EFacturaError */
    refresh: (refreshToken: string, now: number): Promise<EFacturaTokens> =>
      requestTokens(now, { grant_type: "refresh_token", refresh_token: refreshToken }),

    /** Uploads a document of the seller with this tax id (digits). @throws EFacturaError */
    async upload(
      accessToken: string,
      {
        xml,
        taxId,
        isCreditNote,
        isCompany,
      }: { xml: string; taxId: string; isCreditNote: boolean; isCompany: boolean },
    ): Promise<UploadResult> {
      const response = await call(
        accessToken,
        isCompany ? "upload" : "uploadb2c",
        { standard: isCreditNote ? "CN" : "UBL", cif: taxId },
        { method: "POST", headers: { "content-type": "application/xml" }, body: xml },
      );
      const answer = await response.text();
      const index = readAttributes(answer, "index_incarcare")[0];
      if (index) return { index };
      const error = readAttributes(answer, "errorMessage").join("\n");
      if (error === "") throw new EFacturaError("unknown", "the answer has no index");
      // Not about the document: the rights of the consent, a technical failure, a limit.
      if (/drept|eroare tehnica|limit/i.test(error)) throw new EFacturaError("refused", error);
      return { error };
    },

    /** What became of an upload. @throws EFacturaError */
    async getState(accessToken: string, index: string): Promise<DocumentState> {
      const answer = await (await call(accessToken, "stareMesaj", { id_incarcare: index })).text();
      const [state = ""] = readAttributes(answer, "stare");
      const [downloadId] = readAttributes(answer, "id_descarcare");
      const error = readAttributes(answer, "errorMessage").join("\n");
      if (state === "in prelucrare") return { state: "processing" };
      if (downloadId && (state === "ok" || state === "nok"))
        return { state: state === "ok" ? "accepted" : "rejected", downloadId };
      if (/^XML cu erori/i.test(state)) return { state: "refused", error: error || state };
      throw new EFacturaError("refused", error || `unknown state "${state}"`);
    },

    /**
     * A page of the messages about sent documents that were processed in a period (ms): the accepted or the rejected ones.
     * @throws EFacturaError
     */
    async listSent(
      accessToken: string,
      {
        taxId,
        from,
        until,
        state,
        page,
      }: { taxId: string; from: number; until: number; state: "accepted" | "rejected"; page: number },
    ): Promise<{ messages: EFacturaMessage[]; pages: number }> {
      const query = {
        startTime: String(from),
        endTime: String(until),
        cif: taxId,
        pagina: String(page),
        filtru: state === "accepted" ? "T" : "E",
      };
      const response = await call(accessToken, "listaMesajePaginatieFactura", query);
      const read = messagesSchema.safeParse(await response.json().catch(() => null));
      if (!read.success) throw new EFacturaError("refused", "the answer has no messages");
      const { mesaje, numar_total_pagini, eroare } = read.data;
      // Without messages the answer is an error, too.
      if (eroare !== undefined && !/^Nu exista mesaje/i.test(eroare))
        throw new EFacturaError("refused", eroare);
      return {
        messages: mesaje.map(({ id, id_solicitare }) => ({ id, index: id_solicitare })),
        pages: numar_total_pagini,
      };
    },

    /** The signed answer, a ZIP. @throws EFacturaError */
    async download(accessToken: string, downloadId: string): Promise<Uint8Array<ArrayBuffer>> {
      const response = await call(accessToken, "descarcare", { id: downloadId });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
      if (!isZip) throw new EFacturaError("refused", new TextDecoder().decode(bytes.subarray(0, 200)));
      return bytes;
    },
  };
}

export type EFactura = NonNullable<ReturnType<typeof createEFactura>>;

/** The values of an attribute in the short XML answers of the authority. */
export const readAttributes = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "gi"))].map(([, value = ""]) => unescapeXml(value));

/** The end (ms) of a token that is a JWT; null for other tokens. */
function readEnd(token: string): number | null {
  try {
    const { exp } = decodeJwt(token);
    return exp === undefined ? null : exp * 1000;
  } catch {
    return null;
  }
}

import { createHash } from "node:crypto";
import { strToU8, zipSync } from "fflate";
import { type Context, Hono } from "hono";
import { escapeXml } from "@/shared/xml";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { outage } from "../outage";
import { checkDocument } from "./check-document";
import { parseXml, readText } from "./xml";

/** Where the stub answers, as logincert.anaf.ro and api.anaf.ro do. */
export const AUTH_PATH = "/anaf-oauth2/v1";
export const API_PATH = "/prod/FCTEL/rest";

/** A code or a token of a consent. Times in seconds. */
export type StubToken = {
  id: string;
  kind: "code" | "access" | "refresh";
  endsS: number;
  consentEndsS: number;
  /** The page that the code leads to. */
  redirectUri: string;
  /** The refresh token that ends when this one is used for the first time. */
  replaces: string | null;
};

/** An uploaded document. `id` is its index. */
export type StubUpload = {
  id: string;
  taxId: string;
  isB2c: boolean;
  standard: string;
  xml: string;
  receivedS: number;
  /** Empty if it is accepted once it is processed. */
  errors: string[];
};

const DAY_S = 86_400;
/** Lifetimes (s) as ANAF documents them. */
const CODE_S = 60;
const ACCESS_S = 90 * DAY_S;
const CALLS_PER_MINUTE = 1000;
/** Calls for one document in a day. */
const MAX_STATE_QUERIES = 100;
const MAX_DOWNLOADS = 10;
const MAX_BYTES = 10 * 1024 ** 2;
const MESSAGES_PER_PAGE = 500;
const MAX_LISTED_S = 60 * DAY_S;

/** The download id of an answer, by the index of its document. */
const toDownloadId = (index: string): string => `3${index.slice(1)}`;

/** Whether the authority has an outcome of an upload. */
export const isProcessed = ({ seconds, faults }: Stubs, { receivedS }: StubUpload): boolean =>
  seconds() >= receivedS + faults.current().e_factura.processing_s;

/** The code of a new consent, which is valid for a minute. */
export function createCode({ seconds, faults, eFacturaTokens }: Stubs, redirectUri: string): string {
  const code: StubToken = {
    id: newStripeId("secret"),
    kind: "code",
    endsS: seconds() + CODE_S,
    consentEndsS: seconds() + faults.current().e_factura.consent_days * DAY_S,
    redirectUri,
    replaces: null,
  };
  eFacturaTokens.put(code);
  return code.id;
}

/**
 * The tax authority's e-Factura, as publicly documented: OAuth 2 with codes of a minute and rotating tokens, uploads that
 * are checked and refused as duplicates, states, lists of messages, signed answers and limits.
 */
export function eFacturaAuthority(stubs: Stubs): Hono {
  const { eFacturaTokens: tokens, eFacturaUploads: uploads, faults } = stubs;
  const counts = new Map<string, number>();
  /** Counts a call; false above the limit. */
  const count = (key: string, limit: number) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return (counts.get(key) ?? 0) <= limit;
  };
  const today = () => Math.floor(stubs.seconds() / DAY_S);

  /** A JWT, of which only the end can be read. */
  const createToken = (token: Omit<StubToken, "id">): StubToken => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = { jti: newStripeId("secret"), iat: stubs.seconds(), exp: token.endsS };
    const stored = { ...token, id: `${encode({ alg: "RS512" })}.${encode(claims)}.${newStripeId("secret")}` };
    tokens.put(stored);
    return stored;
  };
  const findToken = (id: string, kind: StubToken["kind"]) => {
    const token = tokens.get(id);
    return token?.kind === kind && token.endsS > stubs.seconds() ? token : undefined;
  };
  /** The first use of a new token ends the refresh token before it. */
  const use = ({ replaces }: StubToken) => {
    const old = replaces === null ? undefined : tokens.get(replaces);
    if (old) tokens.put({ ...old, endsS: 0 });
  };

  const calls = new Hono();
  calls.use(
    outage(
      () => faults.nextOutage("e_factura"),
      () => faults.current().e_factura.slow_ms,
      (kind) => new Response(`{"message":"${kind}"}`, { status: kind === "limit" ? 429 : 500 }),
    ),
  );

  calls.post(`${AUTH_PATH}/token`, async (c) => {
    const form = new URLSearchParams(new TextDecoder().decode(await c.req.arrayBuffer()));
    const client = stubs.options.eFacturaClient;
    const expected = client && `Basic ${btoa(`${client.id}:${client.secret}`)}`;
    if (expected && c.req.header("authorization") !== expected)
      return c.json({ error: "invalid_client" }, 401);
    const isCode = form.get("grant_type") === "authorization_code";
    const grant = isCode
      ? findToken(form.get("code") ?? "", "code")
      : findToken(form.get("refresh_token") ?? "", "refresh");
    if (!grant || (isCode && form.get("redirect_uri") !== grant.redirectUri))
      return c.json({ error: "invalid_grant" }, 400);
    use(grant);
    if (isCode) tokens.put({ ...grant, endsS: 0 });
    const { redirectUri, consentEndsS } = grant;
    const shared = { redirectUri, consentEndsS, replaces: isCode ? null : grant.id };
    const access = createToken({ ...shared, kind: "access", endsS: stubs.seconds() + ACCESS_S });
    const refresh = createToken({ ...shared, kind: "refresh", endsS: consentEndsS });
    return c.json({
      access_token: access.id,
      refresh_token: refresh.id,
      token_type: "Bearer",
      expires_in: ACCESS_S,
    });
  });

  calls.use(`${API_PATH}/*`, async (c, next) => {
    const token = findToken((c.req.header("authorization") ?? "").replace(/^Bearer /, ""), "access");
    if (!token) return c.json({ message: "Unauthorized" }, 401);
    if (!count(`minute ${Math.floor(stubs.seconds() / 60)}`, CALLS_PER_MINUTE))
      return c.json({ message: "Too Many Requests" }, 429);
    use(token);
    await next();
  });

  for (const path of ["upload", "uploadb2c"]) {
    calls.post(`${API_PATH}/${path}`, async (c) => {
      const { standard = "", cif = "" } = c.req.query();
      const bytes = await c.req.arrayBuffer();
      if (bytes.byteLength === 0)
        return c.json({ message: "Trebuie sa aveti atasat in request un fisier de tip xml" }, 400);
      const xml = new TextDecoder().decode(bytes);
      const problem = findUploadProblem({ standard, cif, xml, size: bytes.byteLength });
      if (problem !== null) return answerUpload(c, `ExecutionStatus="1"`, problem);
      const index = String(5_000_000_001 + uploads.all().length);
      const duplicate = findDuplicate(uploads.all(), cif, xml);
      const errors = duplicate
        ? [
            `Factura a mai fost transmisa anterior cu index=${duplicate.id} si data incarcare=${toDay(duplicate.receivedS)}`,
          ]
        : [...checkDocument(xml), ...checkKind(xml, path === "uploadb2c")].map((rule) => `[${rule}]`);
      const upload = { id: index, taxId: cif, isB2c: path === "uploadb2c", standard, xml, errors };
      uploads.put({ ...upload, receivedS: stubs.seconds() });
      return answerUpload(c, `ExecutionStatus="0" index_incarcare="${index}"`);
    });
  }

  const answerUpload = (c: Context, attributes: string, error?: string) =>
    answerXml(
      c,
      "mfp:anaf:dgti:spv:respUploadFisier:v1",
      `dateResponse="${toMinute(stubs.seconds())}" ${attributes}`,
      error,
    );

  calls.get(`${API_PATH}/stareMesaj`, (c) => {
    const id = c.req.query("id_incarcare") ?? "";
    const upload = uploads.get(id);
    const namespace = "mfp:anaf:dgti:efactura:stareMesajFactura:v1";
    if (!upload) return answerXml(c, namespace, "", `Nu exista factura cu id_incarcare= ${id}`);
    if (!count(`state ${id} ${today()}`, MAX_STATE_QUERIES))
      return answerXml(c, namespace, "", `S-au facut deja ${MAX_STATE_QUERIES} interogari in cursul zilei`);
    if (!isProcessed(stubs, upload)) return answerXml(c, namespace, 'stare="in prelucrare"');
    const state = upload.errors.length === 0 ? "ok" : "nok";
    return answerXml(c, namespace, `stare="${state}" id_descarcare="${toDownloadId(id)}"`);
  });

  calls.get(`${API_PATH}/listaMesajePaginatieFactura`, (c) => {
    const { cif = "", filtru } = c.req.query();
    const [from = Number.NaN, until = Number.NaN, page = Number.NaN] = ["startTime", "endTime", "pagina"].map(
      (name) => Number(c.req.query(name)),
    );
    const fail = (eroare: string) => c.json({ eroare, titlu: "Lista Mesaje" });
    if (until > (stubs.seconds() + 1) * 1000) return fail("endTime nu poate fi in viitor");
    if (!(from < until) || until - from > MAX_LISTED_S * 1000 || !(page >= 1))
      return fail("Intervalul sau pagina nu sunt corecte");
    const found = uploads
      .all()
      .filter(
        (one) =>
          isProcessed(stubs, one) &&
          one.taxId === cif &&
          one.receivedS * 1000 >= from &&
          one.receivedS * 1000 <= until &&
          (filtru !== "T" || one.errors.length === 0) &&
          (filtru !== "E" || one.errors.length > 0),
      );
    if (found.length === 0) return fail("Nu exista mesaje in intervalul selectat");
    const start = (page - 1) * MESSAGES_PER_PAGE;
    return c.json({
      mesaje: found.slice(start, start + MESSAGES_PER_PAGE).map(({ id, errors, receivedS }) => ({
        data_creare: toMinute(receivedS),
        cif,
        id_solicitare: id,
        detalii:
          errors.length === 0
            ? `Factura cu id_incarcare=${id} emisa de cif_emitent=${cif}`
            : `Erori de validare identificate la factura cu id_incarcare=${id}`,
        tip: errors.length === 0 ? "FACTURA TRIMISA" : "ERORI FACTURA",
        id: toDownloadId(id),
      })),
      numar_total_inregistrari: found.length,
      numar_total_pagini: Math.ceil(found.length / MESSAGES_PER_PAGE),
      index_pagina_curenta: page,
      titlu: "Lista Mesaje",
    });
  });

  calls.get(`${API_PATH}/descarcare`, (c) => {
    const id = c.req.query("id") ?? "";
    const upload = uploads.all().find((one) => toDownloadId(one.id) === id && isProcessed(stubs, one));
    if (!upload) return c.json({ eroare: `Pentru id=${id} nu exista inregistrata nici o factura` });
    if (!count(`download ${id} ${today()}`, MAX_DOWNLOADS))
      return c.json({ eroare: `S-au facut deja ${MAX_DOWNLOADS} descarcari de mesaj in cursul zilei` });
    return c.body(new Uint8Array(signAnswer(upload)), 200, { "content-type": "application/zip" });
  });

  return calls;
}

/** Why an upload is not taken over; null if it is. */
function findUploadProblem(upload: {
  standard: string;
  cif: string;
  xml: string;
  size: number;
}): string | null {
  const { standard, cif, xml, size } = upload;
  if (!/^\d+$/.test(cif)) return `CIF introdus= ${cif} nu este un numar`;
  if (!["UBL", "CN"].includes(standard))
    return "Valorile acceptate pentru parametrul standard sunt UBL, CN, CII sau RASP";
  if (size > MAX_BYTES) return "Marime fisier transmis mai mare de 10 MB.";
  try {
    const { name } = parseXml(xml);
    const expected = standard === "CN" ? "CreditNote" : "Invoice";
    if (name === expected) return null;
    return `Fisierul transmis nu este valid. org.xml.sax.SAXParseException; cvc-elt.1.a: Cannot find the declaration of element '${name}'.`;
  } catch (error) {
    return `Fisierul transmis nu este valid. org.xml.sax.SAXParseException; ${(error as Error).message}`;
  }
}

/** Persons have their own call. */
const checkKind = (xml: string, isB2c: boolean): string[] => {
  const buyerId = readText(
    parseXml(xml),
    "cac:AccountingCustomerParty/cac:Party/cac:PartyLegalEntity/cbc:CompanyID",
  );
  return isB2c === /^0+$/.test(buyerId) ? [] : ["ERRIdentif"];
};

/** An earlier document of the seller with the same number, unless it was rejected. */
function findDuplicate(uploads: readonly StubUpload[], taxId: string, xml: string): StubUpload | undefined {
  const number = readText(parseXml(xml), "cbc:ID");
  return uploads.find(
    (one) =>
      one.errors.length === 0 && one.taxId === taxId && readText(parseXml(one.xml), "cbc:ID") === number,
  );
}

const answerXml = (c: Context, namespace: string, attributes: string, error?: string) => {
  const errors = error === undefined ? "" : `<Errors errorMessage="${escapeXml(error)}"/>`;
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<header xmlns="${namespace}" ${attributes}>${errors}</header>\n`;
  return c.body(xml, 200, { "content-type": "application/xml" });
};

/** The answer: the document or its errors, with the ministry's signature, here only a digest. */
function signAnswer({ id, taxId, xml, errors }: StubUpload): Uint8Array {
  const list = errors.map((error) => `<Error errorMessage="${escapeXml(error)}"/>`).join("");
  const content =
    errors.length === 0
      ? xml
      : `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<header xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1" Index_incarcare="${id}" Cif_emitent="${taxId}">${list}</header>\n`;
  const digest = createHash("sha256").update(content).digest("base64");
  const signature = `<?xml version="1.0" encoding="UTF-8"?>\n<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><Reference URI="${id}.xml"><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>${digest}</DigestValue></Reference></SignedInfo></Signature>\n`;
  return zipSync({ [`${id}.xml`]: strToU8(content), [`semnatura_${id}.xml`]: strToU8(signature) });
}

const toIso = (seconds: number) => new Date(seconds * 1000).toISOString();
const toDay = (seconds: number) => toIso(seconds).slice(0, 10);
/** `202611280905` */
const toMinute = (seconds: number) => toIso(seconds).replace(/\D/g, "").slice(0, 12);

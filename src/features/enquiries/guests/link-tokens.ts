import { ID_PATTERN } from "@/shared/ids";
import { MAX_RECIPIENTS } from "@/shared/schemas/enquiry";

/** An enquiry of a guest with the token of its link. */
export type LinkedEnquiry = { id: string; token: string };

/** One `token` of a link to several enquiries. Tokens are base64url, so they contain no ".". */
export const formatLinkToken = ({ id, token }: LinkedEnquiry): string => `${id}.${token}`;

/** The enquiries of a link to several; values that are no tokens are left out. */
export const parseLinkTokens = (values: readonly string[]): LinkedEnquiry[] =>
  [...new Set(values)].slice(0, MAX_RECIPIENTS).flatMap((value) => {
    const [id = "", token = ""] = value.split(".");
    return ID_PATTERN.test(id) ? [{ id, token }] : [];
  });

/** Prefix of stored drafts in both storages, followed by the account ("" for a guest) and the form or conversation. */
export const DRAFT_PREFIX = "drafts/";
/** The key of an account's draft; with the start of `form`, what the keys of several drafts start with. */
export const toDraftKey = (accountId: string, form: string): string => `${DRAFT_PREFIX}${accountId}/${form}`;
/**
 * Prefix of the keys in `localStorage` of interrupted uploads, which name files. Set by tus-js-client, followed by the
 * account ("" for a guest) and the file.
 */
export const UPLOAD_PREFIX = "tus::";
/** Key in `sessionStorage` that says that the next page follows a form that was sent. */
export const FORM_SENT_KEY = "form-sent";
/** Key in `sessionStorage` of the key of the draft whose form was sent last. */
export const SENT_DRAFT_KEY = "draft-sent";
/** Key in `sessionStorage` of the id of the listing whose form was submitted last. */
export const SUBMITTED_FORM_KEY = "listing-form-sent";
/** BroadcastChannel on which tabs announce a saved listing: `{id}`. Also the prefix of the locks of open forms. */
export const FORM_CHANNEL = "listing-form";

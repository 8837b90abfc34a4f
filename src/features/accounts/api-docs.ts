import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const API_DOCS: CallDocs = {
  postAuthUsersToken: {
    summary: "Sign in",
    about:
      "Opens a session and sets its refresh cookie. A first-party form, no OAuth grant; every reason to refuse is one and the same answer.",
    parameters: {
      remember_me: "`true` or `1` keeps the session beyond the browser’s end, 30 days as shipped.",
    },
    answers: {
      200: "An access token for `Authorization: Bearer`.",
      401: "Wrong e-mail address or password, or an account that is closed.",
      403: "Another site made the browser ask (`cross_site`).",
    },
  },
  postAuthUsersRefresh: {
    summary: "Get a fresh access token",
    about:
      "Exchanges the refresh cookie for the next one. Of requests at the same moment one gets the new cookie, and the others an access token alone. A refusal clears the cookie.",
    parameters: {
      "Idempotency-Key":
        "Your own key: a refresh whose answer got lost, asked for again with it, gives the same cookie.",
    },
    answers: {
      200: "An access token for `Authorization: Bearer`.",
      403: "Another site made the browser ask (`cross_site`).",
    },
  },
  postAuthUsersLogout: {
    summary: "Sign out",
    about: "Ends the session of the cookie and that of the access token, given in the body or the header.",
    answers: {
      200: "The session has ended.",
      403: "Another site made the browser ask (`cross_site`).",
    },
  },
  getAuthUsersIsAuthenticated: {
    summary: "Whether the access token counts",
    answers: {
      200: "It does.",
    },
  },
  postAuthUsersSignup: {
    summary: "Create an account",
    about:
      "The answer is the same for an address that has an account; its mailbox hears of it. Signs nobody in.",
    fields: {
      password: "The new one: any characters; the most common passwords are refused",
    },
    answers: {
      201: "What was said, without an id; that comes with the first sign-in.",
      403: "The app check did not pass.",
    },
  },
  postAuthUsersCreateSpecialUser: {
    summary: "Create an account for another person",
    about:
      "For administrators; another administrator only by one with `can_create_admin`. The new user gets a link to choose a password.",
    answers: {
      201: "The new account.",
      409: "The address has an account (`email_taken`), or the same call is under way.",
    },
  },
  getAuthUsersForgotPasswordByUser: {
    summary: "Ask for a link to a new password",
    about: "The answer is the same whether the address has an account or not. Three mails an hour.",
    parameters: {
      user: "The e-mail address.",
    },
    answers: {
      200: "Asked.",
      403: "The app check did not pass.",
    },
  },
  putAuthUsersResetPassword: {
    summary: "Set a new password by a mailed token",
    about: "Ends all sessions of the account. A password that is refused leaves the token as it was.",
    parameters: {
      token: "The token of the mailed link, good once and for an hour.",
    },
    fields: {
      password: "The new one: any characters; the most common passwords are refused",
    },
    answers: {
      200: "The password is changed.",
      400: "The token is unknown, used or too old (`invalid_token`), or the body could not be read.",
    },
  },
};

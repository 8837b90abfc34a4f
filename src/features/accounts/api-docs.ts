import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const accountsApiDocs: CallDocs = {
  postAuthUsersToken: {
    summary: "Sign in",
    about:
      "Creates a session and sets its refresh cookie. This is a first-party form, not an OAuth grant. Unknown addresses, wrong passwords and accounts disabled by an admin return the same error.",
    parameters: {
      remember_me: "`true` or `1` keeps the session after the browser is closed, for 30 days by default.",
    },
    responses: {
      200: "An access token for `Authorization: Bearer`.",
      401: "The email address or the password is incorrect, or the account is disabled (`wrong_credentials`); or the password is correct and the owner has closed the account (`account_closed`, with `reactivation_url`).",
      403: "The request came from another site (`cross_site`).",
    },
  },
  postAuthUsersRefresh: {
    summary: "Refresh the access token",
    about:
      "Exchanges the refresh cookie for a new one. Of concurrent requests, one gets the new cookie and the others only an access token. An error clears the cookie.",
    parameters: {
      "Idempotency-Key":
        "A unique key of your choice. Repeat the call with it if the response was lost, to get the same cookie.",
    },
    responses: {
      200: "An access token for `Authorization: Bearer`.",
      403: "The request came from another site (`cross_site`).",
    },
  },
  postAuthUsersLogout: {
    summary: "Sign out",
    about: "Ends the sessions of the cookie and of the access token in the body or header.",
    responses: {
      200: "The session has ended.",
      403: "The request came from another site (`cross_site`).",
    },
  },
  getAuthUsersIsAuthenticated: {
    summary: "Check the access token",
    responses: {
      200: "The access token is valid.",
    },
  },
  postAuthUsersSignup: {
    summary: "Create an account",
    about:
      "The response is the same if the email address already has an account, whose owner is then notified by email. Does not sign in. The page of the mailed link asks for the password before it confirms the email address.",
    fields: {
      password: "New password: any characters; the most common passwords are refused",
    },
    responses: {
      201: "The submitted data without an ID, which is returned after the first sign-in.",
      403: "The app check failed.",
    },
  },
  postAuthUsersCreateSpecialUser: {
    summary: "Create an account for another user",
    about:
      "For admins. Only an admin with `can_create_admin` can create another admin. The new user receives a link to choose a password.",
    responses: {
      201: "The new account.",
      409: "The email address already has an account (`email_taken`), or the same call is in progress.",
    },
  },
  getAuthUsersForgotPasswordByUser: {
    summary: "Request a link to reset the password",
    about:
      "The response is the same whether or not the email address has an account. At most three emails per hour.",
    parameters: {
      user: "Email address.",
    },
    responses: {
      200: "The request was accepted.",
      403: "The app check failed.",
    },
  },
  putAuthUsersResetPassword: {
    summary: "Reset the password",
    about:
      "Confirms the email address, because the link was mailed to it, and ends all sessions of the account. If the password is refused, the token remains valid.",
    parameters: {
      token: "Token of the emailed link, valid once and for one hour.",
    },
    fields: {
      password: "New password: any characters; the most common passwords are refused",
    },
    responses: {
      200: "The password was changed.",
      400: "The token is unknown, used or expired (`invalid_token`), or the body could not be parsed.",
    },
  },
};

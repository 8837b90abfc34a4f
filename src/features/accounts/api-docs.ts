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
      "The response is the same if the email address already has an account, whose owner is then notified by email. Does not sign in. The mailed link confirms the email address in the browser that signed up; elsewhere it also takes the password.",
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
  postAuthUsersVerifyEmail: {
    summary: "Confirm the email address",
    about:
      "The emailed token proves access to the mailbox. The account is proven by its access token, or by its password. Guest messages and alerts of the address move into the account. Does not sign in.",
    parameters: {
      token: "Token of the emailed link, valid once and for three days.",
    },
    fields: {
      password: "Password of the account; required without its access token",
    },
    responses: {
      200: "The address is confirmed.",
      400: "The token is unknown, used or expired (`invalid_token`), or the body could not be parsed.",
      403: "The password is incorrect (`invalid_password`).",
    },
  },
  postAuthUsersChangeEmail: {
    summary: "Confirm a new email address",
    about:
      "The emailed token proves access to the new mailbox. The account is proven by its access token, or by its password. Other sessions end. Guest messages and alerts of the address move into the account.",
    parameters: {
      token: "Token of the emailed link, valid once and for a day.",
    },
    fields: {
      password: "Password of the account; required without its access token",
    },
    responses: {
      200: "The address was changed.",
      400: "The token is unknown, used or expired (`invalid_token`), or the body could not be parsed.",
      403: "The password is incorrect (`invalid_password`).",
      409: "The address belongs to another account now (`email_taken`).",
    },
  },
  deleteAuthUsersChangeEmail: {
    summary: "Refuse a new email address",
    about:
      "For the owner of the mailbox, if another person entered the address. The token becomes invalid; the account keeps its address.",
    parameters: {
      token: "Token of the emailed link.",
    },
    responses: {
      200: "The change was dropped.",
      400: "The token is unknown, used or expired (`invalid_token`).",
    },
  },
};

import type { CallDocs } from "@/shared/call-docs";

/** What the calls of this feature do, by their operationId: for the OpenAPI document alone, never in the Worker. */
export const API_DOCS: CallDocs = {
  getApiAdminUsers: {
    summary: "Find people",
    about:
      "For administrators. Everybody, the newest first; `q` looks for beginnings of words in name and e-mail address, without regard to marks. Up to 20 at a time: where several filters meet, a page may hold fewer although `next` leads on.",
    parameters: {
      q: "Words, or their beginnings.",
      role: "One role.",
      disabled: "Only disabled accounts, or only open ones.",
      after: "The `next` of the page before.",
    },
    answers: {
      200: "A page of people, and where the next one begins.",
      403: "Not an administrator (`admins_only`).",
    },
  },
  patchApiAdminUsersById: {
    summary: "Disable, enable or give a role",
    about:
      "For administrators, and never about themselves. Disabling signs the person out everywhere, takes their listings out of sight and mails them the `reason`; no mailed link opens the account. What is so already stays as it is.",
    parameters: {
      id: "The person’s id.",
    },
    fields: {
      disabled: "Whether the account is shut.",
      role: "The new role. A user who stops being an administrator also loses the right to create administrators.",
      reason: "Why the account is disabled; its owner reads it.",
    },
    answers: {
      200: "The person after the change.",
      403: "Not an administrator (`admins_only`), oneself (`oneself`), role `a` by an administrator who may not make administrators (`create_admin`), an account that may make administrators changed by an administrator who may not (`protected_admin`), or too young for the role (`too_young`).",
      409: "A learner would have listings (`has_listings`), or another administrator changed it at the same time (`datastale`).",
    },
  },
};

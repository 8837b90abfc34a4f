import type { Row } from "../row";

/** Rows of the screens of members and admins, and of the ways into an account. */
export const screensSignedIn: Row[] = [
  {
    holds: "/profile holds names, birth date and picture",
    by: {
      "worker/profile/page.test.ts": [
        "a learner's form asks for names and birth date and leads on to settings and privacy",
        "303 back with a notice, in the page's language; what was typed is saved",
      ],
      "worker/storage/picture-form.test.ts": "303: the picture is shown on the profile, and goes again",
    },
  },
  {
    holds: "/profile holds a teacher's information",
    by: {
      "worker/profile/page.test.ts": "a teacher's shows all that was said, and says what is still missing",
    },
  },
  {
    holds: "/profile/listings shows one's own by state with actions and numbers",
    by: {
      "worker/listings/edit.test.ts":
        "shows each of one's own with its state, its reason and what can be done",
      "worker/analytics/pages.test.ts":
        "200 with what each listing brought in thirty days, and a way to the rest",
    },
  },
  {
    holds: "/profile/enquiries is the inbox of what was sent and received",
    by: {
      "worker/enquiries/conversation.test.ts":
        "200 with both boxes for a teacher, newest first, in pages of twenty that join without gaps",
    },
  },
  {
    holds: "/profile/settings changes e-mail, password, language",
    by: {
      "worker/settings/email.test.ts": "303; the link goes to the new address alone",
      "worker/settings/password.test.ts":
        "303; the new one signs in, the old one does not, and only this device stays in, at once",
      "worker/settings/page.test.ts": "303 to the page in that language; kept in the cookie and for mail",
    },
  },
  {
    holds: "/profile/settings lists sessions and revokes them",
    by: {
      "worker/settings/devices.test.ts": [
        "names browser, system and country, in the page's language; the present one first",
        "another device: 303, it is out at once for pages and calls, this one stays",
      ],
    },
  },
  {
    holds: "/profile/settings makes a teacher, disables, leads to deleting",
    by: {
      "worker/settings/teacher.test.ts":
        "303 to the teacher's information; the role counts on every device at once",
      "worker/settings/disable.test.ts": "303 to a page that says how to come back",
      "browser/settings.spec.ts": "password, address, devices, teaching, closing and coming back, …",
    },
  },
  {
    holds: "/profile/privacy says what is stored, with consent, export and deleting",
    by: {
      "worker/privacy/pages.test.ts":
        "200 with what is stored, counted, in both languages; 302 to sign-in for a guest",
      "worker/privacy/export.test.ts": "200 as a file of the day, by the cookie; 302 to sign-in without one",
      "worker/privacy/erase.test.ts":
        "POST 303 to /account-deleted without a session, which anybody may read",
    },
  },
  {
    holds: "/profile/analytics: impressions, views, reveals, enquiries by listing and day, chart and table",
    by: {
      "worker/analytics/pages.test.ts": [
        "200 with totals, the difference in words, charts with words, and each listing",
        "200 for a period by days, by two days, and by days as they are typed in the page's language",
      ],
    },
  },
  {
    holds: "/profile/analytics as CSV",
    by: {
      "worker/analytics/pages.test.ts": "200 with a line for each day and listing, and no formula of anybody",
    },
  },
  {
    holds: "/sign-in, /sign-up and /verify-email work as pages",
    by: {
      "worker/accounts/sign-in-form.test.ts":
        "303 to one's own page, in the page's language, with the cookie",
      "worker/accounts/sign-up-pages.test.ts": [
        "GET %s is a form that works without script",
        "GET shows a button and does nothing; POST confirms; the token works once",
      ],
    },
  },
  {
    holds: "/reset-password asks for the e-mail without a token, for the new password with one",
    by: {
      "worker/accounts/forgot-password.test.ts": "GET %s: a form without script",
      "worker/accounts/reset-password.test.ts": "GET shows the form and does nothing; POST sets the password",
    },
  },
  {
    holds: "/admin shows today's numbers and queues and leads to every page of the area",
    by: {
      "worker/admin/next.test.ts": "tells the day's numbers, and every page of the area reaches the others",
      "worker/admin/listings.test.ts": "says how many listings wait and since when",
    },
  },
  {
    holds: "/admin: search users, disable, enable, change their role",
    by: {
      "worker/people/pages.test.ts":
        "finds beginnings of words in name and address, in any spelling, the newest first",
      "worker/people/change-user.test.ts": [
        "ends the sessions, hides the listings, tells the person why in their language, writes it down",
        "opens the account, shows its listings again, tells the person",
        "makes a teacher, whom the work list may miss something of",
      ],
    },
  },
  {
    holds: "/admin: testimonials and posts",
    by: {
      "worker/testimonials/decisions.test.ts": "publishes: it is on the page and at home",
      "worker/blog/editing.test.ts": "draft → scheduled → published by the clock alone → edited → draft",
    },
  },
  {
    holds: "/admin/follow-up is the operator's work list",
    by: {
      "worker/follow-up/queues.test.ts":
        "each row says what, who and where to; a row that comes back later is open anew",
    },
  },
  {
    holds: "/admin/blog/create and edit: write, preview, schedule, publish",
    by: {
      "browser/blog.spec.ts": "an editor writes, previews, schedules, publishes and corrects a post, …",
      "worker/blog/preview.test.ts":
        "is the published page's article, in the post's language, whatever the editor's is",
    },
  },
];

import type { Section } from "../row";
import { screensSignedIn } from "./screens-signed-in";

export const screens: Section = {
  number: "3",
  title: "Screens",
  atLeast: 45,
  rows: [
    {
      holds: "/ has the search box, newest listings and subjects by popularity",
      by: {
        "worker/home/home.test.ts": [
          "with an empty database invites to search and to teach",
          "shows the newest listings and the subjects by how many there are",
        ],
      },
    },
    {
      holds: "/ has the strip promoted for it",
      by: { "worker/search/promoted.test.ts": "GET / shows the promotions bought for it" },
    },
    {
      holds: "/ has testimonials",
      by: {
        "worker/testimonials/reading.test.ts":
          "shows up to three, those in the page's language first; without any there is no such part",
      },
    },
    {
      holds: "/ has the latest posts",
      by: { "worker/blog/lists.test.ts": "shows the latest posts of the page's language" },
    },
    {
      holds: "/tutoring lists with filters, order, count and pages",
      by: {
        "worker/search/list.test.ts": [
          "%s answers only what matches",
          "?sort=price and -price order by the price of an hour",
        ],
        "worker/search/pages.test.ts": [
          "says the exact total",
          "%s: a walk forwards and back shows every listing once, in the same order",
        ],
      },
    },
    {
      holds: "/tutoring works as a plain GET form",
      by: {
        "worker/search/list.test.ts": "works as a plain form and keeps what was chosen",
        "browser/search.spec.ts": "without JavaScript the order has a button of its own",
      },
    },
    {
      holds:
        "/tutoring/{id} shows listing, teacher, price, places, pictures and where, without address or phone",
      by: {
        "worker/search/listing.test.ts": "shows the listing, its teacher and where, without address or phone",
        "worker/listings/form-fields.test.ts":
          "are stored with the pictures, in the form's order, and stand on the public page",
      },
    },
    {
      holds: "/tutoring/{id} takes an enquiry",
      by: {
        "worker/search/listing.test.ts": [
          "lets a signed-out visitor write as a guest, the same page for all, or sign in",
          "gives a signed-in learner the enquiry form",
        ],
      },
    },
    {
      holds: "/tutoring/{id} reveals the phone number on request",
      by: {
        "worker/enquiries/phone.test.ts": "200 with the page and the number, which stood nowhere before",
      },
    },
    {
      holds: "/tutoring/{id} can be reported",
      by: {
        "worker/reports/reports.test.ts":
          "a visitor reports a listing from its page, without an account; its owner hears nothing",
      },
    },
    {
      holds: "/tutoring/{id} offers similar listings",
      by: { "worker/search/listing.test.ts": "offers similar listings, the same subject and county first" },
    },
    {
      holds: "/tutoring/{id} shows its owner state and actions",
      by: { "worker/search/listing.test.ts": "its owner sees state and actions instead of the enquiry form" },
    },
    {
      holds: "/tutoring/create is for teachers; drafts are kept",
      by: {
        "worker/listings/create.test.ts": ["GET /tutoring/create", "keeps a draft that has only a subject"],
        "browser/listing-form.spec.ts":
          "what was typed is there again after the tab was closed, and can be given up",
      },
    },
    {
      holds: "/tutoring/{id}/edit is for owner and admin",
      by: {
        "worker/listings/edit.test.ts": [
          "shows owner and admin the listing in its form",
          "404 for others, sign-in for visitors, 410 when deleted, 409 when suspended",
        ],
      },
    },
    {
      holds: "The listing form takes pictures",
      by: {
        "worker/listings/edit.test.ts": "orders, adds and removes pictures",
        "browser/listing-form-pictures.spec.ts":
          "pictures go up while one writes, go on after a failure, and keep order and words",
      },
    },
    {
      holds: "/tutoring/{id}/promote shows packages, what each brings, price with VAT, and the order button",
      by: {
        "worker/promotions/order.test.ts":
          "GET /tutoring/{id}/promote shows the packages with VAT, an unticked consent and the order button",
      },
    },
    {
      holds: "/tutoring/{id}/promote leads to the checkout",
      by: {
        "worker/promotions/order.test.ts":
          "POST /tutoring/{id}/promote leads to the checkout of a new order with the server's price",
        "browser/story.spec.ts": "from sign-up to a promoted listing, …",
      },
    },
    {
      holds: "/payment-complete/{id} shows paid, processing, expired, failed, refunded as it is",
      by: {
        "worker/promotions/payment-complete.test.ts": [
          "after the webhook asks Stripe nothing and shows it paid",
          "shows each end of a payment truthfully",
          "of an expired checkout says that nothing was charged",
          "for a listing that was paused meanwhile shows the refund",
        ],
      },
    },
    {
      holds: "/payment-complete/{id} is the buyer's and admins'",
      by: { "worker/promotions/payment-complete.test.ts": "belongs to the buyer and to admins" },
    },
    {
      holds: "/payment-complete/{id} decides nothing by itself: what Stripe says does",
      by: {
        "worker/promotions/payment-complete.test.ts": [
          "before the webhook settles the order and shows it paid",
          "of another amount promotes nothing and leaves no event row",
        ],
      },
    },
    {
      holds: "/blog lists posts, newest first",
      by: {
        "worker/blog/lists.test.ts":
          "lists what is published in the page's language, newest first, and leads on by cursors",
      },
    },
    {
      holds: "/blog/{id} shows a post",
      by: {
        "worker/blog/post-page.test.ts": [
          "shows title, author, dates, reading time, cover, body and related posts",
          "an earlier slug and the id: 301 to the present slug",
        ],
      },
    },
    {
      holds: "/blog/category/{id} lists a category's posts",
      by: { "worker/blog/lists.test.ts": "lists the posts of one; unknown: 404" },
    },
    {
      holds: "/blog/feed.xml is RSS",
      by: { "worker/blog/lists.test.ts": "is RSS of the page's language with absolute links" },
    },
    {
      holds: "/testimonials shows what is published; signed in one may submit, pending until approved",
      by: {
        "worker/testimonials/reading.test.ts":
          "shows what is published, the newest first in pages, each in its language; no rating, no account",
        "worker/testimonials/sending.test.ts":
          "303 and kept as it was typed, pending, in the page's language; only its sender sees it",
      },
    },
    {
      holds: "/contact is stored and mailed to the operator",
      by: {
        "worker/contact/contact.test.ts":
          "303, kept, mailed to the operator with the sender to answer to, and a copy in the sender's language",
      },
    },
    {
      holds: "/contact shows up in follow-up",
      by: { "worker/follow-up/queues.test.ts": "contact: messages nobody is done with" },
    },
    ...screensSignedIn,
    {
      holds: "The sitemap is an index of parts of at most 50,000 addresses",
      by: {
        "worker/site/sitemap.test.ts":
          "a listing of a high number stands in a part of its own, and parts that hold nothing are not named",
      },
    },
    {
      holds: "The sitemap holds what a visitor can open, with true lastmod and alternates",
      by: {
        "worker/site/sitemap.test.ts": [
          "only what a visitor can open, in both languages, with when it last changed",
          "posts by their year, each in its language, with the other one once that is out",
          "every page of the first part opens, says that it is itself, and may be shown",
        ],
      },
    },
    {
      holds: "/robots.txt, security.txt and change-password answer",
      by: {
        "worker/site/machines.test.ts": [
          "GET /robots.txt: the sitemap's address, and what is closed in both languages",
          "GET /.well-known/security.txt: RFC 9116",
          "GET /.well-known/change-password leads to the settings",
        ],
      },
    },
    {
      holds: "/manifest.webmanifest says what the site is as an app, with icons",
      by: {
        "worker/share/manifest.test.ts":
          "tells in the page's language what the site is as an app, and every page names it",
        "unit/shared/icons.test.ts":
          "the icons that pages and the manifest name are there, in the sizes that they say",
      },
    },
    {
      holds:
        "/admin and all below it in any spelling and by any method: 302 to / or /ro for who is no admin, nothing in the body",
      by: {
        "worker/http/admin-gate.test.ts": [
          "GET %s: 302 to / and nothing else",
          "GET %s: 302 to /ro and nothing else",
          "%s /admin/listings: 302 to /",
          "GET /admin as an admin who was disabled since: 302 to /",
        ],
      },
    },
    {
      holds: "What only begins like /admin is a plain 404",
      by: { "worker/http/admin-gate.test.ts": "GET %s is no admin path: 404" },
    },
    {
      holds: "/profile* signed out: 302 to sign-in with a safe next, and back after signing in",
      by: {
        "worker/accounts/sign-in-form.test.ts": ["GET %s signed out: 302 to %s", "and back after signing in"],
        "unit/shared/paths.test.ts": "whatever it is given, the browser stays on this site",
      },
    },
    {
      holds: "Layouts: header and footer, header alone, footer alone",
      by: { "unit/ui/layouts.test.tsx": "a layout has the header, the footer, or both" },
    },
    {
      holds: "A page's title is its own, then the site's name",
      by: {
        "unit/ui/shell.test.tsx":
          "titles a page with its own title and the site's name, the front page with the name alone",
      },
    },
    {
      holds: "Every page has share data: a 1200×630 PNG, summary_large_image",
      by: {
        "worker/http/locale.test.ts": "every page names itself, its variants and its language",
        "worker/share/images.test.ts": [
          "is a PNG of 1200×630 in Romanian",
          "shows the site's own name, whatever it is",
        ],
      },
    },
    {
      holds:
        "An expired or paused listing: seen by its owner; others read 200 “no longer available”, similar listings, noindex",
      by: {
        "worker/search/listing.test.ts": "%s: others read that it is not available; owner and admin see it",
      },
    },
    {
      holds: "A deleted listing: 410",
      by: { "worker/search/listing.test.ts": "deleted: 410 for everybody" },
    },
    {
      holds: "Every screen is free of serious faults for assistive technology in both themes",
      by: { "browser/axe.spec.ts": "axe finds nothing serious on the pages of …, …, 320 px and both themes" },
    },
  ],
};

import type { ReactNode } from "react";
import type { Invoice } from "@/features/invoices";
import { getListingState } from "@/features/listings";
import { OrderEntry } from "@/features/payments-admin";
import { UserEntry } from "@/features/users";
import { countyName } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { EmptyState } from "@/ui/empty-state";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
import { Time } from "@/ui/time";
import { UserLink } from "@/ui/user-link";
import { MailEntry } from "../mails/mail-page";
import type { AdminSearchResults, FoundListing } from "./search-all";

/** What the admins' search found, by kind. `found` is null without a text; the search box is in the menu. */
export function AdminSearchPage({
  q,
  found,
  now,
}: {
  q: string;
  found: AdminSearchResults | null;
  now: number;
}) {
  const { t, url } = usePage();
  const kinds: { name: string; entries: ReactNode[]; all: string | null }[] = found
    ? [
        {
          name: "pages",
          entries: found.pages.map(({ title, path }) => (
            <li key={path} className="entry">
              <p className="entry__title">
                <a href={url(path)}>{title}</a>
              </p>
            </li>
          )),
          all: null,
        },
        {
          name: "users",
          entries: found.users.map((user) => <UserEntry key={user.id} user={user} />),
          all: paths.adminUsers({ q }),
        },
        {
          name: "listings",
          entries: found.listings.map((listing) => (
            <ListingEntry key={listing.id} listing={listing} now={now} />
          )),
          all: null,
        },
        {
          name: "orders",
          entries: found.orders.map((order) => <OrderEntry key={order.id} order={order} />),
          all: paths.adminOrders({ q }),
        },
        {
          name: "invoices",
          entries: found.invoices.map((invoice) => <InvoiceEntry key={invoice.label} invoice={invoice} />),
          all: null,
        },
        {
          name: "mails",
          entries: found.mails.map((mail) => <MailEntry key={mail.id} mail={mail} />),
          all: paths.adminMail({ to: q }),
        },
      ]
    : [];
  const filled = kinds.filter(({ entries }) => entries.length > 0);
  return (
    <SitePage heading={q ? t("admin.search.results", { q }) : t("admin.search.heading")}>
      {filled.length === 0 ? (
        <EmptyState title={t(found ? "admin.search.empty" : "admin.search.start")}>
          {t("admin.search.help")}
        </EmptyState>
      ) : null}
      <div className="stack stack--loose">
        {filled.map(({ name, entries, all }) => (
          <Results key={name} name={name} all={all}>
            {entries}
          </Results>
        ))}
      </div>
    </SitePage>
  );
}

function Results({ name, all, children }: { name: string; all: string | null; children: ReactNode[] }) {
  const { t, url } = usePage();
  return (
    <section>
      <div className="section__head">
        <h2>{t(`admin.search.${name}`)}</h2>
        {all ? <a href={url(all)}>{t("admin.search.all")}</a> : null}
      </div>
      <ul className="entry-list">{children}</ul>
    </section>
  );
}

function InvoiceEntry({ invoice: { label, kind, buyer, issuedTs, amount } }: { invoice: Invoice }) {
  const { t, url } = usePage();
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title">
          <a href={url(paths.invoice(label))}>{`${t(`invoices.kinds.${kind}`)} ${label}`}</a>
        </p>
        <p className="entry__meta">
          <Time ts={issuedTs} /> · {buyer?.name ?? t("e-factura.invoices.noBuyer")}
        </p>
      </div>
      <div className="entry__side">
        <Money bani={kind === "credit_note" ? -amount : amount} />
      </div>
    </li>
  );
}

function ListingEntry({ listing, now }: { listing: FoundListing; now: number }) {
  const { t, url } = usePage();
  const subject = t(`general.subjects.${listing.subject}`);
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title">
          <a href={url(paths.adminListing(listing.id))}>{listing.title || subject}</a>
        </p>
        <p className="entry__meta">
          <UserLink user={{ ...listing, id: listing.ownerId }} />
        </p>
        <p className="entry__meta">
          {[subject, listing.county && countyName(listing.county)].filter(Boolean).join(" · ")}
        </p>
      </div>
      <div className="entry__side">
        <StateBadge
          kind="listing"
          state={getListingState(listing, now)}
          ownerDisabled={listing.isOwnerDisabled === 1}
        />
      </div>
    </li>
  );
}

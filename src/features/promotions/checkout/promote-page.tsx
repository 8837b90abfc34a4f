import {
  BILLING_PREFIX,
  BillingFields,
  type BillingValues,
  getBillingLabels,
  toBillingValues,
} from "@/features/billing";
import { SearchDemandPanel } from "@/features/counted-searches";
import { PackageCards, type PackageOption } from "@/features/promotions/checkout/package-cards";
import { PLACEMENTS } from "@/shared/codes";
import { formatDate, formatDateTime, formatLei, formatPercent } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
import { Steps } from "@/ui/steps";
import { PlacementPreview } from "./placement-preview";
import { CurrentPromotions, OpenOrder } from "./promote-notices";
import type { OfferedPackage, PromotionOffer } from "./promotion-offer";
import { OrderTerms, StartChoice } from "./start-choice";

export type PromotePageProps = {
  offer: PromotionOffer;
  /** Values of a refused form. */
  values?: { package: string; start: string; billing: BillingValues | null };
  /** ms */
  now: number;
  errors?: FormErrors;
  /** Why the form was refused, if no field is the reason. */
  message?: string;
};

export function PromotePage({ offer, now, values, errors = {}, message }: PromotePageProps) {
  const { t, url } = usePage();
  const { listing, state, openOrder } = offer;
  const isOnSale = offer.packages.length > 0;
  const mayOrder = isOnSale && state === "published" && openOrder?.processingTs == null;
  return (
    <SitePage
      breadcrumbs={
        <Breadcrumbs
          crumbs={[{ label: t("promotions.payment.action.listings"), href: url(paths.ownListings()) }]}
          current={t("promotions.promote.title")}
        />
      }
      heading={t("promotions.promote.title")}
      lead={mayOrder ? t("promotions.promote.lead", { title: listing.title }) : listing.title}
    >
      <div className="with-aside">
        <div className="stack stack--loose">
          <ErrorSummary
            errors={errors}
            message={message ?? null}
            labels={{
              package: t("promotions.promote.packages"),
              ...getBillingLabels(t, BILLING_PREFIX),
            }}
          />
          {isOnSale ? null : <NotOnSale />}
          {state === "published" ? null : <Blocked state={state} />}
          <CurrentPromotions promotions={offer.promotions} />
          {openOrder ? <OpenOrder order={openOrder} /> : null}
          {mayOrder ? <OrderForm offer={offer} values={values} errors={errors} /> : null}
        </div>
        <aside className="with-aside__aside stack">
          {mayOrder && offer.card ? <PlacementPreview card={offer.card} now={now} /> : null}
          <SearchDemandPanel demand={offer.demand ? [offer.demand] : []} />
          {mayOrder ? <NextSteps /> : null}
        </aside>
      </div>
    </SitePage>
  );
}

function NotOnSale() {
  const { t, url } = usePage();
  return (
    <Notice title={t("promotions.promote.notOnSale.title")}>
      <p>{t("promotions.promote.notOnSale.text")}</p>
      <p>
        <a href={url(paths.ownListings())}>{t("promotions.promote.blocked.link")}</a>
      </p>
    </Notice>
  );
}

function Blocked({ state }: { state: string }) {
  const { t, url } = usePage();
  return (
    <Notice tone="warning" title={t("promotions.promote.blocked.title")}>
      <p>{t(`promotions.promote.blocked.${state}`)}</p>
      <p>
        <a href={url(paths.ownListings())}>{t("promotions.promote.blocked.link")}</a>
      </p>
    </Notice>
  );
}

function OrderForm({
  offer,
  values,
  errors,
}: Pick<PromotePageProps, "offer" | "values"> & { errors: FormErrors }) {
  const { t, url, locale } = usePage();
  const { listing, packages, openOrder, billing } = offer;
  const rate = packages[0]?.vatRate ?? 0;
  const free = packages.filter(({ fullUntil }) => fullUntil === null);
  const chosen = values?.package || openOrder?.package || free[0]?.code;
  return (
    <form
      method="post"
      action={url(paths.promoteListing(listing.id))}
      className="form promote-form"
      noValidate
    >
      <PackageCards
        name="package"
        legend={t("promotions.promote.packages")}
        help={t(`promotions.promote.${rate > 0 ? "packagesHelp" : "packagesHelpNoVat"}`, {
          rate: formatPercent(rate, locale),
        })}
        options={packages.map((offered) => toPackageOption(t, offered))}
        value={chosen ?? null}
        error={errors.package}
      />
      <Estimates packages={packages} />
      {packages.map(({ code, price, days }) => (
        <input key={code} type="hidden" name="displayed" value={`${code}:${price}:${days}`} />
      ))}
      {free.length > 0 ? (
        <>
          <StartChoice packages={free} value={values?.start ?? ""} error={errors.immediate_start} />
          <section className="form__section" aria-labelledby="billing">
            <h2 id="billing">{t("promotions.promote.billing")}</h2>
            <BillingFields
              values={values?.billing ?? toBillingValues(billing)}
              errors={errors}
              prefix={BILLING_PREFIX}
            />
          </section>
          <p className="muted">{t("promotions.promote.total")}</p>
          <div className="form__actions">
            <SubmitButton>
              <span>
                {t("promotions.promote.order")}
                <OrderTerms packages={packages} />
              </span>
            </SubmitButton>
            <LinkButton variant="quiet" href={url(paths.ownListings())}>
              {t("promotions.promote.cancel")}
            </LinkButton>
          </div>
        </>
      ) : null}
    </form>
  );
}

/** The estimated extra views of a package; 0 without an estimate. */
const countExtraViews = ({ extraViews, days }: OfferedPackage): number =>
  Math.round((extraViews?.perDay ?? 0) * days);

/** How the extra views of the packages were estimated, once for each placement. */
function Estimates({ packages }: { packages: readonly OfferedPackage[] }) {
  const { t } = usePage();
  const texts = PLACEMENTS.flatMap((placement) => {
    const offers = packages.filter((offered) => offered.placement === placement);
    const estimate = offers[0]?.extraViews;
    if (!estimate) return [];
    const { source, promotions } = estimate;
    const isShown = offers.some((offered) => countExtraViews(offered) > 0);
    if (isShown)
      return [
        t.count(`promotions.promote.estimate.${source}`, promotions, {
          placement: t(`promotions.promote.estimate.placements.${placement}`),
        }),
      ];
    return source === "listing" ? [t(`promotions.promote.estimate.none.${placement}`)] : [];
  });
  return texts.map((text) => (
    <p key={text} className="small muted">
      {text}
    </p>
  ));
}

function toPackageOption(t: Translator, offered: OfferedPackage): PackageOption {
  const { locale } = t;
  const { code, placement, days, price, vatAmount, vatRate, startsTs, endsTs, followsPaid, fullUntil } =
    offered;
  const extra = countExtraViews(offered);
  const [starts, ends] = [formatDate(startsTs, locale), formatDate(endsTs, locale)];
  return {
    value: code,
    title: t.count(`promotions.promote.packageTitle.${placement}`, days),
    price,
    priceNote: t(`promotions.promote.${vatRate > 0 ? "priceNote" : "priceNoteNoVat"}`, {
      vat: formatLei(vatAmount, locale),
      perDay: formatLei(Math.round(price / days), locale),
    }),
    points: [
      t(`promotions.promote.point.${placement}`),
      // Without a free slot, the promotion does not begin today.
      ...(fullUntil === null
        ? [
            t(followsPaid ? "promotions.promote.point.adds" : "promotions.promote.point.runs", {
              starts,
              ends,
            }),
          ]
        : []),
      ...(extra > 0 ? [t.count("promotions.promote.estimate.views", extra)] : []),
    ],
    ...(offered.isCheapest ? { label: t("promotions.promote.bestPrice") } : {}),
    ...(fullUntil === null
      ? {}
      : { unavailable: t("promotions.promote.full", { date: formatDateTime(fullUntil, locale) }) }),
  };
}

function NextSteps() {
  const { t, url } = usePage();
  const step = (name: string) => ({
    title: t(`promotions.promote.steps.${name}`),
    text: t(`promotions.promote.steps.${name}Text`),
  });
  return (
    <section className="panel stack">
      <h2>{t("promotions.promote.steps.title")}</h2>
      <Steps steps={[step("pay"), step("begin"), step("end")]} />
      <p className="small">
        {t("promotions.promote.label")} <a href={url(paths.ranking())}>{t("promotions.promote.ranking")}</a>
      </p>
    </section>
  );
}
